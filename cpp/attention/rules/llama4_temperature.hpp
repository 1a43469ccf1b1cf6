#pragma once

#include <cmath>

#include "attention/elementary.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// What Llama 4 multiplies the query by in its layers without rotary positions, for the i-th position, counted from 1:
// 1 + 0.1 ln(1 + floor(i / floor_scale)), with a floor_scale of 8192. Queries beyond the keys stand at positions of 0
// and below: they count as 0, where the multiplier is 1.
inline double llama4_multiplier(double floor_scale, double length) {
  constexpr double kScale = 0.1;
  return logarithm(1 + std::floor(std::fmax(length, 0) / floor_scale)) * kScale + 1;
}

inline double llama4_factor(double floor_scale, const RowPlace& place) {
  return llama4_multiplier(floor_scale, place.length) / std::sqrt(place.d_k);
}

}  // namespace attention
