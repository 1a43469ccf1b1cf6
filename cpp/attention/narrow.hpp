#pragma once

#include <cstddef>

namespace attention {

// The nearest number of the format, ties to even, as a float. Beyond the largest number it is an infinity; NaN stays
// NaN.
float round_to_f16(float x);   // IEEE 754 binary16: 11 bits, largest 65504
float round_to_bf16(float x);  // the upper half of a float: 8 bits, largest about 3.39e38

}  // namespace attention
