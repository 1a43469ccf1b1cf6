#include "attention/normal_pairs.hpp"

#include <bit>
#include <cstdint>

#include "attention/normal_tables.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

using Numbers = Batch<double>;
constexpr std::size_t kWidth = kLanes<double>;

static_assert(kNormalPairs % kWidth == 0);

// An unevaluated sum: high is the sum rounded, low what rounding lost.
struct Sum {
  Numbers high;
  Numbers low;
};

// Knuth's exact sum, and Dekker's for |a| >= |b| or where the sum is exact anyway.
Sum exact_sum(Numbers a, Numbers b) {
  const Numbers high = a + b;
  const Numbers part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

Sum ordered_sum(Numbers a, Numbers b) {
  const Numbers high = a + b;
  return {high, (a - high) + b};
}

// The 26 leading bits (Veltkamp): a product of two such numbers is exact.
Numbers leading_bits(Numbers x) {
  const Numbers spread = x * 134217729.0;  // 2^27 + 1
  return spread - (spread - x);
}

// ln x for normal x in (0, 1]. With x = 2^k z, c near 1/z from the table and t = z c - 1:
// ln x = k ln 2 - ln c + ln(1 + t), where the first three terms and t are exact sums and only t^2 (...) is rounded.
Numbers precise_log(const double* x) {
  constexpr std::uint64_t kOffset = std::bit_cast<std::uint64_t>(0.6875);
  alignas(kAlignment) double z[kWidth], k[kWidth], inverse[kWidth], high[kWidth], low[kWidth];
  for (std::size_t lane = 0; lane < kWidth; ++lane) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x[lane]);
    const std::uint64_t above = bits - kOffset;
    const LogParts& entry = kLogs[(above >> 47) % 32];
    z[lane] = std::bit_cast<double>(bits - (above & 0xFFF0000000000000u));
    k[lane] = static_cast<double>(static_cast<std::int64_t>(above) >> 52);
    inverse[lane] = entry.inverse;
    high[lane] = entry.high;
    low[lane] = entry.low;
  }
  const Numbers c = load(inverse);
  const Numbers z_high = leading_bits(load(z));
  const auto [t, t_low] = ordered_sum(z_high * c - 1.0, (load(z) - z_high) * c);
  const auto [sum, sum_low] = ordered_sum(load(k) * kLn2[0] + load(high), t);
  // ln(1 + t) - t = t^2 (-1/2 + t/3 - ...), |t| < 1/31.
  Numbers series = Numbers(-1.0 / 12);
  for (int power = 11; power >= 2; --power) {
    series = multiply_add<double>(series, t, Numbers((power % 2 == 0 ? -1.0 : 1.0) / power));
  }
  return sum + (t * t * series + (load(low) + (load(k) * kLn2[1] + (t_low + sum_low))));
}

// Cosine and sine of an angle in [0, 2 pi]. With angle = k pi/16 + r: sin = sin(k pi/16) cos r + cos(k pi/16) sin r,
// where the leading terms S + C r are an exact sum.
void precise_cosine_sine(Numbers angle, Numbers& cosine, Numbers& sine) {
  alignas(kAlignment) double k_lanes[kWidth], s_high[kWidth], s_low[kWidth], c_high[kWidth], c_low[kWidth];
  const Numbers k = nearest<double>(angle * 5.092958178940651);  // 16 / pi
  store(k_lanes, k);
  for (std::size_t lane = 0; lane < kWidth; ++lane) {
    const auto entry = static_cast<std::size_t>(k_lanes[lane]);
    s_high[lane] = kSines[entry].high;
    s_low[lane] = kSines[entry].low;
    c_high[lane] = kSines[entry + 8].high;
    c_low[lane] = kSines[entry + 8].low;
  }
  // The first difference is exact, the second an exact sum.
  Sum r = exact_sum(angle - k * kSixteenth[0], k * -kSixteenth[1]);
  r.low = r.low - k * kSixteenth[2];
  const Numbers r_high = leading_bits(r.high);
  const Numbers r_rest = (r.high - r_high) + r.low;

  // sin r - r and cos r - 1 for |r| <= pi/32.
  const Numbers z = r.high * r.high;
  Numbers odd = Numbers(1.0 / 362880);
  Numbers even = Numbers(-1.0 / 3628800);
  for (double coefficient : {-1.0 / 5040, 1.0 / 120, -1.0 / 6})
    odd = multiply_add<double>(odd, z, Numbers(coefficient));
  for (double coefficient : {1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2}) {
    even = multiply_add<double>(even, z, Numbers(coefficient));
  }
  odd = odd * z * r.high;
  even = even * z;

  const Numbers s = load(s_high), s_rest = load(s_low), c = load(c_high), c_rest = load(c_low);
  const Sum sine_sum = exact_sum(s, c * r_high);
  const Sum cosine_sum = exact_sum(c, s * -r_high);
  sine = sine_sum.high +
         (sine_sum.low + (c * r_rest + (s_rest + (c_rest * r.high + ((c + c_rest) * odd + (s + s_rest) * even)))));
  cosine = cosine_sum.high +
           (cosine_sum.low + ((c_rest - s * r_rest) + ((c + c_rest) * even - (s_rest * r.high + (s + s_rest) * odd))));
}

}  // namespace

void normal_pairs(const double* first, const double* second, double* normal) {
  constexpr double kFullTurn = 6.283185307179586;
  alignas(kAlignment) double rest[kNormalPairs], cosines[kWidth], sines[kWidth];
  for (std::size_t i = 0; i < kNormalPairs; i += kWidth) store(rest + i, Numbers(1.0) - load(second + i));
  for (std::size_t i = 0; i < kNormalPairs; i += kWidth) {
    Numbers cosine, sine;
    precise_cosine_sine(load(first + i) * kFullTurn, cosine, sine);
    const Numbers radius = sqrt<double>(precise_log(rest + i) * -2.0);
    // gauss(mu, sigma) returns mu + z sigma: adding 0 makes a -0 positive.
    store(cosines, cosine * radius + 0.0);
    store(sines, sine * radius + 0.0);
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      normal[2 * (i + lane)] = cosines[lane];
      normal[2 * (i + lane) + 1] = sines[lane];
    }
  }
}

}  // namespace attention
