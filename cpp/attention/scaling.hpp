#pragma once

#include <cstddef>

#include "attention/matrix.hpp"
#include "attention/parameters.hpp"
#include "attention/rules/row_place.hpp"

namespace attention {

// What the rule multiplies the logits of a row by, over the temperature; for softcap what stands inside tanh, without
// the temperature. Sources: none, T5 (Raffel et al. 2020); sqrt, Vaswani et al. 2017; linear, muP (Yang et al. 2022);
// the others in attention/rules/.
double scale_factor(const Scaling& scaling, const RowPlace& place);

// scaled[j] = rule(logits[j]) / temperature for a row of `stride` elements, a whole number of batches; may be done in
// place. Infinities stay as they are, whatever the rule: -inf marks a masked key, and an overflow is not undone.
template <class T>
void scale_row(const Scaling& scaling, const RowPlace& place, const T* logits, T* scaled, std::size_t stride);

// The logit that takes part in softmax beside the keys and gets no key; -inf where the rule has none.
double sink_logit(const Scaling& scaling);

// Rules that change q and k before they are multiplied.
enum class Normalization { none, root_mean_square, length };
Normalization normalization(const Scaling& scaling);

// Every row in place, by the rule.
template <class T>
void normalize_rows(Normalization kind, MatrixView<T> rows);

}  // namespace attention
