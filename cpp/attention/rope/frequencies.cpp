#include "attention/rope/frequencies.hpp"

#include <cmath>

#include "attention/finite.hpp"
#include "attention/rope/variants.hpp"

namespace attention {
namespace {

void compute(const RopeRequest& request, RopeFrequencies& out) {
  switch (request.type) {
    case RopeType::plain:
      return rope::plain_frequencies(request, out);
    case RopeType::linear:
      return rope::linear_frequencies(request, out);
    case RopeType::ntk_aware:
      return rope::ntk_aware_frequencies(request, out);
    case RopeType::dynamic:
      return rope::dynamic_frequencies(request, out);
    case RopeType::yarn:
      return rope::yarn_frequencies(request, out);
    case RopeType::longrope:
      return rope::longrope_frequencies(request, out);
    case RopeType::llama3:
      return rope::llama3_frequencies(request, out);
    case RopeType::proportional:
      return rope::proportional_frequencies(request, out);
    case RopeType::llama_cpp:
      return rope::llama_cpp_frequencies(request, out);
  }
}

// Every part of the request is in its range, but together they leave that of numbers.
Problem not_finite(std::string_view field, double given) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return {ProblemCode::out_of_range, field, given, std::numeric_limits<double>::min(), kLargest};
}

}  // namespace

Problem rope_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  if (Problem problem = first_problem(request)) return problem;
  out.head_dim = static_cast<std::size_t>(request.head_dim);
  out.rotary_dim = static_cast<std::size_t>(rotary_width(request));
  out.attention_factor = 1;
  out.ramp_start = out.ramp_end = kNotGiven;
  if (!out.inv_freq.resize(out.rotary_dim / 2)) return {ProblemCode::out_of_memory, "headDim", request.head_dim};
  compute(request, out);
  if (!std::isnan(request.attention_factor)) {
    // llama.cpp multiplies its value into the magnitude, Hugging Face takes it in its place.
    const double formula = request.type == RopeType::llama_cpp ? out.attention_factor : 1.0;
    out.attention_factor = request.attention_factor * formula;
  }
  if (!std::isfinite(out.attention_factor)) return not_finite("attentionFactor", request.attention_factor);
  if (first_not_finite(out.inv_freq.data(), out.inv_freq.size())) return not_finite("theta", request.theta);
  return {};
}

}  // namespace attention
