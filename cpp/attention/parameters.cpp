#include "attention/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "attention/length_sweep.hpp"
#include "attention/measurement.hpp"
#include "attention/scaling.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

constexpr double kLargestWhole = 9007199254740991;  // 2^53 - 1
constexpr double kNumber = sizeof(double);

double padded_size(double count) {
  const double lanes = kLanes<float>;  // float rows have the most lanes, so this bounds both kinds
  return std::ceil(count / lanes) * lanes;
}

struct ParameterRange {
  double lowest;
  double highest;
};

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::min();

// Of a rule's parameter; a rule without one takes anything. ln T of a trained length is divided by: T = 1 will not do.
ParameterRange parameter_range(ScaleRule rule) {
  switch (rule) {
    case ScaleRule::factor:
    case ScaleRule::sink:
      return {-kLargest, kLargest};
    case ScaleRule::query_pre_attn_scalar:
    case ScaleRule::softcap:
      return {kSmallest, kLargest};
    case ScaleRule::inverse_layer:
    case ScaleRule::ssmax:
      return {0, kLargest};
    case ScaleRule::llama4:
    case ScaleRule::yarn:
      return {1, kLargest};
    case ScaleRule::log_n:
    case ScaleRule::entropy_invariant:
    case ScaleRule::cosine:
      return {2, 1e150};
    case ScaleRule::none:
    case ScaleRule::sqrt:
    case ScaleRule::linear:
    case ScaleRule::qk_norm:
    case ScaleRule::off_by_one:
      break;
  }
  return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
}

Problem scaling_problem(const Scaling& scaling, double d_k, double keys) {
  if (Problem problem = choice_problem("scale", scaling.rule, kLastScaleRule)) return problem;
  const auto [lowest, highest] = parameter_range(scaling.rule);
  if (std::isfinite(lowest)) {
    if (Problem problem = range_problem("scale", scaling.parameter, lowest, highest)) return problem;
  }
  if (Problem problem = range_problem("temperature", scaling.temperature, kSmallest, kLargest)) return problem;
  // The quotient is what logits are multiplied by: it has to be a number too.
  if (std::isfinite(scale_factor(scaling, {d_k, std::max(keys, 1.0), std::max(keys, 1.0)})) &&
      std::isfinite(1 / scaling.temperature)) {
    return {};
  }
  return {ProblemCode::out_of_range, "temperature", scaling.temperature, kSmallest, kLargest};
}

Problem mask_problem(const Mask& mask) {
  if (Problem problem = choice_problem("mask", mask.kind, MaskKind::window)) return problem;
  if (mask.kind != MaskKind::window) return {};
  if (Problem problem = size_problem("window", mask.window)) return problem;
  return size_problem("sinks", mask.sinks, 0);
}

struct NamedSize {
  std::string_view field;
  double value;
};

// The largest size is the one to make smaller.
std::string_view largest_of(std::initializer_list<NamedSize> sizes) {
  return std::max_element(sizes.begin(), sizes.end(), [](auto& a, auto& b) { return a.value < b.value; })->field;
}

Problem shape_problem(double n, double keys, double d_k, double d_v, bool has_values) {
  if (Problem problem = size_problem("n", n)) return problem;
  if (Problem problem = size_problem("keys", keys)) return problem;
  if (Problem problem = size_problem("dK", d_k)) return problem;
  return has_values ? size_problem("dV", d_v) : Problem{};
}

}  // namespace

Problem size_problem(std::string_view field, double given, double lowest) {
  if (std::isnan(given)) return {ProblemCode::not_a_number, field, given, lowest, kLargestWhole};
  if (given < lowest || given > kLargestWhole) return {ProblemCode::out_of_range, field, given, lowest, kLargestWhole};
  if (given != std::floor(given)) return {ProblemCode::not_whole, field, given, lowest, kLargestWhole};
  return {};
}

Problem choice_problem(std::string_view field, int given, int last) {
  if (given >= 0 && given <= last) return {};
  return {ProblemCode::unknown_choice, field, static_cast<double>(given), 0, static_cast<double>(last)};
}

Problem range_problem(std::string_view field, double given, double lowest, double highest) {
  if (std::isnan(given)) return {ProblemCode::not_a_number, field, given, lowest, highest};
  if (given < lowest || given > highest) return {ProblemCode::out_of_range, field, given, lowest, highest};
  return {};
}

Problem memory_problem(std::string_view field, double bytes) {
  if (bytes <= kMemoryLimit) return {};
  return {ProblemCode::too_large, field, bytes, 0, kMemoryLimit};
}

Problem first_problem(const SampleRequest& request) {
  if (Problem problem = shape_problem(request.n, request.keys, request.d_k, request.d_v, request.has_values)) {
    return problem;
  }
  const double d_v = request.has_values ? request.d_v : 0;
  const double numbers = request.n * request.d_k + request.keys * (request.d_k + d_v);
  const auto field = largest_of({{"n", request.n}, {"keys", request.keys}, {"dK", request.d_k}, {"dV", d_v}});
  return memory_problem(field, 2 * numbers * kNumber);  // drawn once, copied out once
}

