#include "attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/elementary.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

// Batches that hold a visible key. Their other lanes are -inf, and exp makes them 0.
struct BatchRange {
  std::size_t first;
  std::size_t past;
};

template <class T>
BatchRange batches_of(KeyRange visible) {
  return {visible.first / kLanes<T> * kLanes<T>, padded<T>(visible.past)};
}

// Writes exp(scaled - shift) and returns its sum.
template <class T>
T exponentials(const T* scaled, T shift, BatchRange range, T* weights, std::size_t stride) {
  std::fill(weights, weights + range.first, T(0));
  std::fill(weights + range.past, weights + stride, T(0));
  auto sum = splat(T(0));
  for (std::size_t j = range.first; j < range.past; j += kLanes<T>) {
    const auto exponential = exp<T>(load(scaled + j) - splat(shift));
    store(weights + j, exponential);
    sum = sum + exponential;
  }
  return lane_sum<T>(sum);
}

template <class T>
void divide(T* weights, BatchRange range, T sum) {
  for (std::size_t j = range.first; j < range.past; j += kLanes<T>) store(weights + j, load(weights + j) / splat(sum));
}

}  // namespace

template <class T>
T stable_softmax(const T* scaled, KeyRange visible, T* weights, std::size_t stride, T sink) {
  const BatchRange range = batches_of<T>(visible);
  auto largest = load(scaled + range.first);
  for (std::size_t j = range.first + kLanes<T>; j < range.past; j += kLanes<T>)
    largest = max<T>(largest, load(scaled + j));
  const T shift = std::max(lane_max<T>(largest), sink);
  const T sink_exponential = static_cast<T>(exponential(sink - shift));
  const T sum = exponentials(scaled, shift, range, weights, stride) + sink_exponential;
  divide(weights, range, sum);
  return sink_exponential / sum;
}

template <class T>
std::optional<SoftmaxFailure> naive_softmax(const T* scaled, KeyRange visible, T* weights, std::size_t stride, T sink,
                                            T& sink_weight) {
  const BatchRange range = batches_of<T>(visible);
  const T sink_exponential = static_cast<T>(exponential(sink));
  const T sum = exponentials(scaled, T(0), range, weights, stride) + sink_exponential;
  if (sum == 0) return SoftmaxFailure{EventCode::underflow, kNoKey};
  if (std::isinf(sum)) {
    std::size_t key = visible.first;
    for (T running = weights[key]; !std::isinf(running) && key + 1 < visible.past; running += weights[key]) ++key;
    return SoftmaxFailure{EventCode::overflow, key};
  }
  divide(weights, range, sum);
  sink_weight = sink_exponential / sum;
  return std::nullopt;
}

template float stable_softmax(const float*, KeyRange, float*, std::size_t, float);
template double stable_softmax(const double*, KeyRange, double*, std::size_t, double);
template std::optional<SoftmaxFailure> naive_softmax(const float*, KeyRange, float*, std::size_t, float, float&);
template std::optional<SoftmaxFailure> naive_softmax(const double*, KeyRange, double*, std::size_t, double, double&);

}  // namespace attention
