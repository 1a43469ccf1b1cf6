#include "attention/logits.hpp"

#include <algorithm>

namespace attention {
namespace {

// Rows x 4 batches of sums stay in registers while the loop walks down d_k.
template <std::size_t kRows, class T>
void panel_logits(MatrixView<const T> q, std::size_t i, const T* panel, MatrixView<T> logits, std::size_t j,
                  std::size_t batches) {
  Batch<T> sums[kRows][4];
  for (auto& row : sums) {
    for (auto& sum : row) sum = splat(T(0));
  }
  for (std::size_t t = 0; t < q.columns; ++t, panel += kPanelKeys<T>) {
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto component = splat(q.row(i + r)[t]);
      for (std::size_t b = 0; b < 4; ++b) {
        sums[r][b] = multiply_add(component, load(panel + b * kLanes<T>), sums[r][b]);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    T* target = logits.row(i + r) + j;
    for (std::size_t b = 0; b < batches; ++b) store(target + b * kLanes<T>, sums[r][b]);
  }
}

}  // namespace

template <class T>
bool pack_keys(MatrixView<const T> k, Matrix<T>& panels) {
  const std::size_t count = (k.rows + kPanelKeys<T> - 1) / kPanelKeys<T>;
  if (!panels.reshape(count, k.columns * kPanelKeys<T>)) return false;
  for (std::size_t p = 0; p < count; ++p) {
    T* panel = panels.row(p);
    const std::size_t first = p * kPanelKeys<T>;
    const std::size_t filled = std::min(kPanelKeys<T>, k.rows - first);
    if (filled < kPanelKeys<T>) std::fill(panel, panel + panels.stride(), T(0));
    for (std::size_t c = 0; c < filled; ++c) {
      const T* key = k.row(first + c);
      for (std::size_t t = 0; t < k.columns; ++t) panel[t * kPanelKeys<T> + c] = key[t];
    }
  }
  return true;
}

template <class T>
void compute_logits(MatrixView<const T> q, const Matrix<T>& panels, std::size_t first_key, std::size_t past_key,
                    MatrixView<T> logits) {
  const std::size_t row_batches = padded<T>(logits.columns) / kLanes<T>;
  for (std::size_t p = first_key / kPanelKeys<T>; p * kPanelKeys<T> < past_key; ++p) {
    const std::size_t batches = std::min<std::size_t>(4, row_batches - 4 * p);
    std::size_t i = 0;
    for (; i + 2 <= q.rows; i += 2) panel_logits<2>(q, i, panels.row(p), logits, p * kPanelKeys<T>, batches);
    if (i < q.rows) panel_logits<1>(q, i, panels.row(p), logits, p * kPanelKeys<T>, batches);
  }
}

template bool pack_keys(MatrixView<const float>, Matrix<float>&);
template bool pack_keys(MatrixView<const double>, Matrix<double>&);
template void compute_logits(MatrixView<const float>, const Matrix<float>&, std::size_t, std::size_t,
                             MatrixView<float>);
template void compute_logits(MatrixView<const double>, const Matrix<double>&, std::size_t, std::size_t,
                             MatrixView<double>);

}  // namespace attention
