#include "attention/algorithms/rows.hpp"

#include <algorithm>
#include <limits>

#include "attention/algorithms/exponential.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

template <class T>
constexpr T kNothing = -std::numeric_limits<T>::infinity();

// Sums of this many keys are added up, which loses less than one long sum.
constexpr std::size_t kKeysPerSum = 256;

// output[0 .. kBatches) += factor * the weighted sum of that many batches of each value.
template <std::size_t kBatches, class T>
[[gnu::noinline]] void add_up(const T* weights, std::size_t count, const T* values, std::size_t stride, T factor,
                              T* output) {
  Batch<T> sums[kBatches];
  for (Batch<T>& sum : sums) sum = splat(T(0));
  for (std::size_t j = 0; j < count; ++j, values += stride) {
    const Batch<T> weight = load_splat(weights + j);
    for (std::size_t b = 0; b < kBatches; ++b) {
      sums[b] = multiply_add_relaxed(weight, load(values + b * kLanes<T>), sums[b]);
    }
  }
  for (std::size_t b = 0; b < kBatches; ++b, output += kLanes<T>) {
    store(output, load(output) + sums[b] * splat(factor));
  }
}

}  // namespace

template <class T>
bool Rows<T>::prepare(const AlgorithmInput<T>& input) {
  input_ = input;
  return weights_.resize(padded<T>(input.keys()));
}

template <class T>
void Rows<T>::run(std::size_t first, std::size_t past) {
  for (std::size_t i = first; i < past; ++i) {
    const KeyRange visible = input_.visible(i);
    const T largest = logits(input_.q.row(i), visible);
    const T sum = exponentials(visible.size(), largest);
    weighted_sum(visible, sum == 0 ? T(0) : 1 / sum, input_.output.row(i));
  }
}

// Sets the logits, a batch of keys at a time; -inf in the padding. Returns the largest.
template <class T>
T Rows<T>::logits(const T* query, KeyRange visible) {
  const Batch<T> factor(input_.scale * kExponentialUnit<T>);
  Batch<T> largest(kNothing<T>);
  for (std::size_t key = visible.first; key < visible.past; key += kLanes<T>) {
    Batch<T> products[kLanes<T>];
    const T* keys[kLanes<T>];
    for (std::size_t lane = 0; lane < kLanes<T>; ++lane) {
      keys[lane] = input_.k.row(std::min(key + lane, visible.past - 1));
      products[lane] = splat(T(0));
    }
    for (std::size_t t = 0; t < input_.q.columns; t += kLanes<T>) {
      const Batch<T> part = load(query + t);
      for (std::size_t lane = 0; lane < kLanes<T>; ++lane) {
        products[lane] = multiply_add_relaxed(part, load(keys[lane] + t), products[lane]);
      }
    }
    transpose(products);
    Batch<T> logit = products[0];
    for (std::size_t lane = 1; lane < kLanes<T>; ++lane) logit = logit + products[lane];
    logit = logit * factor;
    largest = max(largest, logit);
    store(weights_.data() + (key - visible.first), logit);
  }
  std::fill(weights_.data() + visible.size(), weights_.data() + padded<T>(visible.size()), kNothing<T>);
  return lane_max(largest);
}

template <class T>
T Rows<T>::exponentials(std::size_t count, T largest) {
  const Exponential<T> exponential;
  const Batch<T> shift(largest == kNothing<T> ? T(0) : largest);
  Batch<T> total = splat(T(0));
  for (std::size_t start = 0; start < count; start += kKeysPerSum) {
    Batch<T> sum = splat(T(0));
    for (std::size_t j = start; j < std::min(start + kKeysPerSum, count); j += kLanes<T>) {
      const Batch<T> weight = exponential(load(weights_.data() + j) - shift);
      store(weights_.data() + j, weight);
      sum = sum + weight;
    }
    total = total + sum;
  }
  return lane_sum(total);
}

template <class T>
void Rows<T>::weighted_sum(KeyRange visible, T factor, T* output) const {
  constexpr std::size_t kMany = 8;
  const std::size_t stride = input_.v.stride;
  std::fill(output, output + padded<T>(input_.v.columns), T(0));
  for (std::size_t start = 0; start < visible.size(); start += kKeysPerSum) {
    const std::size_t count = std::min(kKeysPerSum, visible.size() - start);
    const T* weights = weights_.data() + start;
    const T* values = input_.v.row(visible.first + start);
    std::size_t column = 0;
    for (; column + kMany * kLanes<T> <= stride; column += kMany * kLanes<T>) {
      add_up<kMany>(weights, count, values + column, stride, factor, output + column);
    }
    for (; column < input_.v.columns; column += kLanes<T>) {
      add_up<1>(weights, count, values + column, stride, factor, output + column);
    }
  }
}

template class Rows<float>;
template class Rows<double>;

}  // namespace attention
