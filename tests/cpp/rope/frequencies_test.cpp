#include "attention/rope/frequencies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace attention {
namespace {

constexpr double kRelative = 1e-12;

RopeFrequencies frequencies_of(const RopeRequest& request) {
  RopeFrequencies out;
  const Problem problem = rope_frequencies(request, out);
  EXPECT_EQ(problem.code, ProblemCode::none) << problem.field;
  return out;
}

void expect_near_relative(double actual, double expected, double tolerance = kRelative) {
  EXPECT_NEAR(actual / expected, 1, tolerance);
}

RopeRequest request_for(RopeType type, double head_dim, double theta) {
  RopeRequest request;
  request.type = type;
  request.head_dim = head_dim;
  request.theta = theta;
  return request;
}

TEST(RopeFrequencies, PlainIsAPowerOfTheBase) {
  const RopeFrequencies rope = frequencies_of(request_for(RopeType::plain, 64, 10000));
  ASSERT_EQ(rope.inv_freq.size(), 32u);
  EXPECT_EQ(rope.inv_freq[0], 1);
  for (std::size_t i = 0; i < 32; ++i) expect_near_relative(rope.inv_freq[i], std::pow(10.0, -0.125 * i));
  EXPECT_EQ(rope.attention_factor, 1);
}

TEST(RopeFrequencies, LinearIsPositionInterpolation) {
  RopeRequest request = request_for(RopeType::linear, 128, 10000);
  request.factor = 8;
  const RopeFrequencies plain = frequencies_of(request_for(RopeType::plain, 128, 10000));
  const RopeFrequencies linear = frequencies_of(request);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(linear.inv_freq[i], plain.inv_freq[i] / 8);  // pitfall 26
}

TEST(RopeFrequencies, NtkAwareStretchesTheSlowestPairByFactorAndKeepsTheFastest) {
  RopeRequest request = request_for(RopeType::ntk_aware, 64, 10000);
  request.factor = 4;
  const RopeFrequencies plain = frequencies_of(request_for(RopeType::plain, 64, 10000));
  const RopeFrequencies ntk = frequencies_of(request);
  EXPECT_EQ(ntk.inv_freq[0], 1);
  expect_near_relative(ntk.inv_freq[31], plain.inv_freq[31] / 4);
}

// Pitfall 36: below the trained length the base multiplier must not turn negative.
TEST(RopeFrequencies, DynamicKeepsTheBaseUpToTheTrainedLength) {
  RopeRequest request = request_for(RopeType::dynamic, 64, 1000);
  request.factor = 2;
  request.original_length = 2048;
  EXPECT_EQ(frequencies_of(request).base, 1000);
  const double lengths[] = {1, 512, 2048, 8192};
  const double bases[] = {1000, 1000, 1000, 7453.483032};
  for (int i = 0; i < 4; ++i) {
    request.sequence_length = lengths[i];
    const RopeFrequencies rope = frequencies_of(request);
    expect_near_relative(rope.base, bases[i], 1e-9);
    for (double frequency : rope.inv_freq) EXPECT_TRUE(std::isfinite(frequency));
  }
}

// Pitfall 29: the numbers for an original length that fell back to 32768.
TEST(RopeFrequencies, YarnKeepsShortWavesAndStretchesLongOnes) {
  RopeRequest request = request_for(RopeType::yarn, 128, 1e6);
  request.factor = 4;
  request.original_length = 32768;
  const RopeFrequencies rope = frequencies_of(request);
  EXPECT_EQ(rope.ramp_start, 23);
  EXPECT_EQ(rope.ramp_end, 40);
  expect_near_relative(rope.attention_factor, 1.138629436, 1e-9);
  expect_near_relative(rope.inv_freq[24], 0.00537532149, 1e-8);
  expect_near_relative(rope.inv_freq[30], 0.00106436098, 1e-8);
  expect_near_relative(rope.inv_freq[63], 3.10234440e-07, 1e-8);
}

// Pitfall 31.
TEST(RopeFrequencies, AGivenAttentionFactorIsNotRecomputed) {
  RopeRequest request = request_for(RopeType::yarn, 128, 10000);
  request.factor = 8;
  request.original_length = 4096;
  expect_near_relative(frequencies_of(request).attention_factor, 1.207944154, 1e-9);
  request.attention_factor = 1.0;
  EXPECT_EQ(frequencies_of(request).attention_factor, 1.0);
}

TEST(RopeFrequencies, LongRopeTakesTheLongListOnlyBeyondTheTrainedLength) {
  const std::vector<double> short_list = {1, 2}, long_list = {3, 4};
  RopeRequest request = request_for(RopeType::longrope, 4, 10000);
  request.factor = 8;
  request.original_length = 1024;
  request.short_divisors = short_list;
  request.long_divisors = long_list;
  EXPECT_EQ(frequencies_of(request).inv_freq[0], 1);
  request.sequence_length = 1024;
  EXPECT_EQ(frequencies_of(request).inv_freq[0], 1);
  request.sequence_length = 1025;
  EXPECT_EQ(frequencies_of(request).inv_freq[0], 1.0 / 3);
  expect_near_relative(frequencies_of(request).attention_factor, std::sqrt(1 + std::log(8) / std::log(1024)));
}

// Pitfall 35.
TEST(RopeFrequencies, Llama3InterpolatesTheMiddleBand) {
  RopeRequest request = request_for(RopeType::llama3, 64, 500000);
  request.factor = 32;
  request.low_freq_factor = 1;
  request.high_freq_factor = 4;
  request.original_length = 8192;
  const RopeFrequencies plain = frequencies_of(request_for(RopeType::plain, 64, 500000));
  const RopeFrequencies rope = frequencies_of(request);
  for (std::size_t i = 0; i <= 14; ++i) EXPECT_EQ(rope.inv_freq[i], plain.inv_freq[i]);
  expect_near_relative(rope.inv_freq[14], 0.00321144599, 1e-8);
  expect_near_relative(rope.inv_freq[15], 0.00129054793, 1e-8);
  expect_near_relative(rope.inv_freq[16], 0.000429556797, 1e-8);
  expect_near_relative(rope.inv_freq[17], 9.70828780e-05, 1e-8);
  for (std::size_t i = 18; i < 32; ++i) expect_near_relative(rope.inv_freq[i], plain.inv_freq[i] / 32);
  expect_near_relative(rope.inv_freq[31], 9.41830673e-08, 1e-8);
  EXPECT_EQ(rope.attention_factor, 1);
}

TEST(RopeFrequencies, Llama3WithEqualBoundsHasNoMiddleBand) {
  RopeRequest request = request_for(RopeType::llama3, 64, 500000);
  request.factor = 32;
  request.low_freq_factor = request.high_freq_factor = 4;
  request.original_length = 8 * std::numbers::pi;  // pair 0 lies exactly on the bound
  const RopeFrequencies rope = frequencies_of(request);
  EXPECT_EQ(rope.inv_freq[0], 1);
  for (double frequency : rope.inv_freq) EXPECT_TRUE(std::isfinite(frequency));
}

// Pitfall 38: the exponent belongs to the rotary width, not to the head.
TEST(RopeFrequencies, PartialRotaryUsesItsOwnWidth) {
  RopeRequest request = request_for(RopeType::plain, 256, 1e6);
  request.partial_rotary_factor = 0.25;
  const RopeFrequencies rope = frequencies_of(request);
  EXPECT_EQ(rope.rotary_dim, 64u);
  ASSERT_EQ(rope.inv_freq.size(), 32u);
  expect_near_relative(rope.inv_freq[1], 0.649381632, 1e-9);

  request.head_dim = 100;
  request.partial_rotary_factor = 0.29;  // 100 * 0.29 is 28.999999999999996
  EXPECT_EQ(frequencies_of(request).rotary_dim, 28u);
}

TEST(RopeFrequencies, ProportionalTurnsTheFirstPairsWithTheExponentOfTheHead) {
  RopeRequest request = request_for(RopeType::proportional, 512, 1e6);
  request.partial_rotary_factor = 0.25;
  const RopeFrequencies rope = frequencies_of(request);
  EXPECT_EQ(rope.rotary_dim, 512u);
  expect_near_relative(rope.inv_freq[63], std::pow(1e6, -126.0 / 512));
  EXPECT_EQ(rope.inv_freq[64], 0);
  EXPECT_EQ(rope.inv_freq[255], 0);
}

TEST(RopeFrequencies, LlamaCppTruncatesTheRampWhateverTheConfigurationSays) {
  RopeRequest request = request_for(RopeType::llama_cpp, 64, 150000);
  request.factor = 32;
  request.original_length = 4096;
  request.ext_factor = 1;
  request.truncate = false;
  const RopeFrequencies llama_cpp = frequencies_of(request);
  EXPECT_EQ(llama_cpp.ramp_start, 8);
  EXPECT_EQ(llama_cpp.ramp_end, 18);
  request.type = RopeType::yarn;
  EXPECT_NEAR(frequencies_of(request).ramp_start, 8.092779115512402, 1e-12);
}

TEST(RopeFrequencies, LlamaCppMultipliesItsAttentionFactorIntoTheMagnitude) {
  RopeRequest request = request_for(RopeType::llama_cpp, 32, 10000);
  request.factor = 8;
  request.original_length = 4096;
  request.attention_factor = 0.8;
  EXPECT_EQ(frequencies_of(request).attention_factor, 0.8);
  request.ext_factor = 1;
  expect_near_relative(frequencies_of(request).attention_factor, 0.8 * 1.2079441541679836);
}

void expect_problem(const RopeRequest& request, ProblemCode code, std::string_view field) {
  RopeFrequencies out;
  const Problem problem = rope_frequencies(request, out);
  EXPECT_EQ(problem.code, code) << field;
  EXPECT_EQ(problem.field, field);
}

// Pitfall 40: refused before anything is computed, and by the name of the width that is odd.
TEST(RopeFrequencies, OddWidthsAreRefused) {
  RopeRequest request = request_for(RopeType::plain, 65, 10000);
  expect_problem(request, ProblemCode::not_even, "headDim");
  EXPECT_EQ(first_problem(request).given, 65);
  request.head_dim = 60;
  request.partial_rotary_factor = 0.25;
  expect_problem(request, ProblemCode::not_even, "rotaryDim");
  EXPECT_EQ(first_problem(request).given, 15);
}

TEST(RopeFrequencies, WrongNumbersAreRefusedByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double wrong : {0.0, -2.0, nan, infinity}) {
    RopeRequest request = request_for(RopeType::linear, 64, 10000);
    request.factor = wrong;
    expect_problem(request, std::isnan(wrong) ? ProblemCode::not_a_number : ProblemCode::out_of_range, "factor");
    request = request_for(RopeType::plain, 64, wrong);
    expect_problem(request, std::isnan(wrong) ? ProblemCode::not_a_number : ProblemCode::out_of_range, "theta");
  }
  expect_problem(request_for(RopeType::plain, 0, 10000), ProblemCode::out_of_range, "headDim");
  expect_problem(request_for(RopeType::plain, 1e9, 10000), ProblemCode::out_of_range, "headDim");
  expect_problem(request_for(RopeType::plain, 63.5, 10000), ProblemCode::not_whole, "headDim");
  expect_problem(request_for(RopeType::dynamic, 64, 10000), ProblemCode::not_a_number, "originalLength");
}

