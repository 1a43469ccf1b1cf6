#pragma once

#include <cstddef>

#include "attention/algorithms/algorithm_input.hpp"
#include "attention/matrix.hpp"

namespace attention {

// Attention query by query, with several numbers per instruction. One row of weights exists at a time. One step is one
// query.
template <class T>
class Rows {
 public:
  // False when there is no memory for the working buffers.
  [[nodiscard]] bool prepare(const AlgorithmInput<T>& input);
  static double working_bytes(const AlgorithmSizes& sizes) { return sizeof(T) * sizes.keys; }

  std::size_t steps() const { return input_.n(); }
  void run(std::size_t first, std::size_t past);

 private:
  T logits(const T* query, KeyRange visible);
  T exponentials(std::size_t count, T largest);
  void weighted_sum(KeyRange visible, T factor, T* output) const;

  AlgorithmInput<T> input_;
  Buffer<T> weights_;  // of the keys that the query sees, from the first of them
};

}  // namespace attention
