#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace attention {

// A file of tests/golden. A missing or broken one ends the test program: nothing else in it would mean anything.
inline nlohmann::json read_golden(const std::string& file) {
  std::ifstream stream(std::string(GOLDEN_FOLDER "/") + file);
  nlohmann::json json = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    std::fprintf(stderr, "cannot read golden file %s\n", file.c_str());
    std::exit(2);
  }
  return json;
}

}  // namespace attention