// Their exponents divide by rotary_dim - 2.
TEST(RopeFrequencies, AHeadTooNarrowForTheTypeIsNamedItself) {
  for (RopeType type : {RopeType::ntk_aware, RopeType::dynamic}) {
    RopeRequest request = request_for(type, 2, 10000);
    request.original_length = 64;
    expect_problem(request, ProblemCode::out_of_range, "headDim");
    EXPECT_EQ(first_problem(request).lowest, 4);
    request.head_dim = 8;
    request.rotary_dim = 2;
    expect_problem(request, ProblemCode::out_of_range, "rotaryDim");
    EXPECT_EQ(first_problem(request).lowest, 4);
  }
}

TEST(RopeFrequencies, OnesBeyondTheLargestNumberAreRefused) {
  RopeFrequencies out;
  RopeRequest request = request_for(RopeType::linear, 8, 10000);
  request.factor = 1e-300;
  EXPECT_FALSE(rope_frequencies(request, out));
  request.theta = 1e-300;
  EXPECT_EQ(rope_frequencies(request, out).code, ProblemCode::out_of_range);
}

TEST(RopeFrequencies, LongRopeListsMustHaveOneEntryPerPair) {
  const std::vector<double> one = {1}, two = {1, 1}, zero = {1, 0};
  RopeRequest request = request_for(RopeType::longrope, 4, 10000);
  request.original_length = 1024;
  request.short_divisors = one;
  request.long_divisors = two;
  expect_problem(request, ProblemCode::wrong_length, "shortFactor");
  request.short_divisors = two;
  request.long_divisors = zero;
  expect_problem(request, ProblemCode::out_of_range, "longFactor");
}

}  // namespace
}  // namespace attention
