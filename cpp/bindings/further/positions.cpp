#include <emscripten/bind.h>

#include <algorithm>
#include <vector>

#include "attention/length_sweep.hpp"
#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotary_positions.hpp"
#include "bindings/attend/attend.hpp"

// Rotary positions: their frequencies, attention with them, and contexts of many lengths.
namespace bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(LengthPoints);

// The lists of `frequencies` are parts of the divisors, from `firstDivisor` on: short ones, then long ones.
struct PositionsRequest {
  attention::RopeRequest frequencies;
  attention::PairLayout layout;
  double step;
  double first_divisor;
  double short_divisors;
  double long_divisors;
};

struct LengthPointRequest {
  double length;
  attention::Scaling scaling;
  attention::Mask mask;
  bool rotate;
  PositionsRequest positions;
};

namespace {

using attention::Buffer;

struct State {
  Buffer<double> divisors;
  attention::RopeFrequencies frequencies;
  attention::RotaryPositions rotation;
  Buffer<double> packed;
  attention::LengthSweep sweep;
  Buffer<attention::LengthStatistics> statistics;
};

Kept<State> state;

attention::Positions positions_of(const PositionsRequest& request) {
  attention::Positions positions = {true, request.frequencies, request.layout, request.step};
  const double* first = state->divisors.data() + static_cast<std::size_t>(request.first_divisor);
  const auto short_count = static_cast<std::size_t>(request.short_divisors);
  positions.frequencies.short_divisors = {first, short_count};
  positions.frequencies.long_divisors = {first + short_count, static_cast<std::size_t>(request.long_divisors)};
  return positions;
}

// Null where there is not enough memory.
Float64Array divisors(double count) {
  if (!state->divisors.resize(static_cast<std::size_t>(count))) return null<Float64Array>();
  return view<Float64Array>(state->divisors.data(), state->divisors.size());
}

// Positions for the next request that is staged, and for that one only.
void rotate_next(const PositionsRequest& request) {
  state->rotation = attention::RotaryPositions(positions_of(request));
  set_next_rotation(&state->rotation);
}

std::optional<Refusal> rope(const PositionsRequest& request) {
  return refusal(rope_frequencies(positions_of(request).frequencies, state->frequencies));
}

// rotary width, attention factor, base, first and last pair of the ramp, then one frequency for each pair.
Float64Array rope_numbers() {
  const attention::RopeFrequencies& rope = state->frequencies;
  const double scalars[] = {static_cast<double>(rope.rotary_dim), rope.attention_factor, rope.base, rope.ramp_start,
                            rope.ramp_end};
  if (!state->packed.resize(std::size(scalars) + rope.inv_freq.size())) return null<Float64Array>();
  double* out = std::copy(std::begin(scalars), std::end(scalars), state->packed.data());
  std::copy(rope.inv_freq.begin(), rope.inv_freq.end(), out);
  return view<Float64Array>(state->packed.data(), state->packed.size());
}

// Statistics of every point, for the first seed in the seed block.
std::optional<Refusal> lengths(double queries, double d_k, const LengthPoints& requests) {
  std::vector<attention::LengthPoint> points;
  for (const LengthPointRequest& request : emscripten::vecFromJSArray<LengthPointRequest>(requests)) {
    const attention::Positions positions = request.rotate ? positions_of(request.positions) : attention::Positions{};
    points.push_back({request.length, request.scaling, request.mask, positions});
  }
  if (!state->statistics.resize(points.size())) {
    return refusal({.code = attention::ProblemCode::out_of_memory, .field = "lengths"});
  }
  return refusal(state->sweep.run({d_k, queries, points}, first_seed(), {state->statistics.data(), points.size()}));
}

Float64Array length_statistics() {
  return view<Float64Array>(reinterpret_cast<const double*>(state->statistics.data()),
                            state->statistics.size() * attention::kLengthStatistics);
}

}  // namespace
}  // namespace bindings

using namespace emscripten;

EMSCRIPTEN_BINDINGS(positions) {
  using attention::RopeRequest;
  using attention::RopeType;
  using bindings::LengthPointRequest;
  using bindings::PositionsRequest;

  enum_<RopeType>("RopeType")
      .value("default", RopeType::plain)
      .value("linear", RopeType::linear)
      .value("ntk_aware", RopeType::ntk_aware)
      .value("dynamic", RopeType::dynamic)
      .value("yarn", RopeType::yarn)
      .value("longrope", RopeType::longrope)
      .value("llama3", RopeType::llama3)
      .value("proportional", RopeType::proportional)
      .value("llama_cpp", RopeType::llama_cpp);
  enum_<attention::PairLayout>("PairLayout")
      .value("half", attention::PairLayout::half)
      .value("interleaved", attention::PairLayout::interleaved);
  value_object<RopeRequest>("RopeRequest")
      .field("type", &RopeRequest::type)
      .field("headDim", &RopeRequest::head_dim)
      .field("rotaryDim", &RopeRequest::rotary_dim)
      .field("partialRotaryFactor", &RopeRequest::partial_rotary_factor)
      .field("theta", &RopeRequest::theta)
      .field("factor", &RopeRequest::factor)
      .field("originalLength", &RopeRequest::original_length)
      .field("sequenceLength", &RopeRequest::sequence_length)
      .field("attentionFactor", &RopeRequest::attention_factor)
      .field("betaFast", &RopeRequest::beta_fast)
      .field("betaSlow", &RopeRequest::beta_slow)
      .field("mscale", &RopeRequest::mscale)
      .field("mscaleAllDim", &RopeRequest::mscale_all_dim)
      .field("truncate", &RopeRequest::truncate)
      .field("lowFreqFactor", &RopeRequest::low_freq_factor)
      .field("highFreqFactor", &RopeRequest::high_freq_factor)
      .field("extFactor", &RopeRequest::ext_factor);
  value_object<PositionsRequest>("PositionsRequest")
      .field("frequencies", &PositionsRequest::frequencies)
      .field("layout", &PositionsRequest::layout)
      .field("step", &PositionsRequest::step)
      .field("firstDivisor", &PositionsRequest::first_divisor)
      .field("shortDivisors", &PositionsRequest::short_divisors)
      .field("longDivisors", &PositionsRequest::long_divisors);
  value_object<LengthPointRequest>("LengthPointRequest")
      .field("length", &LengthPointRequest::length)
      .field("scaling", &LengthPointRequest::scaling)
      .field("mask", &LengthPointRequest::mask)
      .field("rotate", &LengthPointRequest::rotate)
      .field("positions", &LengthPointRequest::positions);
  register_type<bindings::LengthPoints>("LengthPointRequest[]");

  constant("lengthStatisticsCount", static_cast<int>(attention::kLengthStatistics));

  function("divisors", &bindings::divisors);
  function("rotateNext", &bindings::rotate_next);
  function("rope", &bindings::rope);
  function("ropeNumbers", &bindings::rope_numbers);
  function("lengths", &bindings::lengths);
  function("lengthStatistics", &bindings::length_statistics);
}
