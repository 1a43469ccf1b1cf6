#include "attention/rope/rotary_positions.hpp"

#include "attention/parameters.hpp"

namespace attention {

Problem first_problem(const Positions& positions, double d_k) {
  if (!positions.rotate) return {};
  if (positions.frequencies.head_dim != d_k) {
    return {ProblemCode::out_of_range, "headDim", positions.frequencies.head_dim, d_k, d_k};
  }
  if (Problem problem = choice_problem("layout", positions.layout, PairLayout::interleaved)) return problem;
  if (Problem problem = range_problem("step", positions.step, -1e9, 1e9)) return problem;
  return first_problem(positions.frequencies);
}

Problem RotaryPositions::prepare() {
  RopeFrequencies frequencies;
  if (Problem problem = rope_frequencies(positions_.frequencies, frequencies)) return problem;
  if (Problem problem = floats_.prepare(frequencies, positions_.layout)) return problem;
  return doubles_.prepare(frequencies, positions_.layout);
}

void RotaryPositions::rotate(MatrixView<float> rows, double first) {
  rotate_rows(rows, first * positions_.step, positions_.step, floats_);
}

void RotaryPositions::rotate(MatrixView<double> rows, double first) {
  rotate_rows(rows, first * positions_.step, positions_.step, doubles_);
}

}  // namespace attention
