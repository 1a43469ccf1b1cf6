#pragma once

#include <cstddef>

#include "attention/matrix.hpp"
#include "attention/rope/request.hpp"

namespace attention {

// Frequencies of the rotary position embedding (RoPE) and of every scaling variant in use.
//
// A head of `head_dim` numbers turns its first `rotary_dim` (even) in pairs i = 0 .. rotary_dim / 2 - 1: at position m
// pair i turns by the angle m * inv_freq[i]. Plain RoPE has inv_freq[i] = theta^(-2i / rotary_dim); the variants bend
// these numbers so that a model trained on `original_length` positions can read more. cos and sin are multiplied by
// `attention_factor`, in queries and in keys, so that a rotary logit is multiplied by its square.
//
// Sources: Su et al., arXiv 2104.09864 (RoPE); Chen et al., arXiv 2306.15595 (position interpolation); Peng et al.,
// arXiv 2309.00071 (NTK-aware, dynamic, YaRN); Ding et al., arXiv 2402.13753 (LongRoPE). Names, defaults and rounding
// follow Hugging Face's modeling_rope_utils.py; llama_cpp follows ggml_rope_ext.
// Accuracy: 1e-12 relative. All in double; narrower kernels round the finished cos and sin.

struct RopeFrequencies {
  std::size_t head_dim = 0;
  std::size_t rotary_dim = 0;
  Buffer<double> inv_freq;  // rotary_dim / 2 of them
  double attention_factor = 1;
  double base = 0;                // theta, or what the variant made of it
  double ramp_start = kNotGiven;  // yarn and llama_cpp: first and last pair of the ramp
  double ramp_end = kNotGiven;
};

// Judges the request, then computes, and refuses what gives a frequency beyond the largest number. After a problem
// `out` is not to be used.
[[nodiscard]] Problem rope_frequencies(const RopeRequest& request, RopeFrequencies& out);

}  // namespace attention
