// What of a gradient gets through a row, beside the same formulas in a wider format.
#include <cmath>

#include "attention/attend.hpp"
#include "attention/gradient.hpp"
#include "attention/mask.hpp"
#include "attention/scaling.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

// |factor V^T (diag(w) - w w^T) K|, and how far rounding to double may move it.
struct Norm {
  long double value;
  long double reach;
};

Norm wide_norm(const double* weights, KeyRange visible, long double factor, const double* k, std::size_t d_k,
               const double* v, std::size_t d_v) {
  std::vector<long double> mean(d_k), largest_k(d_k);
  std::vector<long double> largest_v(d_v);
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    if (weights[j] < kSmallestWeight) continue;
    for (std::size_t a = 0; a < d_k; ++a) {
      mean[a] += static_cast<long double>(weights[j]) * k[j * d_k + a];
      largest_k[a] = std::max(largest_k[a], std::fabs(static_cast<long double>(k[j * d_k + a])));
    }
    for (std::size_t b = 0; b < d_v; ++b) {
      largest_v[b] = std::max(largest_v[b], std::fabs(static_cast<long double>(v[j * d_v + b])));
    }
  }
  long double squares = 0, most = 0;
  for (std::size_t a = 0; a < d_k; ++a) {
    for (std::size_t b = 0; b < d_v; ++b) {
      long double entry = 0;
      for (std::size_t j = visible.first; j < visible.past; ++j) {
        if (weights[j] >= kSmallestWeight) entry += weights[j] * (k[j * d_k + a] - mean[a]) * v[j * d_v + b];
      }
      squares += entry * entry;
      most += largest_k[a] * largest_k[a] * largest_v[b] * largest_v[b];
    }
  }
  return {std::fabs(factor) * std::sqrt(squares), std::fabs(factor) * std::sqrt(most) * 1e-6L};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Attention attention;
  static OutputDerivative derivative;
  Given given(bytes, size);
  AttendRequest request;
  request.n = static_cast<double>(1 + given.below(6));
  request.keys = static_cast<double>(1 + given.below(24));
  request.d_k = static_cast<double>(1 + given.below(12));
  request.d_v = static_cast<double>(1 + given.below(12));
  request.scaling = {static_cast<ScaleRule>(given.below(4)), given.number(), 1};  // without a sink
  request.mask = given.mask();
  const auto keys = static_cast<std::size_t>(request.keys), d_k = static_cast<std::size_t>(request.d_k),
             d_v = static_cast<std::size_t>(request.d_v), n = static_cast<std::size_t>(request.n);
  const std::vector<double> q = given.numbers(n * d_k), k = given.numbers(keys * d_k), v = given.numbers(keys * d_v);
  if (const Problem problem = attention.attend(request, {q.data(), k.data(), v.data()})) {
    expect_refusal(problem);
    return 0;
  }
  const double factor = scale_factor(request.scaling, {.d_k = request.d_k});
  for (std::size_t i = 0; i < n; ++i) {
    if (attention.rows[i].max_weight == 0) continue;
    const KeyRange visible = visible_keys(request.mask, i, n, keys);
    const double* weights = attention.weights.row(i);
    const double jacobian = attention.rows[i].jacobian;
    const double spectral = spectral_norm(weights, visible, jacobian);
    const double rank = std::sqrt(static_cast<double>(visible.size()));
    // Squares below 1e-300 vanish from the one, not from the other.
    expect(is_between(spectral, jacobian / rank * (1 - 1e-9), jacobian * (1 + 1e-9) + 1e-150),
           "spectral norm beside Frobenius'", {spectral, jacobian, rank});

    const double found = derivative.norm(weights, visible, factor, k.data(), d_k, v.data(), d_v);
    const Norm wide = wide_norm(weights, visible, factor, k.data(), d_k, v.data(), d_v);
    expect(!std::isnan(found) && found >= 0, "a norm is a number");
    if (wide.value < 1e300L && wide.reach < 1e300L) {
      expect(std::fabs(found - wide.value) <= wide.reach + 1e-300L, "the norm is that of the formula",
             {found, static_cast<double>(wide.value), static_cast<double>(wide.reach)});
    }
  }
  return 0;
}
