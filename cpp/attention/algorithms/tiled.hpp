#pragma once

#include <cstddef>

#include "attention/algorithms/algorithm_input.hpp"
#include "attention/algorithms/gemm.hpp"
#include "attention/matrix.hpp"

namespace attention {

// Attention that never holds a row of weights, let alone the n x keys matrix. Keys come in blocks; for each query the
// largest logit so far, the sum of exponentials and the weighted sum of values are kept, and multiplied down when a
// block raises the maximum ("online softmax", Milakov and Gimelshein 2018; blocks as in FlashAttention, Dao et al.
// 2022).
//
// The work is a number of steps, to be run in order, so that a caller can stop or report in between.
template <class T>
class Tiled {
 public:
  // False when there is no memory for the working buffers. Their size does not grow with n or keys.
  [[nodiscard]] bool prepare(const AlgorithmInput<T>& input);
  static double working_bytes(const AlgorithmSizes& sizes);

  std::size_t steps() const { return query_blocks_ * key_blocks_; }
  void run(std::size_t first, std::size_t past);

 private:
  void begin(RowRange queries);
  void add_keys(RowRange queries, KeyRange keys);
  void add_keys_to_panel(RowRange queries, std::size_t panel, KeyRange block, const PackedMatrix<T>& k,
                         const PackedMatrix<T>& v);
  void end(RowRange queries);

  AlgorithmInput<T> input_;
  std::size_t query_blocks_ = 0;
  std::size_t key_blocks_ = 0;
  std::size_t q_stride_ = 0;       // from panel to panel
  std::size_t output_stride_ = 0;  // from panel to panel

  Buffer<T> q_;        // panels of a block of queries
  Buffer<T> k_;        // a block of keys, packed
  Buffer<T> v_;        // their values, packed
  Buffer<T> weights_;  // one panel: logits, then their exponentials
  Buffer<T> output_;   // panels of weighted sums
  Buffer<T> maximum_;  // of each query
  Buffer<T> sum_;      // of each query
};

}  // namespace attention
