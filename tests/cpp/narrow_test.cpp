#include "attention/narrow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace attention {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// All numbers of a format that are not negative, in order, with what comes after the largest one.
std::vector<float> numbers_of(int mantissa_bits, int smallest_exponent, int largest_exponent) {
  std::vector<float> numbers;
  const int steps = 1 << mantissa_bits;
  for (int step = 0; step < steps; ++step)
    numbers.push_back(std::ldexp(float(step), smallest_exponent - mantissa_bits));
  for (int exponent = smallest_exponent; exponent <= largest_exponent; ++exponent) {
    for (int step = 0; step < steps; ++step) {
      numbers.push_back(std::ldexp(float(steps + step), exponent - mantissa_bits));
    }
  }
  return numbers;
}

// Every number of the format stays; between neighbours the middle goes to the even one and all else to the nearer one.
void expect_nearest_even(float (*round)(float), const std::vector<float>& numbers, float beyond_middle) {
  int wrong = 0;
  const auto check = [&](float x, float expected) { wrong += round(x) != expected || round(-x) != -expected; };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_last = i + 1 == numbers.size();
    const float low = numbers[i], high = is_last ? kInfinity : numbers[i + 1];
    const float middle = is_last ? beyond_middle : low + (high - low) / 2;
    check(low, low);
    check(std::nextafter(middle, 0.0f), low);
    check(middle, i % 2 == 0 ? low : high);
    check(std::nextafter(middle, kInfinity), high);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Narrow, EveryHalfAndEveryBoundary) {
  const auto numbers = numbers_of(10, -14, 15);
  ASSERT_EQ(numbers.size(), 31u * 1024);
  ASSERT_EQ(numbers.back(), 65504.0f);
  expect_nearest_even(round_to_f16, numbers, 65520.0f);
}

TEST(Narrow, EveryBfloatAndEveryBoundary) {
  const auto numbers = numbers_of(7, -126, 127);
  ASSERT_EQ(numbers.size(), 255u * 128);
  expect_nearest_even(round_to_bf16, numbers, std::nextafter(0x1.ffp127f, 0.0f) == 0x1.fefffep127f ? 0x1.ffp127f : 0);
}

TEST(Narrow, InfinitiesAndNaNStay) {
  for (auto* round : {round_to_f16, round_to_bf16}) {
    EXPECT_EQ(round(kInfinity), kInfinity);
    EXPECT_EQ(round(-kInfinity), -kInfinity);
    EXPECT_TRUE(std::isnan(round(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_TRUE(std::signbit(round(-0.0f)));
  }
}

}  // namespace
}  // namespace attention
