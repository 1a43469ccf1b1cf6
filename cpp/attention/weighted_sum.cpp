#include "attention/weighted_sum.hpp"

namespace attention {
namespace {

template <std::size_t kBatches, class T>
void sum_columns(const T* weights, KeyRange visible, MatrixView<const T> v, std::size_t column, T* output) {
  Batch<T> sums[kBatches];
  for (auto& sum : sums) sum = splat(T(0));
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    if (j == visible.hole_first && visible.hole_past > j) j = visible.hole_past;
    const auto weight = splat(weights[j]);
    const T* values = v.row(j) + column;
    for (std::size_t b = 0; b < kBatches; ++b) sums[b] = multiply_add(weight, load(values + b * kLanes<T>), sums[b]);
  }
  for (std::size_t b = 0; b < kBatches; ++b) store(output + column + b * kLanes<T>, sums[b]);
}

}  // namespace

template <class T>
void weighted_sum(const T* weights, KeyRange visible, MatrixView<const T> v, T* output) {
  std::size_t column = 0;
  for (; column + 8 * kLanes<T> <= v.stride; column += 8 * kLanes<T>) {
    sum_columns<8>(weights, visible, v, column, output);
  }
  for (; column < v.stride; column += kLanes<T>) sum_columns<1>(weights, visible, v, column, output);
}

template void weighted_sum(const float*, KeyRange, MatrixView<const float>, float*);
template void weighted_sum(const double*, KeyRange, MatrixView<const double>, double*);

}  // namespace attention
