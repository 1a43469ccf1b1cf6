#pragma once

#include <cstdint>
#include <span>

#include "attention/problem.hpp"
#include "attention/rotation.hpp"

namespace attention {

// Requests carry sizes as double because they come from JS, where a number may be anything. first_problem is the one
// place that judges them; everything behind it takes std::size_t and trusts it.

// What softmax gets instead of the logit z = q.k, with the rule's `parameter` in brackets. Formula and source of each
// beyond the first four stand in attention/rules/.
enum class ScaleRule {
  none,                   // z
  sqrt,                   // z / sqrt(d_k)
  linear,                 // z / d_k
  factor,                 // z times [any finite number]
  query_pre_attn_scalar,  // z / sqrt([scalar])
  inverse_layer,          // z / sqrt(d_k) / ([layer] + 1)
  softcap,                // [cap] * tanh(z / sqrt(d_k) / cap)
  ssmax,                  // z / sqrt(d_k) times [s] ln(visible keys)
  log_n,                  // z / sqrt(d_k), times ln(position) / ln([trained length]) beyond it
  entropy_invariant,      // z / sqrt(d_k) times ln(visible keys) / ln([trained length])
  llama4,                 // z / sqrt(d_k) times 1 + 0.1 ln(1 + floor(position / [floor scale])), position 0 at least
  yarn,                   // z / sqrt(d_k) times (0.1 ln [stretch] + 1)^2
  qk_norm,                // q and k as x / sqrt(mean x^2 + 1e-6), then z / sqrt(d_k)
  cosine,                 // q and k by their length, then z times log2(L^2 - L), L = [usual length]
  sink,                   // z / sqrt(d_k), beside it a logit [sink] whose weight is dropped
  off_by_one,             // the same with a sink of 0
};
inline constexpr ScaleRule kLastScaleRule = ScaleRule::off_by_one;
enum class MaskKind { none, causal, window };
enum class SoftmaxKind { stable, naive };
enum class Precision { f64, f32, f16, bf16 };
enum class Algorithm { loop, rows, matrix, tiled };

// scaled = rule(logit) / temperature. A sink is a scaled logit already: the temperature does not reach it.
struct Scaling {
  ScaleRule rule = ScaleRule::sqrt;
  double parameter = 1;    // of the rule, where it has one; for ScaleRule::factor 0 gives uniform rows
  double temperature = 1;  // finite, above 0
};

// With p = row + keys - n: causal keeps keys j <= p, window keeps p - window < j <= p and, as StreamingLLM does, the
// first `sinks` keys up to p (Xiao et al., arXiv 2309.17453).
struct Mask {
  MaskKind kind = MaskKind::none;
  double window = 1;  // for MaskKind::window: a whole number of keys, 1 or more
  double sinks = 0;   // for MaskKind::window: a whole number of keys
};

// q, k, v by the seed: CPython's random.Random(seed).gauss(0, 1), q row by row, then k, then v.
struct SampleRequest {
  double n = 8;
  double keys = 8;
  double d_k = 64;
  double d_v = 64;
  bool has_values = true;  // false: v is not drawn and d_v not looked at
};

struct AttendRequest {
  double n = 8;
  double keys = 8;
  double d_k = 64;
  double d_v = 64;
  bool has_values = true;  // false: there is no v, hence no output; d_v is not looked at
  Scaling scaling;
  Mask mask;
  Rotation* rotation = nullptr;  // of q and k before they are multiplied; none if null
  SoftmaxKind softmax = SoftmaxKind::stable;
  Precision precision = Precision::f64;
};

// One point of a sweep: n queries and n keys of width d_k, float64, stable softmax, no values.
struct SweepConfiguration {
  double n = 8;
  double d_k = 64;
  Scaling scaling;
  Mask mask;
};

// The absolute values of integers of any size as 32-bit words, least significant first, all seeds one after another.
// lengths[s] is the number of words of seed s; a length of 0 means the seed 0.
struct SeedList {
  std::span<const std::uint32_t> words;
  std::span<const std::uint32_t> lengths;
};

// Every configuration is computed for every seed.
struct SweepRequest {
  std::span<const SweepConfiguration> configurations;
  SeedList seeds;
};

// One algorithm on q, k and v drawn by a seed, for `rows` of the n queries, from `first_row` on.
struct MeasureRequest {
  Algorithm algorithm = Algorithm::tiled;
  double n = 8;
  double keys = 8;
  double d_k = 64;
  double d_v = 64;
  Mask mask;
  Precision precision = Precision::f32;  // f32 or f64
  double first_row = 0;
  double rows = 8;
};

// A request that needs more than this is refused before anything is allocated: its buffers, its results and the copy
// of the results that leaves the module. A WebAssembly module may have 1 GiB, some of it for itself.
inline constexpr double kMemoryLimit = 896.0 * 1024 * 1024;

// The first thing wrong with a request, in the order of its fields, or a Problem with code none.
// Counts in double, which cannot wrap: a request of any size is answered, not truncated.
Problem first_problem(const SampleRequest& request);
Problem first_problem(const AttendRequest& request);
Problem first_problem(const SweepRequest& request);
Problem first_problem(const MeasureRequest& request);

// Parts of the above, for requests of other kinds.
Problem size_problem(std::string_view field, double given, double lowest = 1);
Problem range_problem(std::string_view field, double given, double lowest, double highest);
Problem memory_problem(std::string_view field, double bytes);
Problem choice_problem(std::string_view field, int given, int last);

// A choice arrives as a number cast to its enum, so it may name nothing.
template <class Enum>
Problem choice_problem(std::string_view field, Enum given, Enum last) {
  return choice_problem(field, static_cast<int>(given), static_cast<int>(last));
}

}  // namespace attention
