#pragma once

#include <cmath>
#include <cstddef>

namespace attention {

// cap * tanh(z / cap) with z = q.k / sqrt(d_k): no logit leaves (-cap, cap). Applied before the mask. Gemma 2
// (attn_logit_softcapping 50), Grok (30).
inline double softcapped(double logit, double cap) { return cap * std::tanh(logit / cap); }

// In place, for `count` entries. Infinities stay: they are masked keys or an overflow, not logits.
template <class T>
void softcap(T* scaled, std::size_t count, T cap) {
  for (std::size_t j = 0; j < count; ++j) {
    if (!std::isinf(scaled[j])) scaled[j] = static_cast<T>(softcapped(scaled[j], cap));
  }
}

}  // namespace attention
