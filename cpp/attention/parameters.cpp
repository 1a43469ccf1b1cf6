#include "attention/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "attention/measurement.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

constexpr double kLargestWhole = 9007199254740991;  // 2^53 - 1
constexpr double kNumber = sizeof(double);

double padded_size(double count) {
  const double lanes = kLanes<float>;  // float rows have the most lanes, so this bounds both kinds
  return std::ceil(count / lanes) * lanes;
}

// A choice arrives as a number cast to its enum, so it may name nothing.
template <class Enum>
Problem choice_problem(std::string_view field, Enum given, Enum last) {
  const int value = static_cast<int>(given);
  if (value >= 0 && value <= static_cast<int>(last)) return {};
  return {ProblemCode::unknown_choice, field, static_cast<double>(value), 0, static_cast<double>(last)};
}

Problem scaling_problem(const Scaling& scaling, double d_k) {
  if (Problem problem = choice_problem("scale", scaling.rule, ScaleRule::factor)) return problem;
  const double largest = std::numeric_limits<double>::max();
  const double factor = scaling.rule == ScaleRule::factor ? scaling.factor : 1;
  if (std::isnan(factor)) return {ProblemCode::not_a_number, "scale", factor, -largest, largest};
  if (std::isinf(factor)) return {ProblemCode::out_of_range, "scale", factor, -largest, largest};
  const double temperature = scaling.temperature;
  const double coldest = std::numeric_limits<double>::min();
  if (std::isnan(temperature)) return {ProblemCode::not_a_number, "temperature", temperature, coldest, largest};
  // The quotient is what logits are multiplied by: it has to be a number too.
  if (!(temperature >= coldest) || std::isinf(temperature) || std::isinf(factor / temperature) || d_k < 1) {
    return {ProblemCode::out_of_range, "temperature", temperature, coldest, largest};
  }
  return {};
}

Problem mask_problem(const Mask& mask) {
  if (Problem problem = choice_problem("mask", mask.kind, MaskKind::window)) return problem;
  return mask.kind == MaskKind::window ? size_problem("window", mask.window) : Problem{};
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
  if (Problem problem = scaling_problem(request.scaling, request.d_k)) return problem;
  if (Problem problem = mask_problem(request.mask)) return problem;
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
    if (Problem problem = scaling_problem(configuration.scaling, configuration.d_k)) return problem;
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

}  // namespace attention
