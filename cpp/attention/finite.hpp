#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "attention/key_range.hpp"
#include "attention/simd.hpp"

namespace attention {

template <class T>
bool is_finite(T x) {
  return std::abs(x) <= std::numeric_limits<T>::max();
}

// x * 0 is 0 for a finite x and NaN for any other, and a sum with NaN stays NaN. So one comparison at the end judges
// all, and that is much faster than one for each. The last batch may overlap the one before it.
template <class T>
bool all_finite(const T* numbers, std::size_t count) {
  if (count < kLanes<T>) return std::all_of(numbers, numbers + count, is_finite<T>);
  const auto zero = splat(T(0));
  auto even = load_unaligned(numbers + count - kLanes<T>) * zero;
  auto odd = zero;
  std::size_t i = 0;
  for (; i + 2 * kLanes<T> <= count; i += 2 * kLanes<T>) {
    even = multiply_add<T>(load_unaligned(numbers + i), zero, even);
    odd = multiply_add<T>(load_unaligned(numbers + i + kLanes<T>), zero, odd);
  }
  if (i + kLanes<T> <= count) even = multiply_add<T>(load_unaligned(numbers + i), zero, even);
  return lane_sum<T>(even + odd) == 0;
}

// The position of the first of `count` numbers that is NaN or infinite.
template <class T>
std::optional<std::size_t> first_not_finite(const T* numbers, std::size_t count) {
  if (all_finite(numbers, count)) return std::nullopt;
  return std::find_if_not(numbers, numbers + count, is_finite<T>) - numbers;
}

// The first key that the row sees and whose number is NaN or infinite.
template <class T>
std::optional<std::size_t> first_not_finite(const T* row, KeyRange visible) {
  const std::size_t run = visible.last_run_first();
  if (run > visible.first) {  // the sinks stand before a hole
    if (const auto at = first_not_finite(row + visible.first, visible.hole_first - visible.first))
      return visible.first + *at;
  }
  const auto at = first_not_finite(row + run, visible.past - run);
  return at ? std::optional(run + *at) : std::nullopt;
}

}  // namespace attention
