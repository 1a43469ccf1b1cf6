#pragma once

#include <limits>
#include <span>

#include "attention/problem.hpp"

namespace attention {

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
  double rotary_dim = kNotGiven;     // leading entries of a head that turn; not given:
  double partial_rotary_factor = 1;  // int(head_dim * partial_rotary_factor); of proportional, the pairs that turn
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

// Which two entries of a row make pair i. The layouts are one permutation apart; mixing them up gives numbers that look
// rotated and are wrong.
enum class PairLayout {
  half,         // i and i + rotary_dim / 2: GPT-NeoX, Hugging Face's Llama classes, llama.cpp's NEOX
  interleaved,  // 2i and 2i + 1: RoFormer, GPT-J, Meta's Llama checkpoints, llama.cpp's NORM
};

// How many leading entries of a head turn.
double rotary_width(const RopeRequest& request);

// The first thing wrong with a request. Odd widths are refused here, before anything is computed.
Problem first_problem(const RopeRequest& request);

}  // namespace attention
