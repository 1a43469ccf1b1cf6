#pragma once

#include <cstddef>

#include "attention/parameters.hpp"

namespace attention {

// What a rule multiplies the logits by: 1, 1/sqrt(d_k), 1/d_k or the given factor, over the temperature.
// d_k is the width of a head's key, not of the model. Sources: none, T5 (Raffel et al. 2020); sqrt, Vaswani et al.
// 2017; linear, muP (Yang et al. 2022).
double scale_factor(const Scaling& scaling, std::size_t d_k);

// scaled[j] = logits[j] * factor for a row of `stride` elements, a whole number of batches; may be done in place.
// Infinities stay as they are, also with factor 0: -inf marks a masked key, and an overflow is not undone.
template <class T>
void scale_row(const T* logits, T factor, T* scaled, std::size_t stride);

}  // namespace attention
