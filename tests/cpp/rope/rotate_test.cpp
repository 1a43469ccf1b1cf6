#include "attention/rope/rotate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace attention {
namespace {

RopeFrequencies frequencies_of(double head_dim, double partial = 1, double attention_factor = kNotGiven) {
  RopeRequest request;
  request.head_dim = head_dim;
  request.partial_rotary_factor = partial;
  request.attention_factor = attention_factor;
  RopeFrequencies out;
  EXPECT_FALSE(rope_frequencies(request, out));
  return out;
}

template <class T>
std::vector<T> rotated(const std::vector<T>& row, double position, const RopeFrequencies& rope, PairLayout layout) {
  Matrix<T> matrix;
  EXPECT_TRUE(matrix.reshape(1, row.size()));
  matrix.fill(0);
  std::copy(row.begin(), row.end(), matrix.row(0));
  Rotator<T> rotator;
  EXPECT_FALSE(rotator.prepare(rope, layout));
  rotate_rows(matrix.view(), position, 1.0, rotator);
  for (std::size_t i = row.size(); i < matrix.stride(); ++i) EXPECT_EQ(matrix.row(0)[i], 0) << "padding";
  return {matrix.row(0), matrix.row(0) + row.size()};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

class RandomRows : public ::testing::Test {
 protected:
  std::vector<double> row(std::size_t size) {
    std::vector<double> values(size);
    for (double& value : values) value = gauss_(engine_);
    return values;
  }
  double position(double limit) { return std::floor(std::uniform_real_distribution<>(0, limit)(engine_)); }

  std::mt19937 engine_{20260927};
  std::normal_distribution<double> gauss_;
};

constexpr PairLayout kLayouts[] = {PairLayout::half, PairLayout::interleaved};

// Pitfall 47.
TEST(Rotate, TheTwoLayoutsTurnDifferentPairs) {
  const std::vector<double> x = {1, 2, 3, 4};
  const RopeFrequencies rope = frequencies_of(4);
  const std::vector<double> interleaved = rotated(x, 1, rope, PairLayout::interleaved);
  const std::vector<double> half = rotated(x, 1, rope, PairLayout::half);
  const double expected_interleaved[] = {-1.142639664, 1.922075597, 2.959850668, 4.029799502};
  const double expected_half[] = {-1.984110649, 1.959900668, 2.462377902, 4.019799668};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(interleaved[i], expected_interleaved[i], 1e-9);
    EXPECT_NEAR(half[i], expected_half[i], 1e-9);
  }
}

TEST_F(RandomRows, PositionZeroIsTheIdentity) {
  for (PairLayout layout : kLayouts) {
    const std::vector<double> x = row(10);
    EXPECT_EQ(rotated(x, 0, frequencies_of(10), layout), x);
  }
}

TEST_F(RandomRows, NormsAreKeptAndAMinusSignTurnsBack) {
  for (PairLayout layout : kLayouts) {
    for (std::size_t width : {2, 4, 6, 10, 18, 64, 128}) {
      const RopeFrequencies rope = frequencies_of(static_cast<double>(width));
      const std::vector<double> x = row(width);
      const double at = position(1048576);
      const std::vector<double> y = rotated(x, at, rope, layout);
      EXPECT_NEAR(dot(y, y) / dot(x, x), 1, 1e-13);
      const std::vector<double> back = rotated(y, -at, rope, layout);
      for (std::size_t i = 0; i < width; ++i) EXPECT_NEAR(back[i], x[i], 1e-13);
    }
  }
}

TEST_F(RandomRows, ScoresDependOnTheDistanceAlone) {
  for (PairLayout layout : kLayouts) {
    for (std::size_t width : {2, 6, 64, 128}) {
      const RopeFrequencies rope = frequencies_of(static_cast<double>(width));
      const std::vector<double> q = row(width), k = row(width);
      const double distance = position(4096);
      const double expected = dot(rotated(q, distance, rope, layout), k);
      for (int i = 0; i < 5; ++i) {
        const double start = position(100000);
        const double score = dot(rotated(q, start + distance, rope, layout), rotated(k, start, rope, layout));
        EXPECT_NEAR(score, expected, 1e-8);  // angles of 1e5 radians are right to 1e-11
      }
    }
  }
}

TEST_F(RandomRows, LayoutsAreOnePermutationApart) {
  for (std::size_t width : {2, 6, 10, 64, 96}) {
    const RopeFrequencies rope = frequencies_of(static_cast<double>(width));
    const std::vector<double> half = row(width);
    std::vector<double> interleaved(width);
    for (std::size_t i = 0; i < width / 2; ++i) {
      interleaved[2 * i] = half[i];
      interleaved[2 * i + 1] = half[width / 2 + i];
    }
    const double at = position(131072);
    const std::vector<double> a = rotated(half, at, rope, PairLayout::half);
    const std::vector<double> b = rotated(interleaved, at, rope, PairLayout::interleaved);
    for (std::size_t i = 0; i < width / 2; ++i) {
      EXPECT_EQ(b[2 * i], a[i]);
      EXPECT_EQ(b[2 * i + 1], a[width / 2 + i]);
    }
  }
}

// Pitfall 38: what is not rotated passes through, and is not multiplied by the attention factor either.
TEST_F(RandomRows, EntriesBeyondTheRotaryWidthPassThrough) {
  for (PairLayout layout : kLayouts) {
    const std::vector<double> x = row(256);
    const RopeFrequencies rope = frequencies_of(256, 0.25, 1.25);
    const std::vector<double> y = rotated(x, 777, rope, layout);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_NE(y[i], x[i]);
    for (std::size_t i = 64; i < 256; ++i) EXPECT_EQ(y[i], x[i]);
  }
}

TEST_F(RandomRows, TheAttentionFactorMultipliesEveryRotaryEntry) {
  for (PairLayout layout : kLayouts) {
    const std::vector<double> x = row(64);
    const std::vector<double> plain = rotated(x, 321, frequencies_of(64), layout);
    const std::vector<double> scaled = rotated(x, 321, frequencies_of(64, 1, 1.25), layout);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_NEAR(scaled[i], 1.25 * plain[i], 1e-14);
  }
}

// The angle itself is what a long context costs: a float angle would be wrong by hundredths of a radian here.
TEST(Rotate, PositionAMillionIsExactTo1e9) {
  const double position = 1048575;
  for (double width : {64.0, 128.0}) {
    const RopeFrequencies rope = frequencies_of(width);
    std::vector<double> ones(static_cast<std::size_t>(width), 0);
    std::fill(ones.begin(), ones.begin() + ones.size() / 2, 1.0);
    const std::vector<double> y = rotated(ones, position, rope, PairLayout::half);
    const std::vector<float> y_float =
        rotated(std::vector<float>(ones.begin(), ones.end()), position, rope, PairLayout::half);
    for (std::size_t i = 0; i < rope.inv_freq.size(); ++i) {
      const long double angle = position * std::pow(10000.0L, -2.0L * i / static_cast<long double>(width));
      EXPECT_NEAR(y[i], std::cos(angle), 1e-9);
      EXPECT_NEAR(y[rope.inv_freq.size() + i], std::sin(angle), 1e-9);
      EXPECT_NEAR(y_float[i], std::cos(angle), 1e-6);
    }
  }
}

TEST_F(RandomRows, FloatRowsAgreeWithDoubleOnes) {
  for (PairLayout layout : kLayouts) {
    for (std::size_t width : {2, 6, 10, 64, 80}) {
      const RopeFrequencies rope = frequencies_of(static_cast<double>(width));
      std::vector<float> x(width);
      for (float& value : x) value = static_cast<float>(gauss_(engine_));
      const double at = position(1048576);
      const std::vector<float> y = rotated(x, at, rope, layout);
      const std::vector<double> exact = rotated(std::vector<double>(x.begin(), x.end()), at, rope, layout);
      for (std::size_t i = 0; i < width; ++i) EXPECT_NEAR(y[i], exact[i], 1e-6);
    }
  }
}

}  // namespace
}  // namespace attention
