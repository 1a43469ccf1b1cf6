#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Just enough of a JSON reader for the golden files, which are known to be well formed.
class Json {
 public:
  static Json read_golden(const std::string& file);

  bool has(const std::string& key) const { return members_.count(key) != 0; }
  // A missing key gives a null, whose number is NaN and whose text is empty: comparisons with it fail.
  const Json& operator[](const std::string& key) const;
  const Json& operator[](std::size_t i) const { return elements_.at(i); }

  const std::vector<Json>& elements() const { return elements_; }
  std::vector<double> numbers() const;
  const std::string& text() const { return text_; }
  double number() const;
  bool is_text() const { return is_text_; }
  bool is_object() const { return !members_.empty(); }

 private:
  static Json parse(std::string_view& rest);

  std::string text_;  // of a string, number or word
  bool is_text_ = false;
  std::vector<Json> elements_;
  std::map<std::string, Json> members_;
};
