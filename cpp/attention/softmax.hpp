#pragma once

#include <cstddef>
#include <optional>

#include "attention/event.hpp"
#include "attention/key_range.hpp"

namespace attention {

struct SoftmaxFailure {
  EventCode code;
  std::size_t key;
};

// weights[j] = exp(s_j - max s) / sum over the visible keys, 0 elsewhere. The row has `stride` elements, a whole number
// of batches, and is -inf where nothing is seen. At least one key is visible; visible entries are below +inf and not
// all -inf. Never fails.
template <class T>
void stable_softmax(const T* scaled, KeyRange visible, T* weights, std::size_t stride);

// The formula as it stands in the textbook, exp(s_j) / sum, with what becomes of it in the arithmetic of T:
// - overflow, at the first key whose exponential, or the running sum up to it, is beyond the largest T;
// - underflow, when every exponential is 0.
// The weights are then not to be used.
template <class T>
[[nodiscard]] std::optional<SoftmaxFailure> naive_softmax(const T* scaled, KeyRange visible, T* weights,
                                                          std::size_t stride);

}  // namespace attention
