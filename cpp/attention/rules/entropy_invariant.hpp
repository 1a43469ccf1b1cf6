#pragma once

#include <cmath>

#include "attention/elementary.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// ln(n) / ln(T) at every length, also below the trained length T, with n the keys the row sees. Su, "Attention's scale
// operation from entropy invariance" (2021).
inline double entropy_invariant_multiplier(double trained, double visible) {
  return logarithm(visible) / logarithm(trained);
}

inline double entropy_invariant_factor(double trained, const RowPlace& place) {
  return entropy_invariant_multiplier(trained, place.visible) / std::sqrt(place.d_k);
}

}  // namespace attention
