#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "attention/parameters.hpp"
#include "attention/rope/rotary_positions.hpp"

// A request made of the fuzzer's bytes: mostly one that makes sense, so that what lies behind the edge is reached, and
// now and then anything at all.
class Given {
 public:
  Given(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes, size) {}

  bool flag() { return bytes_.ConsumeBool(); }
  std::uint32_t word() { return bytes_.ConsumeIntegral<std::uint32_t>(); }
  std::size_t below(std::size_t past) { return bytes_.ConsumeIntegralInRange<std::size_t>(0, past - 1); }

  // Any double there is, and often one at which some format ends.
  double number() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static constexpr std::array<double, 24> kEnds = {0,
                                                     -0.0,
                                                     1,
                                                     -1,
                                                     2,
                                                     kInfinity,
                                                     -kInfinity,
                                                     std::numeric_limits<double>::quiet_NaN(),
                                                     std::numeric_limits<double>::max(),
                                                     std::numeric_limits<double>::lowest(),
                                                     std::numeric_limits<double>::min(),
                                                     std::numeric_limits<double>::denorm_min(),
                                                     std::numeric_limits<float>::max(),
                                                     std::numeric_limits<float>::min(),
                                                     65504,
                                                     65520,
                                                     -65504,
                                                     1e154,
                                                     -1e200,
                                                     1e-200,
                                                     88.8,
                                                     709.8,
                                                     9007199254740991,
                                                     9007199254740992};
    switch (below(4)) {
      case 0:
        return kEnds[below(kEnds.size())];
      case 1:
        return std::bit_cast<double>(bytes_.ConsumeIntegral<std::uint64_t>());
      default:
        return bytes_.ConsumeIntegral<std::int16_t>() / 256.0;
    }
  }

  // A number of rows, keys or columns.
  double size(std::size_t usual = 24, std::size_t largest = 300) {
    switch (below(24)) {
      case 0:
        return number();
      case 1:
        return static_cast<double>(1 + below(largest));
      default:
        return static_cast<double>(1 + below(usual));
    }
  }

  template <class Enum>
  Enum choice(Enum last) {
    const int count = static_cast<int>(last) + 1;
    if (below(32) == 0) return static_cast<Enum>(bytes_.ConsumeIntegral<std::int8_t>());
    return static_cast<Enum>(below(static_cast<std::size_t>(count)));
  }

  // `usual`, or another number.
  double near(double usual) { return below(3) == 0 ? number() : usual; }

  double finite(double usual) {
    const double number = near(usual);
    return std::isfinite(number) ? number : usual;
  }

  attention::Scaling scaling() {
    return {choice(attention::kLastScaleRule), below(2) == 0 ? static_cast<double>(1 + below(64)) : number(), near(1)};
  }

  attention::Mask mask() { return {choice(attention::MaskKind::window), size(12, 40), near(0)}; }

  attention::RopeRequest rope(double head_dim) {
    attention::RopeRequest request;
    request.type = choice(attention::RopeType::llama_cpp);
    request.head_dim = head_dim;
    if (flag()) request.rotary_dim = size(24, 40);
    request.partial_rotary_factor = near(1);
    request.theta = near(10000);
    request.factor = near(4);
    request.original_length = near(64);
    if (flag()) request.sequence_length = near(256);
    if (flag()) request.attention_factor = number();
    request.beta_fast = near(32);
    request.beta_slow = near(1);
    request.mscale = near(0);
    request.mscale_all_dim = near(0);
    request.truncate = flag();
    request.low_freq_factor = near(1);
    request.high_freq_factor = near(4);
    request.ext_factor = near(1);
    divisors_ = numbers(below(2) == 0 ? below(40) : static_cast<std::size_t>(std::fmin(std::fmax(head_dim, 0), 64)));
    if (flag()) request.short_divisors = {divisors_.data(), divisors_.size() / 2};
    if (flag()) request.long_divisors = {divisors_.data(), divisors_.size() / 2};
    return request;
  }

  // Good until the next call: the lists stay here.
  attention::Positions positions(double d_k) {
    return {true, rope(d_k), choice(attention::PairLayout::interleaved), near(1)};
  }

  // Data: small numbers of one magnitude, among them, if the bytes say so, a few of any kind.
  std::vector<double> numbers(std::size_t count) {
    const double magnitude = below(4) == 0 ? number() : 1.0 / 32;
    const bool has_any = below(3) == 0;
    const std::array<double, 3> any = has_any ? std::array{number(), number(), number()} : std::array<double, 3>{};
    std::minstd_rand random(1 + word());
    std::vector<double> out(count);
    for (double& value : out) {
      const auto drawn = random();
      const bool is_any = has_any && drawn % 37 == 0;
      value = is_any ? any[drawn % any.size()] : magnitude * (static_cast<double>(drawn % 255) - 127);
    }
    return out;
  }

 private:
  FuzzedDataProvider bytes_;
  std::vector<double> divisors_;
};
