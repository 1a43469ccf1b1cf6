#include "attention/algorithms/gemm.hpp"

#include <algorithm>

namespace attention {
namespace {

// Calls visit(first row, number of rows) for each group.
template <class T, class Visit>
void for_each_group(std::size_t rows, Visit visit) {
  const RowGroups<T> groups(rows);
  std::size_t row = 0;
  for (std::size_t i = 0; i < groups.longs; ++i, row += groups.kLong) visit(row, groups.kLong);
  for (std::size_t i = 0; i < groups.shorts; ++i, row += groups.kShort) visit(row, groups.kShort);
}

// One group. Its loop does one step at a time: unrolled here, V8 would need more registers than there are.
template <std::size_t kRows, Product product, class T>
[[gnu::noinline]] void multiply_group(const T* a, const T* b, std::size_t depth, T* c) {
  Batch<T> left[kRows];
  Batch<T> right[kRows];
  for (std::size_t r = 0; r < kRows; ++r) {
    left[r] = right[r] = splat(T(0));
  }
  for (std::size_t i = 0; i < depth; ++i) {
    const Batch<T> b_left = load(b);
    const Batch<T> b_right = load(b + kLanes<T>);
    for (std::size_t r = 0; r < kRows; ++r) {
      const Batch<T> factor = load_splat(a + r);
      left[r] = multiply_add_relaxed(factor, b_left, left[r]);
      right[r] = multiply_add_relaxed(factor, b_right, right[r]);
    }
    a += kRows;
    b += kPanel<T>;
  }
  for (std::size_t r = 0; r < kRows; ++r, c += kPanel<T>) {
    // What was there is added last: sums of blocks, added up, lose less than one long sum.
    store(c, product == Product::add ? load(c) + left[r] : left[r]);
    store(c + kLanes<T>, product == Product::add ? load(c + kLanes<T>) + right[r] : right[r]);
  }
}

// Batches that hold one number for each row of a group.
template <std::size_t kRows, class T>
inline constexpr std::size_t kBatches = (kRows + kLanes<T> - 1) / kLanes<T>;

// Column by column, batches overlap: what one writes beyond its group's rows the next one writes over.
template <std::size_t kRows, class T>
void pack_group_of_rows(MatrixView<const T> source, std::size_t first, std::size_t last_row, T* target) {
  constexpr std::size_t kWidth = kLanes<T>;
  for (std::size_t column = 0; column < source.columns; column += kWidth) {
    Batch<T> tiles[kBatches<kRows, T>][kWidth];
    for (std::size_t tile = 0; tile < kBatches<kRows, T>; ++tile) {
      for (std::size_t i = 0; i < kWidth; ++i) {
        tiles[tile][i] = load(source.row(std::min(first + tile * kWidth + i, last_row)) + column);
      }
      transpose(tiles[tile]);
    }
    for (std::size_t i = 0; i < kWidth; ++i, target += kRows) {
      for (std::size_t tile = 0; tile < kBatches<kRows, T>; ++tile) {
        store_unaligned(target + tile * kWidth, tiles[tile][i]);
      }
    }
  }
}

template <std::size_t kRows, class T>
void pack_group_of_columns(MatrixView<const T> source, KeyRange rows, std::size_t column, T* target) {
  const bool fits = column + kBatches<kRows, T> * kLanes<T> <= source.stride;
  for (std::size_t row = rows.first; row < rows.past; ++row, target += kRows) {
    const T* from = source.row(row) + column;
    if (fits) {
      for (std::size_t tile = 0; tile < kBatches<kRows, T>; ++tile) {
        store_unaligned(target + tile * kLanes<T>, load_unaligned(from + tile * kLanes<T>));
      }
    } else {
      std::fill(std::copy_n(from, std::min(kRows, source.columns - column), target), target + kRows, T(0));
    }
  }
}

}  // namespace

template <class T>
PackedMatrix<T> pack_rows(MatrixView<const T> source, KeyRange rows, T* target) {
  using Groups = RowGroups<T>;
  for_each_group<T>(rows.size(), [&](std::size_t row, std::size_t length) {
    const auto pack =
        length == Groups::kLong ? pack_group_of_rows<Groups::kLong, T> : pack_group_of_rows<Groups::kShort, T>;
    pack(source, rows.first + row, rows.past - 1, target + row * source.columns);
  });
  return {target, rows.size(), source.columns};
}

template <class T>
PackedMatrix<T> pack_columns(MatrixView<const T> source, KeyRange rows, T* target) {
  using Groups = RowGroups<T>;
  for_each_group<T>(source.columns, [&](std::size_t column, std::size_t length) {
    const auto pack =
        length == Groups::kLong ? pack_group_of_columns<Groups::kLong, T> : pack_group_of_columns<Groups::kShort, T>;
    pack(source, rows, column, target + column * rows.size());
  });
  return {target, source.columns, rows.size()};
}

template <class T>
void pack_panel(MatrixView<const T> source, std::size_t first, T factor, T* panel) {
  constexpr std::size_t kWidth = kLanes<T>;
  for (std::size_t column = 0; column < source.columns; column += kWidth) {
    for (std::size_t half = 0; half < kPanel<T>; half += kWidth) {
      Batch<T> tile[kWidth];
      for (std::size_t i = 0; i < kWidth; ++i) {
        tile[i] = load(source.row(std::min(first + half + i, source.rows - 1)) + column) * splat(factor);
      }
      transpose(tile);
      for (std::size_t i = 0; i < kWidth; ++i) store(panel + (column + i) * kPanel<T> + half, tile[i]);
    }
  }
}

template <class T>
void unpack_panel(const T* panel, const T* factors, std::size_t first, MatrixView<T> target) {
  constexpr std::size_t kWidth = kLanes<T>;
  for (std::size_t column = 0; column < target.columns; column += kWidth) {
    for (std::size_t half = 0; half < kPanel<T>; half += kWidth) {
      Batch<T> tile[kWidth];
      for (std::size_t i = 0; i < kWidth; ++i) {
        tile[i] = load(panel + (column + i) * kPanel<T> + half) * load(factors + half);
      }
      transpose(tile);
      for (std::size_t i = 0; i < kWidth && first + half + i < target.rows; ++i) {
        store(target.row(first + half + i) + column, tile[i]);
      }
    }
  }
}

template <Product product, class T>
void multiply(const PackedMatrix<T>& a, RowRange rows, RowRange columns, const T* b, T* c) {
  using Groups = RowGroups<T>;
  for_each_group<T>(a.rows, [&](std::size_t row, std::size_t length) {
    if (row + length <= rows.first || row >= rows.past) return;
    const auto multiply = length == Groups::kLong ? multiply_group<Groups::kLong, product, T>
                                                  : multiply_group<Groups::kShort, product, T>;
    multiply(a.data + row * a.columns + columns.first * length, b + columns.first * kPanel<T>, columns.size(),
             c + row * kPanel<T>);
  });
}

#define INSTANTIATE(T)                                                                                \
  template PackedMatrix<T> pack_rows(MatrixView<const T>, KeyRange, T*);                              \
  template PackedMatrix<T> pack_columns(MatrixView<const T>, KeyRange, T*);                           \
  template void pack_panel(MatrixView<const T>, std::size_t, T, T*);                                  \
  template void unpack_panel(const T*, const T*, std::size_t, MatrixView<T>);                         \
  template void multiply<Product::replace>(const PackedMatrix<T>&, RowRange, RowRange, const T*, T*); \
  template void multiply<Product::add>(const PackedMatrix<T>&, RowRange, RowRange, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace attention
