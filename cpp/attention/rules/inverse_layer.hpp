#pragma once

#include <cmath>

#include "attention/rules/row_place.hpp"

namespace attention {

// 1/sqrt(d_k) divided once more by the layer's number, counted from 1; `layer` counts from 0. GPT-2's
// scale_attn_by_inverse_layer_idx.
inline double inverse_layer_factor(double layer, const RowPlace& place) {
  return 1 / std::sqrt(place.d_k) / (layer + 1);
}

}  // namespace attention
