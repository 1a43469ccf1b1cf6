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

// Rows first .. past, less their mean under the weights. They are taken relative to the row of the largest weight
// first: of a row that is nearly one-hot the mean is nearly that row, and their difference would be lost.
bool center(const double* rows, std::size_t width, const double* weights, KeyRange visible, std::size_t largest,
            Buffer<double>& centered) {
  if (!centered.resize((visible.size() + 1) * width)) return false;
  double* mean = centered.data() + visible.size() * width;
  std::fill(mean, mean + width, 0.0);
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    double* row = centered.data() + (j - visible.first) * width;
    for (std::size_t c = 0; c < width; ++c) {
      row[c] = rows[j * width + c] - rows[largest * width + c];
      mean[c] += weights[j] * row[c];
    }
  }
  for (std::size_t j = 0; j < visible.size(); ++j) {
    for (std::size_t c = 0; c < width; ++c) centered[j * width + c] -= mean[c];
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
  if (!center(k, d_k, weights, visible, largest, keys_) || !center(v, d_v, weights, visible, largest, values_))
    return -1;
  // |sum_j w_j v_j k_j^T|^2 = sum_ij w_i w_j (k_i . k_j) (v_i . v_j), with both centred.
  double squares = 0;
  for (std::size_t i = 0; i < visible.size(); ++i) {
    const double weight = weights[visible.first + i];
    if (weight == 0) continue;
    for (std::size_t j = 0; j <= i; ++j) {
      const double pair = weight * weights[visible.first + j] * (i == j ? 1 : 2);
      if (pair == 0) continue;
      squares += pair * dot(keys_.data() + i * d_k, keys_.data() + j * d_k, d_k) *
                 dot(values_.data() + i * d_v, values_.data() + j * d_v, d_v);
    }
  }
  return std::abs(factor) * std::sqrt(std::max(0.0, squares));
}

}  // namespace attention