Problem first_problem(const AttendRequest& request) {
  if (Problem problem = shape_problem(request.n, request.keys, request.d_k, request.d_v, request.has_values)) {
    return problem;
  }
  if (Problem problem = scaling_problem(request.scaling, request.d_k, request.keys)) return problem;
  if (Problem problem = mask_problem(request.mask)) return problem;
  if (request.rotation != nullptr) {
    if (Problem problem = request.rotation->first_problem(request.d_k)) return problem;
  }
  if (Problem problem = choice_problem("softmax", request.softmax, SoftmaxKind::naive)) return problem;
  if (Problem problem = choice_problem("precision", request.precision, Precision::bf16)) return problem;

  const double d_v = request.has_values ? request.d_v : 0;
  const double columns = padded_size(request.keys);
  // Inputs as given, as padded rows, and the keys once more in panels.
  const double inputs =
      request.n * request.d_k + request.keys * (request.d_k + d_v) + request.n * padded_size(request.d_k) +
      request.keys * (padded_size(request.d_k) + padded_size(d_v)) + (request.keys + 4 * kLanes<float>)*request.d_k;
  const double results = 3 * request.n * columns + request.n * padded_size(d_v);
  const double narrow = request.precision == Precision::f64 ? 0 : 0.5;
  const double per_row = 32 * (request.n + request.keys);
  const auto field = largest_of({{"n", request.n}, {"keys", request.keys}, {"dK", request.d_k}, {"dV", d_v}});
  return memory_problem(field, (inputs + (2 + narrow) * results + per_row) * kNumber);
}

Problem first_problem(const SweepRequest& request) {
  const double seeds = static_cast<double>(request.seeds.lengths.size());
  const double configurations = static_cast<double>(request.configurations.size());
  double widest = 0;
  std::string_view field = "seeds";
  for (const SweepConfiguration& configuration : request.configurations) {
    if (Problem problem = size_problem("n", configuration.n)) return problem;
    if (Problem problem = size_problem("dK", configuration.d_k)) return problem;
    if (Problem problem = scaling_problem(configuration.scaling, configuration.d_k, configuration.n)) return problem;
    if (Problem problem = mask_problem(configuration.mask)) return problem;
    // The draw of q and k, the same as padded rows and panels, and a block of rows.
    const double drawn = 6 * (configuration.n + 4 * kLanes<float>)*padded_size(configuration.d_k);
    const double rows = 24 * padded_size(configuration.n);
    if (drawn + rows > widest) {
      widest = drawn + rows;
      field = largest_of({{"n", configuration.n}, {"dK", configuration.d_k}});
    }
  }
  if (Problem problem = memory_problem(field, widest * kNumber)) return problem;
  return memory_problem("seeds", (widest + 16 * seeds * configurations) * kNumber);
}

Problem first_problem(const MeasureRequest& request) {
  if (Problem problem = choice_problem("algorithm", request.algorithm, Algorithm::tiled)) return problem;
  if (Problem problem = shape_problem(request.n, request.keys, request.d_k, request.d_v, true)) return problem;
  if (Problem problem = mask_problem(request.mask)) return problem;
  if (request.mask.kind == MaskKind::window) {
    if (Problem problem = range_problem("sinks", request.mask.sinks, 0, 0)) return problem;  // one run of keys a row
  }
  if (Problem problem = choice_problem("precision", request.precision, Precision::f32)) return problem;
  if (Problem problem = size_problem("firstRow", request.first_row, 0)) return problem;
  if (Problem problem = size_problem("rows", request.rows)) return problem;
  if (request.first_row + request.rows > request.n)
    return {ProblemCode::out_of_range, "rows", request.rows, 1, request.n};

  const double number = request.precision == Precision::f64 ? sizeof(double) : sizeof(float);
  const double inputs = (request.rows + request.keys) * (padded_size(request.d_k) + padded_size(request.d_v));
  const auto field = largest_of({{"n", request.n}, {"keys", request.keys}, {"dK", request.d_k}, {"dV", request.d_v}});
  return memory_problem(field, inputs * number + working_bytes(request));
}

Problem first_problem(const LengthRequest& request) {
  if (Problem problem = size_problem("dK", request.d_k)) return problem;
  if (Problem problem = size_problem("queries", request.queries)) return problem;
  double longest = 0, logits = 0;
  for (const LengthPoint& point : request.points) {
    if (Problem problem = size_problem("lengths", point.length, request.queries)) return problem;
    if (Problem problem = scaling_problem(point.scaling, request.d_k, point.length)) return problem;
    if (Problem problem = mask_problem(point.mask)) return problem;
    if (Problem problem = first_problem(point.positions, request.d_k)) return problem;
    longest = std::max(longest, point.length);
    if (point.positions.rotate) logits += request.queries * (padded_size(point.length) + padded_size(request.d_k));
  }
  // Logits and queries of every rotated point and of each kind of unrotated ones, two rows, and blocks of keys.
  logits += (3 * request.queries + 2) * padded_size(longest);
  return memory_problem("lengths", (logits + 8 * (request.queries + 512) * padded_size(request.d_k)) * kNumber);
}

}  // namespace attention
