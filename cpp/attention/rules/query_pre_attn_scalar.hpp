#pragma once

#include <cmath>

namespace attention {

// 1/sqrt(scalar) in place of 1/sqrt(d_k). Gemma 2 and 3 (query_pre_attn_scalar in their configuration): 144 or 168
// where d_k is 128.
inline double query_pre_attn_factor(double scalar) { return 1 / std::sqrt(scalar); }

}  // namespace attention
