#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>

#include "attention/elementary.hpp"

namespace attention {

// QK-norm: q and k are normalised before they are rotated and multiplied, so that logits are bounded whatever the
// activations do.

// Under the root, so that a row of zeros stays one: rms_norm_eps of both models.
inline constexpr double kRmsEpsilon = 1e-6;

// sqrt(sum x^2), also where a square would be beyond the largest number.
template <class T>
double norm(const T* row, std::size_t width) {
  double largest = 0;
  for (std::size_t i = 0; i < width; ++i) largest = std::fmax(largest, std::abs(static_cast<double>(row[i])));
  if (largest == 0) return 0;
  double squares = 0;
  for (std::size_t i = 0; i < width; ++i) squares += (row[i] / largest) * (row[i] / largest);
  return largest * std::sqrt(squares);
}

// x / sqrt(mean x^2 + epsilon) over the `width` entries of a head. Qwen 3 and Gemma 3 then multiply by learned weights;
// the lab takes them as 1.
template <class T>
void rms_normalize(T* row, std::size_t width, double epsilon = kRmsEpsilon) {
  const double rms = std::hypot(norm(row, width) / std::sqrt(static_cast<double>(width)), std::sqrt(epsilon));
  for (std::size_t i = 0; i < width; ++i) row[i] = static_cast<T>(row[i] / rms);
}

// x / |x|; a row of zeros stays one. The dot product is then the cosine of the angle between q and k. Henry et al.,
// arXiv 2010.04245.
template <class T>
void l2_normalize(T* row, std::size_t width) {
  const double length = norm(row, width);
  if (length == 0) return;
  for (std::size_t i = 0; i < width; ++i) row[i] = static_cast<T>(row[i] / length);
}

// Where the learned factor on the cosine starts: log2(L^2 - L) for sequences of a usual length L (the 97.5th
// percentile).
inline double cosine_factor(double usual_length) {
  return logarithm(usual_length * usual_length - usual_length) / std::numbers::ln2;
}

}  // namespace attention
