#pragma once

#include <cmath>

#include "attention/elementary.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// What Qwen 1 (use_logn_attn) multiplies the query by: ln(i) / ln(T) for the i-th position, counted from 1, beyond the
// trained length T, and 1 up to it.
inline double log_n_multiplier(double trained, double length) {
  return length > trained ? logarithm(length) / logarithm(trained) : 1;
}

inline double log_n_factor(double trained, const RowPlace& place) {
  return log_n_multiplier(trained, place.length) / std::sqrt(place.d_k);
}

}  // namespace attention
