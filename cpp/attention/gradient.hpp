#pragma once

#include <cstddef>

#include "attention/key_range.hpp"
#include "attention/matrix.hpp"

namespace attention {

// The largest eigenvalue of diag(w) - w w^T, hence its spectral norm: what one step of softmax at most passes on.
// `jacobian` is the Frobenius norm of the same matrix. The visible weights, at least one, have a sum of 1.
double spectral_norm(const double* weights, KeyRange visible, double jacobian);

// The product of two smaller weights is 0.
inline constexpr double kSmallestWeight = 1e-150;

// How far an output row o_i = sum_j w_j v_j moves with its query.
class OutputDerivative {
 public:
  // Frobenius norm of d o_i / d q_i = factor * V^T (diag(w) - w w^T) K, with `factor` what the logits are multiplied
  // by. k and v are row-major without padding; rows of a weight below kSmallestWeight are not looked at. Negative when
  // there is not enough memory.
  double norm(const double* weights, KeyRange visible, double factor, const double* k, std::size_t d_k, const double* v,
              std::size_t d_v);

 private:
  Buffer<double> keys_;
  Buffer<double> values_;
};

}  // namespace attention
