#pragma once

#include <cmath>

#include "attention/elementary.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// Scalable softmax: n^(s z_i) / sum n^(s z_j) = softmax(s ln(n) z), with z = q.k / sqrt(d_k) and n the keys the row
// sees. s is learned for each head, around 0.43. Nakanishi, arXiv 2501.19399.
inline double ssmax_factor(double s, const RowPlace& place) {
  return s * logarithm(place.visible) / std::sqrt(place.d_k);
}

}  // namespace attention
