#pragma once

#include "attention/length_sweep.hpp"
#include "attention/rope/request.hpp"
#include "bindings/session.hpp"

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

// Null where there is not enough memory.
Float64Array divisors(double count);

// Positions for the next request that is staged, and for that one only.
void rotate_next(const PositionsRequest& request);
void set_next_positions(const attention::Positions& positions);
attention::Positions take_positions();

// rotary width, attention factor, base, first and last pair of the ramp, then one frequency for each pair.
std::optional<Refusal> rope(const PositionsRequest& request);
Float64Array rope_numbers();

// Statistics of every point, for the first seed in the seed block.
std::optional<Refusal> lengths(double queries, double d_k, const LengthPoints& points);
Float64Array length_statistics();

}  // namespace bindings
