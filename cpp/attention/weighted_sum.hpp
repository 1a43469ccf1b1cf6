#pragma once

#include <cstddef>

#include "attention/key_range.hpp"
#include "attention/matrix.hpp"

namespace attention {

// output[c] = sum over the visible keys j, in their order, of weights[j] * v(j, c). The output row has the stride of v.
// Values of other keys are not read. Lanes are columns, so the result does not depend on their number.
template <class T>
void weighted_sum(const T* weights, KeyRange visible, MatrixView<const T> v, T* output);

}  // namespace attention
