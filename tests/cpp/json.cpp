#include "json.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

namespace {

void skip_space(std::string_view& rest) {
  while (!rest.empty() && std::string_view(" \t\r\n").find(rest[0]) != std::string_view::npos) rest.remove_prefix(1);
}

bool skip(std::string_view& rest, char c) {
  skip_space(rest);
  if (rest.empty() || rest[0] != c) return false;
  rest.remove_prefix(1);
  return true;
}

std::string read_text(std::string_view& rest) {
  std::string text;
  while (rest[0] != '"') {
    if (rest[0] == '\\') rest.remove_prefix(1);
    text += rest[0];
    rest.remove_prefix(1);
  }
  rest.remove_prefix(1);
  return text;
}

}  // namespace

Json Json::read_golden(const std::string& file) {
  std::ifstream stream(std::string(GOLDEN_FOLDER) + "/" + file);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (text.empty()) std::abort();
  std::string_view rest = text;
  return parse(rest);
}

Json Json::parse(std::string_view& rest) {
  Json value;
  if (skip(rest, '{')) {
    while (!skip(rest, '}')) {
      skip(rest, ',');
      skip(rest, '"');
      const std::string key = read_text(rest);
      skip(rest, ':');
      value.members_.emplace(key, parse(rest));
    }
  } else if (skip(rest, '[')) {
    while (!skip(rest, ']')) {
      skip(rest, ',');
      value.elements_.push_back(parse(rest));
    }
  } else if (skip(rest, '"')) {
    value.is_text_ = true;
    value.text_ = read_text(rest);
  } else {
    const std::size_t length = rest.find_first_of(" \t\r\n,]}");
    value.text_ = rest.substr(0, length);
    rest.remove_prefix(value.text_.size());
  }
  return value;
}

const Json& Json::operator[](const std::string& key) const {
  static const Json null;
  const auto member = members_.find(key);
  return member == members_.end() ? null : member->second;
}

double Json::number() const {
  char* end = nullptr;
  const double value = std::strtod(text_.c_str(), &end);
  return end == text_.c_str() ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::vector<double> Json::numbers() const {
  std::vector<double> values;
  for (const Json& element : elements_) values.push_back(element.number());
  return values;
}
