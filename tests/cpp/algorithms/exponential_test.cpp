#include "attention/algorithms/exponential.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attention {
namespace {

float exponential_of(float x) {
  alignas(kAlignment) float lanes[kLanes<float>];
  store(lanes, Exponential<float>()(splat(x)));
  return lanes[0];
}

TEST(Exponential, IsWithinTheStatedErrorOnTheWholeRange) {
  double worst = 0;
  float worst_at = 0;
  // Every 97th float from -126 up to -2^-40, where 2^x has become 1.
  const auto first = std::bit_cast<std::uint32_t>(0x1p-40f), past = std::bit_cast<std::uint32_t>(126.0f);
  for (std::uint32_t bits = first; bits <= past; bits += 97 * kLanes<float>) {
    alignas(kAlignment) float x[kLanes<float>];
    alignas(kAlignment) float power[kLanes<float>];
    for (std::uint32_t i = 0; i < kLanes<float>; ++i) x[i] = -std::bit_cast<float>(std::min(past, bits + 97 * i));
    store(power, Exponential<float>()(load(x)));
    for (std::size_t i = 0; i < kLanes<float>; ++i) {
      const double error = std::fabs(power[i] / std::exp2(double(x[i])) - 1);
      if (error > worst) worst = error, worst_at = x[i];
    }
  }
  EXPECT_LE(worst, 2.5e-7) << "at " << worst_at;
}

TEST(Exponential, IsExactAtTheEnds) {
  EXPECT_EQ(exponential_of(0), 1);
  EXPECT_EQ(exponential_of(-0.0f), 1);
  EXPECT_EQ(exponential_of(-1), 0.5f);
  EXPECT_EQ(exponential_of(-126), 0x1p-126f);
  EXPECT_EQ(exponential_of(std::nextafter(-126.0f, -127.0f)), 0);
  for (const float x : {-127.0f, -150.0f, -1000.0f, -1e30f, -std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(exponential_of(x), 0) << x;
    EXPECT_FALSE(std::signbit(exponential_of(x))) << x;
  }
}

TEST(Exponential, KeepsNaN) { EXPECT_TRUE(std::isnan(exponential_of(std::numeric_limits<float>::quiet_NaN()))); }

TEST(Exponential, OfDoublesIsExactAtTheEndsToo) {
  alignas(kAlignment) double lanes[kLanes<double>];
  store(lanes, Exponential<double>()(splat(0.0)));
  EXPECT_EQ(lanes[0], 1);
  store(lanes, Exponential<double>()(splat(-std::numeric_limits<double>::infinity())));
  EXPECT_EQ(lanes[0], 0);
  for (const double x : {-709.0, -1000.0, -1e300}) {
    store(lanes, Exponential<double>()(splat(x)));
    EXPECT_EQ(lanes[0], 0) << x;
  }
  store(lanes, Exponential<double>()(splat(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(lanes[0]));
  double worst = 0;
  for (double x = -708; x < 0; x += 0.37) {
    store(lanes, Exponential<double>()(splat(x)));
    worst = std::max(worst, std::fabs(lanes[0] / std::exp(x) - 1));
  }
  EXPECT_LE(worst, 1e-15);
}

}  // namespace
}  // namespace attention
