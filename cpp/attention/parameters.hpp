#pragma once

#include <cstdint>
#include <span>

#include "attention/problem.hpp"

namespace attention {

// Requests carry sizes as double because they come from JS, where a number may be anything. first_problem is the one
// place that judges them; everything behind it takes std::size_t and trusts it.

enum class ScaleRule { none, sqrt, linear, factor };
enum class MaskKind { none, causal, window };
enum class SoftmaxKind { stable, naive };
enum class Precision { f64, f32, f16, bf16 };
enum class Algorithm { loop, rows, matrix, tiled };

// scaled = logit * f / temperature, with f = 1, 1/sqrt(d_k), 1/d_k or `factor`.
struct Scaling {
  ScaleRule rule = ScaleRule::sqrt;
  double factor = 1;       // for ScaleRule::factor: any finite number; 0 gives uniform rows
  double temperature = 1;  // finite, above 0
};

// With p = row + keys - n: causal keeps keys j <= p, window keeps p - window < j <= p.
struct Mask {
  MaskKind kind = MaskKind::none;
  double window = 1;  // for MaskKind::window: a whole number of keys, 1 or more
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
Problem memory_problem(std::string_view field, double bytes);

}  // namespace attention
