#pragma once

#include <cstddef>

#include "attention/key_range.hpp"
#include "attention/parameters.hpp"

namespace attention {

// The keys that query `row` of n sees. The mask is aligned bottom-right: with p = row + keys - n the last query stands
// at the last key, also when keys != n. Causal keeps j <= p, window keeps p - window < j <= p and the first `sinks`
// keys up to p. Empty when p < 0.
KeyRange visible_keys(const Mask& mask, std::size_t row, std::size_t n, std::size_t keys);

// Sets what the row does not see to `value`, up to the stride.
template <class T>
void mask_row(T* row, KeyRange visible, std::size_t stride, T value);

}  // namespace attention
