#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "attention/matrix.hpp"
#include "attention/parameters.hpp"

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

enum class RopeType {
  plain,         // theta^(-2i / rotary_dim)
  linear,        // position interpolation: every frequency divided by factor
  ntk_aware,     // a larger base: theta * factor^(rotary_dim / (rotary_dim - 2))
  dynamic,       // NTK-aware with a base that grows with the sequence
  yarn,          // short waves kept, long waves divided by factor, a ramp between
  longrope,      // a searched divisor for every pair: one list for short, one for long sequences
  llama3,        // as yarn, with the ramp over the wavelength
  proportional,  // only the first pairs turn, with the exponent of the whole head
  llama_cpp,     // ggml's own: freq_scale = 1 / factor, ext_factor, and a divisor per pair
};

inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kMaxHeadDim = 65536;

struct RopeRequest {
  RopeType type = RopeType::plain;
  double head_dim = 0;
  double partial_rotary_factor = 1;  // rotary_dim = int(head_dim * partial_rotary_factor)
  double theta = 10000;
  double factor = 1;
  double original_length = kNotGiven;   // positions the model was trained on
  double sequence_length = kNotGiven;   // positions in use: the longest position + 1
  double attention_factor = kNotGiven;  // given: in place of the formula; llama_cpp: its attn_factor, times the formula
  double beta_fast = 32;                // turns within original_length from which a pair keeps its frequency
  double beta_slow = 1;                 // and down to which it is divided by factor
  double mscale = 0;                    // yarn: both, or neither counts
  double mscale_all_dim = 0;
  bool truncate = true;                    // yarn: the ramp starts and ends at whole pairs
  double low_freq_factor = kNotGiven;      // llama3: turns within original_length, as beta_slow
  double high_freq_factor = kNotGiven;     // and as beta_fast
  double ext_factor = 0;                   // llama_cpp: the share of the ramp that is applied
  std::span<const double> short_divisors;  // longrope: short_factor; llama_cpp: freq_factors, or empty
  std::span<const double> long_divisors;   // longrope: long_factor
};

struct RopeFrequencies {
  std::size_t head_dim = 0;
  std::size_t rotary_dim = 0;
  Buffer<double> inv_freq;  // rotary_dim / 2 of them
  double attention_factor = 1;
  double base = 0;                // theta, or what the variant made of it
  double ramp_start = kNotGiven;  // yarn and llama_cpp: first and last pair of the ramp
  double ramp_end = kNotGiven;
};

// The first thing wrong with a request. Odd widths are refused here, before anything is computed.
Problem first_problem(const RopeRequest& request);

// Judges the request, then computes. After a problem `out` is not to be used.
[[nodiscard]] Problem rope_frequencies(const RopeRequest& request, RopeFrequencies& out);

}  // namespace attention
