#include "attention/algorithms/panel_softmax.hpp"

#include "attention/algorithms/exponential.hpp"

namespace attention {
namespace {

// A query that has met only -inf is shifted by 0: its exponentials are then 0, not NaN.
template <class T>
Batch<T> shift_of(Batch<T> maximum) {
  return select(maximum == splat(kNothing<T>), splat(T(0)), maximum);
}

// For one batch of the panel's queries.
template <class T>
void exponentiate_batch(T* logits, RowRange rows, const T* maximum, T* sum) {
  const Exponential<T> exponential;
  const Batch<T> shift = shift_of(load(maximum));
  Batch<T> total = splat(T(0));
  T* end = logits + rows.past * kPanel<T>;
  for (T* row = logits + rows.first * kPanel<T>; row < end; row += kPanel<T>) {
    const Batch<T> weight = exponential(load(row) - shift);
    store(row, weight);
    total = total + weight;
  }
  store(sum, load(sum) + total);
}

}  // namespace

template <class T>
void hide_masked(const AlgorithmInput<T>& input, RowRange queries, KeyRange keys, std::size_t origin, T* logits) {
  for (std::size_t query = queries.first; query < queries.past && !keys.empty(); ++query) {
    const KeyRange seen = input.visible(query);
    for (std::size_t key = keys.first; key < keys.past; ++key) {
      if (key < seen.first || key >= seen.past) {
        logits[(key - origin) * kPanel<T> + query - queries.first] = kNothing<T>;
      }
    }
  }
}

template <class T>
void add_partly_seen(const AlgorithmInput<T>& input, RowRange queries, KeyRange keys, std::size_t origin,
                     const T* weights, T* sums) {
  for (std::size_t query = queries.first; query < queries.past && !keys.empty(); ++query) {
    const std::size_t lane = query - queries.first;
    const KeyRange seen = intersection(input.visible(query), keys);
    for (std::size_t key = seen.first; key < seen.past; ++key) {
      const T weight = weights[(key - origin) * kPanel<T> + lane];
      const T* value = input.v.row(key);
      for (std::size_t column = 0; column < input.v.columns; ++column)
        sums[column * kPanel<T> + lane] += weight * value[column];
    }
  }
}

template <class T>
void raise_maximum(const T* logits, RowRange rows, T* maximum, T* sum, T* sums, std::size_t columns) {
  const Batch<T> old_left = load(maximum);
  const Batch<T> old_right = load(maximum + kLanes<T>);
  Batch<T> left = old_left;
  Batch<T> right = old_right;
  const T* end = logits + rows.past * kPanel<T>;
  for (const T* row = logits + rows.first * kPanel<T>; row < end; row += kPanel<T>) {
    left = max(left, load(row));
    right = max(right, load(row + kLanes<T>));
  }
  if (!any(left > old_left) && !any(right > old_right)) return;
  store(maximum, left);
  store(maximum + kLanes<T>, right);

  const Exponential<T> exponential;
  const Batch<T> left_factor = exponential(old_left - shift_of(left));
  const Batch<T> right_factor = exponential(old_right - shift_of(right));
  store(sum, load(sum) * left_factor);
  store(sum + kLanes<T>, load(sum + kLanes<T>) * right_factor);
  for (std::size_t column = 0; column < columns; ++column, sums += kPanel<T>) {
    store(sums, load(sums) * left_factor);
    store(sums + kLanes<T>, load(sums + kLanes<T>) * right_factor);
  }
}

template <class T>
void exponentiate(T* logits, RowRange rows, const T* maximum, T* sum) {
  exponentiate_batch(logits, rows, maximum, sum);
  exponentiate_batch(logits + kLanes<T>, rows, maximum + kLanes<T>, sum + kLanes<T>);
}

#define INSTANTIATE(T)                                                                                    \
  template void hide_masked(const AlgorithmInput<T>&, RowRange, KeyRange, std::size_t, T*);               \
  template void add_partly_seen(const AlgorithmInput<T>&, RowRange, KeyRange, std::size_t, const T*, T*); \
  template void raise_maximum(const T*, RowRange, T*, T*, T*, std::size_t);                               \
  template void exponentiate(T*, RowRange, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace attention
