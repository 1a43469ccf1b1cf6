#pragma once

#include "attention/matrix.hpp"
#include "attention/problem.hpp"

namespace attention {

// Turns rows of queries and keys by their positions before they are multiplied. An interface, so that a program without
// positions carries none of their code; rope/rotary_positions.hpp is what implements it.
class Rotation {
 public:
  // What is wrong with it for rows of d_k numbers. Judged with the request, before anything is computed.
  virtual Problem first_problem(double d_k) const = 0;

  // Makes ready to turn. Fails for want of memory, or where an angle would be no number.
  [[nodiscard]] virtual Problem prepare() = 0;

  // Row r of `rows` (owned, padded rows) is turned as the one at place first + r.
  virtual void rotate(MatrixView<float> rows, double first) = 0;
  virtual void rotate(MatrixView<double> rows, double first) = 0;

 protected:
  ~Rotation() = default;
};

}  // namespace attention
