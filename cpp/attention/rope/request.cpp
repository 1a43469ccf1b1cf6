#include "attention/rope/request.hpp"

#include <cmath>

#include "attention/parameters.hpp"

namespace attention {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::min();

// The smallest width whose exponents are defined: NTK-aware scaling divides by rotary_dim - 2.
double smallest_width(RopeType type) { return type == RopeType::ntk_aware || type == RopeType::dynamic ? 4 : 2; }

bool has_ramp(RopeType type) { return type == RopeType::yarn || type == RopeType::llama_cpp; }

bool uses_original_length(RopeType type) {
  return has_ramp(type) || type == RopeType::dynamic || type == RopeType::longrope || type == RopeType::llama3;
}

// With one position, ln(original_length) is 0 and LongRoPE divides by it.
double smallest_original_length(RopeType type) { return type == RopeType::longrope ? 2 : 1; }

Problem width_problem(const RopeRequest& request) {
  const double smallest = smallest_width(request.type);
  if (Problem problem = range_problem("headDim", request.head_dim, smallest, kMaxHeadDim)) return problem;
  if (std::floor(request.head_dim) != request.head_dim) {
    return {ProblemCode::not_whole, "headDim", request.head_dim, smallest, kMaxHeadDim};
  }
  if (Problem problem = range_problem("partialRotaryFactor", request.partial_rotary_factor, kSmallest, 1)) {
    return problem;
  }
  const double width = rotary_width(request);
  if (std::fmod(width, 2) != 0) {
    const bool whole_head = width == request.head_dim;
    return {ProblemCode::not_even, whole_head ? "headDim" : "rotaryDim", width, smallest, kMaxHeadDim};
  }
  return range_problem("rotaryDim", width, smallest, request.head_dim);
}

// `divisors` must have one entry above 0 for each pair.
Problem divisors_problem(std::string_view field, std::span<const double> divisors, double pairs) {
  const auto size = static_cast<double>(divisors.size());
  if (size != pairs) return {ProblemCode::wrong_length, field, size, pairs, pairs};
  for (double divisor : divisors) {
    if (Problem problem = range_problem(field, divisor, kSmallest, kLargest)) return problem;
  }
  return {};
}

Problem variant_problem(const RopeRequest& request) {
  const double pairs = rotary_width(request) / 2;
  if (uses_original_length(request.type)) {
    const double lowest = smallest_original_length(request.type);
    if (Problem problem = range_problem("originalLength", request.original_length, lowest, kLargest)) return problem;
  }
  if (has_ramp(request.type)) {
    if (Problem problem = range_problem("betaFast", request.beta_fast, kSmallest, kLargest)) return problem;
    if (Problem problem = range_problem("betaSlow", request.beta_slow, kSmallest, kLargest)) return problem;
  }
  switch (request.type) {
    case RopeType::longrope:
      if (Problem problem = divisors_problem("shortFactor", request.short_divisors, pairs)) return problem;
      return divisors_problem("longFactor", request.long_divisors, pairs);
    case RopeType::llama3:
      if (Problem problem = range_problem("lowFreqFactor", request.low_freq_factor, 0, kLargest)) return problem;
      return range_problem("highFreqFactor", request.high_freq_factor, 0, kLargest);
    case RopeType::llama_cpp:
      if (Problem problem = range_problem("extFactor", request.ext_factor, 0, kLargest)) return problem;
      return request.short_divisors.empty() ? Problem{}
                                            : divisors_problem("freqFactors", request.short_divisors, pairs);
    default:
      return {};
  }
}

}  // namespace

double rotary_width(const RopeRequest& request) {
  if (request.type == RopeType::proportional) return request.head_dim;
  if (!std::isnan(request.rotary_dim)) return request.rotary_dim;
  return std::trunc(request.head_dim * request.partial_rotary_factor);
}

Problem first_problem(const RopeRequest& request) {
  if (Problem problem = width_problem(request)) return problem;
  // A base of 1 turns every pair alike; the ramp would divide by its logarithm, 0.
  const double lowest_theta = has_ramp(request.type) ? std::nextafter(1.0, 2.0) : kSmallest;
  if (Problem problem = range_problem("theta", request.theta, lowest_theta, kLargest)) return problem;
  if (Problem problem = range_problem("factor", request.factor, kSmallest, kLargest)) return problem;
  if (!std::isnan(request.attention_factor)) {
    if (Problem problem = range_problem("attentionFactor", request.attention_factor, -kLargest, kLargest))
      return problem;
  }
  if (!std::isnan(request.sequence_length)) {
    if (Problem problem = range_problem("sequenceLength", request.sequence_length, 1, kLargest)) return problem;
  }
  return variant_problem(request);
}

}  // namespace attention
