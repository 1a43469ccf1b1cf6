#pragma once

#include <algorithm>
#include <cstddef>

#include "attention/mask.hpp"
#include "attention/matrix.hpp"

namespace attention {

// What every algorithm computes: output = softmax(scale * q k^T, masked) v, row by row, for T = float or double. The
// rows may be a part of more: those from `first_row` on, out of `all_rows`, which is what the mask goes by. A row that
// sees no key gives 0. What is in masked keys and values never reaches the output, NaN and infinities included. The
// views are of matrices that own their rows: aligned, and padded with 0 to whole batches.
template <class T>
struct AlgorithmInput {
  MatrixView<const T> q;  // n x d_k
  MatrixView<const T> k;  // keys x d_k
  MatrixView<const T> v;  // keys x d_v
  MatrixView<T> output;   // n x d_v
  T scale = 1;            // a factor on the logits
  Mask mask;
  std::size_t first_row = 0;
  std::size_t all_rows = q.rows;

  std::size_t n() const { return q.rows; }
  std::size_t keys() const { return k.rows; }
  KeyRange visible(std::size_t row) const { return visible_keys(mask, first_row + row, all_rows, keys()); }
};

// The sizes of an AlgorithmInput, for counting bytes before there is one: doubles cannot wrap.
struct AlgorithmSizes {
  double n;
  double keys;
  double d_k;
  double d_v;
};

inline KeyRange intersection(KeyRange a, KeyRange b) {
  const std::size_t first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.past, b.past))};
}

}  // namespace attention
