#include "attention/overflow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/narrow.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// A double holds sums, products, quotients of two numbers of any narrower format so exactly that rounding its result
// once more is the same as rounding the exact one (Figueroa 1995); so does a float for float16 and bfloat16.
[[gnu::noinline]] double rounded(Precision precision, double x) {
  switch (precision) {
    case Precision::f64:
      return x;
    case Precision::f32:
      return static_cast<double>(static_cast<float>(x));
    case Precision::f16:
      return static_cast<double>(round_to_f16(static_cast<float>(x)));
    case Precision::bf16:
      return static_cast<double>(round_to_bf16(static_cast<float>(x)));
  }
  return x;
}

double largest_number(Precision precision) {
  switch (precision) {
    case Precision::f64:
      return std::numeric_limits<double>::max();
    case Precision::f32:
      return static_cast<double>(std::numeric_limits<float>::max());
    case Precision::f16:
      return 65504;
    case Precision::bf16:
      return 0x1.FEp127;
  }
  return 0;
}

[[gnu::noinline]] double exponential(double x) { return lane_max<double>(exp<double>(splat(x))); }

// 0 times what is beyond the format has no sign to keep: it counts as +inf.
double number_of(double x) { return std::isnan(x) ? std::numeric_limits<double>::infinity() : x; }

bool is_lost(double before, double term, double after) { return term > 0 && std::isfinite(after) && after == before; }

}  // namespace

bool RowTrace::run(Precision precision, const double* q, double gain, const double* k, std::size_t keys_count,
                   std::size_t d_k, double factor) {
  if (!keys.resize(keys_count)) return false;
  const auto round = [precision](double x) { return rounded(precision, x); };
  largest = largest_number(precision);
  naive_lost = stable_lost = 0;
  naive = stable = {EventCode::overflow, Stage::logits, 0, kNoKey};
  const KeyTrace nothing = {kUndefined, kUndefined, kUndefined, kUndefined, kUndefined,
                            kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  std::fill(keys.begin(), keys.end(), nothing);

  const double narrow_factor = round(factor);
  for (std::size_t j = 0; j < keys_count; ++j) {
    double sum = 0;
    for (std::size_t c = 0; c < d_k; ++c) {
      // Where infinities of both signs meet there is no number any more: the first one stays.
      if (std::isfinite(sum)) sum = number_of(round(sum + round(round(gain * q[c]) * round(k[j * d_k + c]))));
    }
    keys[j].logit = sum;
    keys[j].scaled = std::isfinite(sum) ? number_of(round(sum * narrow_factor)) : sum;
    if (std::isfinite(keys[j].scaled) || stable.key != kNoKey) continue;
    naive = stable = {EventCode::overflow, std::isfinite(sum) ? Stage::scaling : Stage::logits, 0, j};
  }
  if (stable.key != kNoKey) return true;

  double maximum = keys[0].scaled;
  for (const KeyTrace& key : keys) maximum = std::max(maximum, key.scaled);
  double naive_sum = 0, stable_sum = 0, online_max = keys[0].scaled, online_sum = 0;
  for (std::size_t j = 0; j < keys_count; ++j) {
    KeyTrace& key = keys[j];
    key.naive_term = round(exponential(key.scaled));
    key.naive_sum = round(naive_sum + key.naive_term);
    if (!std::isfinite(key.naive_sum) && naive.key == kNoKey) naive = {EventCode::overflow, Stage::softmax, 0, j};
    naive_lost += is_lost(naive_sum, key.naive_term, key.naive_sum) ? 1 : 0;
    naive_sum = key.naive_sum;

    key.stable_term = round(exponential(round(key.scaled - maximum)));
    key.stable_sum = round(stable_sum + key.stable_term);
    stable_lost += is_lost(stable_sum, key.stable_term, key.stable_sum) ? 1 : 0;
    stable_sum = key.stable_sum;

    const double before = online_max;
    online_max = std::max(online_max, key.scaled);
    const double kept = round(online_sum * round(exponential(round(before - online_max))));
    online_sum = round(kept + round(exponential(round(key.scaled - online_max))));
    key.online_max = online_max;
    key.online_sum = online_sum;
  }
  if (naive_sum == 0) naive = {EventCode::underflow, Stage::softmax, 0, 0};
  for (KeyTrace& key : keys) {
    if (naive.key == kNoKey) key.naive_weight = round(key.naive_term / naive_sum);
    key.stable_weight = round(key.stable_term / stable_sum);
  }
  return true;
}

}  // namespace attention
