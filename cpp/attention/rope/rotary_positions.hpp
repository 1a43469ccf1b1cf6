#pragma once

#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotate.hpp"
#include "attention/rotation.hpp"

namespace attention {

// Key j stands at position j * step, query i at (i + keys - n) * step. `frequencies.head_dim` is d_k.
struct Positions {
  bool rotate = false;
  RopeRequest frequencies;
  PairLayout layout = PairLayout::half;
  double step = 1;  // finite
};

Problem first_problem(const Positions& positions, double d_k);

// Rotary positions as Attention takes them.
class RotaryPositions final : public Rotation {
 public:
  RotaryPositions() = default;
  explicit RotaryPositions(const Positions& positions) : positions_(positions) {}

  Problem first_problem(double d_k) const override { return attention::first_problem(positions_, d_k); }
  [[nodiscard]] Problem prepare() override;
  void rotate(MatrixView<float> rows, double first) override;
  void rotate(MatrixView<double> rows, double first) override;

 private:
  Positions positions_;
  Rotator<float> floats_;
  Rotator<double> doubles_;
};

}  // namespace attention
