#pragma once

#include <cstddef>

#include "attention/algorithms/blocks.hpp"
#include "attention/key_range.hpp"
#include "attention/matrix.hpp"
#include "attention/simd.hpp"

// The matrix product C = A B or C += A B under the algorithms that work in blocks.
//
// B and C are panels: kPanel columns, two batches, row after row. The columns are queries, so that softmax, which works
// query by query, works lane by lane. A is packed into groups of a few rows, each group column after column, so that
// the kernel reads everything from front to back:
//
//   logits[key][query]     = k[key][feature] q[feature][query]       A = pack_rows(k),     B = pack_panel(q)
//   output[column][query] += v[column][key] weights[key][query]      A = pack_columns(v)

namespace attention {

template <class T>
inline constexpr std::size_t kPanel = 2 * kLanes<T>;

// How the rows of A are cut into groups: long ones first, then at most two short ones, so that few rows are unused.
// V8 has 15 registers to give on x86. A fused kernel of 6 rows fills them: 12 sums, 2 batches of B, 1 factor of A.
template <class T>
struct RowGroups {
  static constexpr std::size_t kLong = kFusedMultiplyAdd<T> ? 6 : 4;
  static constexpr std::size_t kShort = 4;

  explicit constexpr RowGroups(std::size_t rows) {
    const std::size_t rest = rows % kLong;
    if constexpr (kLong != kShort) shorts = rest == 0 || rest == 5 ? 0 : rest >= 3 || rows < kLong ? 1 : 2;
    if (rows > shorts * kShort) longs = (rows - shorts * kShort + kLong - 1) / kLong;
  }

  // Rows that are read and written: those there are, and the unused ones of the last group.
  constexpr std::size_t rows() const { return longs * kLong + shorts * kShort; }

  std::size_t longs = 0;
  std::size_t shorts = 0;
};

// No number of rows up to `rows` is cut into more rows than this.
template <class T>
constexpr std::size_t most_rows(std::size_t rows) {
  return rows + RowGroups<T>::kLong;
}

template <class T>
struct PackedMatrix {
  const T* data;
  std::size_t rows;
  std::size_t columns;
};

// What a target of the functions below needs room for: batches are written whole, and a batch longer than its group.
template <class T>
constexpr std::size_t packed_size(std::size_t rows, std::size_t columns) {
  return most_rows<T>(rows) * padded<T>(columns) + kPanel<T>;
}

// The given rows of `source`. Unused rows repeat the last one.
template <class T>
PackedMatrix<T> pack_rows(MatrixView<const T> source, KeyRange rows, T* target);

// The given rows of `source`, transposed.
template <class T>
PackedMatrix<T> pack_columns(MatrixView<const T> source, KeyRange rows, T* target);

// panel[c][i] = factor * source[first + i][c]. Where `source` has ended, its last row is repeated. `panel` has room for
// padded(columns) rows.
template <class T>
void pack_panel(MatrixView<const T> source, std::size_t first, T factor, T* panel);

// target[first + i][c] = factors[i] * panel[c][i] as far as `target` goes.
template <class T>
void unpack_panel(const T* panel, const T* factors, std::size_t first, MatrixView<T> target);

enum class Product { replace, add };

// c[r] (+)= sum of a[r][i] b[i] over the given columns i of a, for whole groups: all that hold one of `rows`.
template <Product product, class T>
void multiply(const PackedMatrix<T>& a, RowRange rows, RowRange columns, const T* b, T* c);

}  // namespace attention
