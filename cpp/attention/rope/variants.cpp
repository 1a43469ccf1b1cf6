#include "attention/rope/variants.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attention/elementary.hpp"

namespace attention::rope {
namespace {

// Of two equal ends, the distance YaRN puts between them so that the ramp has no division by zero.
constexpr double kShortestRamp = 0.001;

void powers_of(double base, double width, RopeFrequencies& out) {
  out.base = base;
  for (std::size_t i = 0; i < out.inv_freq.size(); ++i) {
    out.inv_freq[i] = power(base, -2.0 * static_cast<double>(i) / width);
  }
}

double width_of(const RopeFrequencies& out) { return static_cast<double>(out.rotary_dim); }

// theta at which the slowest pair turns 1/scale as far and the fastest as far as before.
double stretched_base(double theta, double scale, double width) { return theta * power(scale, width / (width - 2)); }

// The pair, counted with fractions, that makes `turns` full turns within the trained length.
double pair_with_turns(const RopeRequest& request, double turns, double width) {
  return width * logarithm(request.original_length / (turns * 2 * std::numbers::pi)) / (2 * logarithm(request.theta));
}

void find_ramp(const RopeRequest& request, bool truncate, RopeFrequencies& out) {
  const double width = width_of(out);
  const double start = pair_with_turns(request, request.beta_fast, width);
  const double end = pair_with_turns(request, request.beta_slow, width);
  out.ramp_start = std::max(truncate ? std::floor(start) : start, 0.0);
  out.ramp_end = std::min(truncate ? std::ceil(end) : end, width - 1);
}

// 0 up to the ramp (the frequency is kept), 1 behind it (it is divided by factor).
double ramp_at(std::size_t pair, double start, double length) {
  return std::clamp((static_cast<double>(pair) - start) / length, 0.0, 1.0);
}

double yarn_magnitude(double factor, double slope) { return factor <= 1 ? 1 : 0.1 * slope * logarithm(factor) + 1; }

}  // namespace

void plain_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
}

void linear_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
  for (double& frequency : out.inv_freq) frequency /= request.factor;
}

void ntk_aware_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(stretched_base(request.theta, request.factor, width_of(out)), width_of(out), out);
}

void dynamic_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  // Up to the trained length nothing changes: a shorter sequence would make the scale negative.
  const double trained = request.original_length;
  const double length = std::isnan(request.sequence_length) ? trained : std::max(request.sequence_length, trained);
  const double scale = request.factor * length / trained - (request.factor - 1);
  powers_of(stretched_base(request.theta, scale, width_of(out)), width_of(out), out);
}

void yarn_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
  find_ramp(request, request.truncate, out);
  const double distance = out.ramp_end - out.ramp_start;
  const double length = distance == 0 ? kShortestRamp : distance;
  for (std::size_t i = 0; i < out.inv_freq.size(); ++i) {
    const double ramp = ramp_at(i, out.ramp_start, length);
    const double kept = out.inv_freq[i];
    out.inv_freq[i] = kept * (1 - ramp) + kept / request.factor * ramp;
  }
  // mscale counts only together with mscale_all_dim.
  const bool both = request.mscale != 0 && request.mscale_all_dim != 0;
  out.attention_factor =
      both ? yarn_magnitude(request.factor, request.mscale) / yarn_magnitude(request.factor, request.mscale_all_dim)
           : yarn_magnitude(request.factor, 1);
}

void longrope_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
  const bool beyond = request.sequence_length > request.original_length;  // false when no length is given
  const std::span<const double> divisors = beyond ? request.long_divisors : request.short_divisors;
  for (std::size_t i = 0; i < out.inv_freq.size(); ++i) out.inv_freq[i] /= divisors[i];
  out.attention_factor =
      request.factor <= 1 ? 1 : std::sqrt(1 + logarithm(request.factor) / logarithm(request.original_length));
}

void llama3_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
  const double low = request.low_freq_factor;
  const double high = request.high_freq_factor;
  for (double& frequency : out.inv_freq) {
    const double turns = request.original_length * frequency / (2 * std::numbers::pi);  // within the trained length
    if (turns < low) {
      frequency /= request.factor;
    } else if (turns < high) {
      const double kept = (turns - low) / (high - low);
      frequency = (1 - kept) * frequency / request.factor + kept * frequency;
    }
  }
}

void proportional_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, request.head_dim, out);
  const auto turning = static_cast<std::size_t>(std::floor(request.partial_rotary_factor * request.head_dim / 2));
  for (std::size_t i = 0; i < out.inv_freq.size(); ++i) {
    out.inv_freq[i] = i < turning ? out.inv_freq[i] / request.factor : 0;
  }
}

void llama_cpp_frequencies(const RopeRequest& request, RopeFrequencies& out) {
  powers_of(request.theta, width_of(out), out);
  find_ramp(request, true, out);
  const double length = std::max(kShortestRamp, out.ramp_end - out.ramp_start);
  for (std::size_t i = 0; i < out.inv_freq.size(); ++i) {
    const double divisor = request.short_divisors.empty() ? 1 : request.short_divisors[i];
    const double kept = out.inv_freq[i] / divisor;
    const double share = (1 - ramp_at(i, out.ramp_start, length)) * request.ext_factor;
    out.inv_freq[i] = kept / request.factor * (1 - share) + kept * share;
  }
  // Unlike Hugging Face's, this magnitude is not 1 for a factor below 1.
  if (request.ext_factor != 0) out.attention_factor = 1 + 0.1 * logarithm(request.factor);
}

}  // namespace attention::rope
