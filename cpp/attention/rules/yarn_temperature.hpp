#pragma once

#include <cmath>

#include "attention/elementary.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// YaRN's temperature: q and k are both multiplied by 0.1 ln(s) + 1 for a context stretched s times, so the logits by
// its square. Peng et al., arXiv 2309.00071, section 3.4.
inline double yarn_multiplier(double stretch) {
  const double magnitude = stretch <= 1 ? 1 : 0.1 * logarithm(stretch) + 1;
  return magnitude * magnitude;
}

inline double yarn_factor(double stretch, const RowPlace& place) {
  return yarn_multiplier(stretch) / std::sqrt(place.d_k);
}

}  // namespace attention
