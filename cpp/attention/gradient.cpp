#include "attention/gradient.hpp"

#include <algorithm>
#include <cmath>

namespace attention {
namespace {

double dot(const double* a, const double* b, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// Of the largest magnitude in rows first .. past that have a weight: within what a double can be multiplied up or down.
int exponent_of(const double* rows, std::size_t width, const double* weights, KeyRange visible) {
  double largest = 0;
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    if (weights[j] < kSmallestWeight) continue;
    for (std::size_t c = 0; c < width; ++c) largest = std::max(largest, std::abs(rows[j * width + c]));
  }
  return largest == 0 ? 0 : std::clamp(std::ilogb(largest), -1022, 1022);
}

// Rows first .. past, times 2^-exponent so that no product of them leaves the numbers, less their mean under the
// weights. They are taken relative to the row of the largest weight first: of a row that is nearly one-hot the mean is
// nearly that row, and their difference would be lost. Rows of too small a weight are not looked at, nor set.
bool center(const double* rows, std::size_t width, int exponent, const double* weights, KeyRange visible,
            std::size_t largest, Buffer<double>& centered) {
  if (!centered.resize((visible.extent() + 1) * width)) return false;
  const double unit = std::ldexp(1.0, -exponent);
  double* mean = centered.data() + visible.extent() * width;
  std::fill(mean, mean + width, 0.0);
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    if (weights[j] < kSmallestWeight) continue;
    double* row = centered.data() + (j - visible.first) * width;
    for (std::size_t c = 0; c < width; ++c) {
      row[c] = rows[j * width + c] * unit - rows[largest * width + c] * unit;
      mean[c] += weights[j] * row[c];
    }
  }
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    if (weights[j] < kSmallestWeight) continue;
    double* row = centered.data() + (j - visible.first) * width;
    for (std::size_t c = 0; c < width; ++c) row[c] -= mean[c];
  }
  return true;
}

}  // namespace

double spectral_norm(const double* weights, KeyRange visible, double jacobian) {
  double largest = 0, second = 0;
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    second = std::max(second, std::min(largest, weights[j]));
    largest = std::max(largest, weights[j]);
  }
  if (second == largest || jacobian == 0) return visible.size() > 1 ? second : 0;
  // The eigenvalues other than 0 are the zeros of sum_j w_j / (w_j - x), one between each two neighbouring weights. The
  // sum rises between the two largest, and the norms of a matrix of rank m - 1 bound the zero further.
  double low = std::max(second, jacobian / std::sqrt(static_cast<double>(visible.size())));
  double high = std::min(largest, jacobian);
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    double sum = 0;
    for (std::size_t j = visible.first; j < visible.past; ++j) sum += weights[j] / (weights[j] - middle);
    (sum < 0 ? low : high) = middle;
  }
}

double OutputDerivative::norm(const double* weights, KeyRange visible, double factor, const double* k, std::size_t d_k,
                              const double* v, std::size_t d_v) {
  const double* top = std::max_element(weights + visible.first, weights + visible.past);
  const auto largest = static_cast<std::size_t>(top - weights);
  const int k_exponent = exponent_of(k, d_k, weights, visible);
  const int v_exponent = exponent_of(v, d_v, weights, visible);
  if (!center(k, d_k, k_exponent, weights, visible, largest, keys_) ||
      !center(v, d_v, v_exponent, weights, visible, largest, values_)) {
    return -1;
  }
  // |sum_j w_j v_j k_j^T|^2 = sum_ij w_i w_j (k_i . k_j) (v_i . v_j), with both centred.
  double squares = 0;
  for (std::size_t i = 0; i < visible.extent(); ++i) {
    const double weight = weights[visible.first + i];
    if (weight < kSmallestWeight) continue;
    for (std::size_t j = 0; j <= i; ++j) {
      const double other = weights[visible.first + j];
      if (other < kSmallestWeight) continue;
      squares += weight * other * (i == j ? 1 : 2) * dot(keys_.data() + i * d_k, keys_.data() + j * d_k, d_k) *
                 dot(values_.data() + i * d_v, values_.data() + j * d_v, d_v);
    }
  }
  int exponent = 0;
  const double fraction = std::frexp(std::abs(factor), &exponent);
  return std::ldexp(fraction * std::sqrt(std::max(0.0, squares)), exponent + k_exponent + v_exponent);
}

}  // namespace attention
