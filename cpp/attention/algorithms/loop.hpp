#pragma once

#include <cstddef>

#include "attention/algorithms/algorithm_input.hpp"
#include "attention/matrix.hpp"

namespace attention {

// Attention as the article writes it: one number at a time, in double whatever T is, as Python's floats are. The
// reference for the other algorithms. One step is one query.
template <class T>
class Loop {
 public:
  // False when there is no memory for the working buffers.
  [[nodiscard]] bool prepare(const AlgorithmInput<T>& input);
  static double working_bytes(const AlgorithmSizes& sizes) { return sizeof(double) * sizes.keys; }

  std::size_t steps() const { return input_.n(); }
  void run(std::size_t first, std::size_t past);
  // The output of one query.
  void run_row(std::size_t row, T* output);

 private:
  AlgorithmInput<T> input_;
  Buffer<double> weights_;  // one row
};

}  // namespace attention
