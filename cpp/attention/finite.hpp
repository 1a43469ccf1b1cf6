#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace attention {

template <class T>
bool is_finite(T x) {
  return std::abs(x) <= std::numeric_limits<T>::max();
}

// The position of the first of `count` numbers that is NaN or infinite.
template <class T>
std::optional<std::size_t> first_not_finite(const T* numbers, std::size_t count) {
  bool all_finite = true;  // without an early exit, so that compilers vectorise the usual case
  for (std::size_t i = 0; i < count; ++i) all_finite &= is_finite(numbers[i]);
  if (all_finite) return std::nullopt;
  return std::find_if_not(numbers, numbers + count, is_finite<T>) - numbers;
}

}  // namespace attention
