#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <source_location>

#include "attention/problem.hpp"

// Ends the program, which is what libFuzzer takes for a find. `shown` are numbers to go with it.
inline void expect(bool holds, const char* what, std::initializer_list<double> shown = {},
                   std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: not so: %s", where.file_name(), where.line(), what);
  for (const double number : shown) std::fprintf(stderr, " %.17g", number);
  std::fputc('\n', stderr);
  std::abort();
}

// A refusal names a field. The memory limit keeps what is asked for here far from the end of memory.
inline void expect_refusal(const attention::Problem& problem) {
  expect(!problem.field.empty(), "a refusal names the field");
  expect(problem.code != attention::ProblemCode::out_of_memory, "there is memory enough");
}

inline bool is_between(double x, double low, double high) { return x >= low && x <= high; }

// Of a row's entropy in ln m, where a sink takes weight away from the keys: -sum w ln w of two weights 1/e.
inline constexpr double kMostShare = 2 / std::numbers::e / std::numbers::ln2 + 1e-9;

// Equal to the bit but for the payload of a NaN.
inline bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
