#pragma once

#include <cstddef>

#include "attention/algorithms/algorithm_input.hpp"
#include "attention/algorithms/gemm.hpp"
#include "attention/matrix.hpp"

namespace attention {

// Attention as two matrix products with the whole n x keys matrix in memory between them: the logits of all queries,
// then the weights of all, then the outputs of all. The matrix lies panel after panel, [key][query] in each.
//
// The work is a number of steps, to be run in order.
template <class T>
class FullMatrix {
 public:
  // False when there is no memory for the working buffers, of which the matrix is one.
  [[nodiscard]] bool prepare(const AlgorithmInput<T>& input);
  static double working_bytes(const AlgorithmSizes& sizes);

  std::size_t steps() const { return query_blocks_ * (2 * key_blocks_ + 1); }
  void run(std::size_t first, std::size_t past);

 private:
  void set_logits(RowRange queries, RowRange keys);
  void exponentiate_rows(RowRange queries);
  void add_values(RowRange queries, RowRange keys);

  AlgorithmInput<T> input_;
  std::size_t query_blocks_ = 0;
  std::size_t key_blocks_ = 0;
  std::size_t q_stride_ = 0;  // from panel to panel, here and below
  std::size_t matrix_stride_ = 0;
  std::size_t output_stride_ = 0;

  Buffer<T> matrix_;   // panels: logits, then their exponentials
  Buffer<T> q_;        // panels of a block of queries
  Buffer<T> packed_;   // a block of keys, later a block of values
  Buffer<T> output_;   // panels of a block of queries
  Buffer<T> maximum_;  // of each query of a panel
  Buffer<T> sum_;      // of each query
};

}  // namespace attention
