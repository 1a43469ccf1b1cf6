#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "attention/event.hpp"
#include "attention/key_range.hpp"

namespace attention {

template <class T>
inline constexpr T kInfinite = std::numeric_limits<T>::infinity();

struct SoftmaxFailure {
  EventCode code;
  std::size_t key;
};

// weights[j] = exp(s_j - max s) / sum over the visible keys, 0 elsewhere. The row has `stride` elements, a whole number
// of batches, and is -inf where nothing is seen. At least one key is visible; visible entries are below +inf and not
// all -inf. Never fails. A `sink` above -inf takes part in maximum and sum; its own weight is returned, 0 without one.
template <class T>
T stable_softmax(const T* scaled, KeyRange visible, T* weights, std::size_t stride, T sink = -kInfinite<T>);

// The formula as it stands in the textbook, exp(s_j) / sum, with what becomes of it in the arithmetic of T:
// - overflow, at the first key whose exponential, or the running sum up to it, is beyond the largest T;
// - underflow, when every exponential is 0.
// The weights are then not to be used. A sink adds its own exponential to the sum; its weight goes to `sink_weight`.
template <class T>
[[nodiscard]] std::optional<SoftmaxFailure> naive_softmax(const T* scaled, KeyRange visible, T* weights,
                                                          std::size_t stride, T sink, T& sink_weight);

}  // namespace attention
