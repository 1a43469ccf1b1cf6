#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "attention/finite.hpp"
#include "attention/logits.hpp"
#include "attention/mask.hpp"
#include "attention/matrix.hpp"
#include "attention/scaling.hpp"
#include "attention/softmax.hpp"
#include "support.hpp"

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
Matrix<T> one_row(const std::vector<T>& values, T padding) {
  Matrix<T> row;
  if (!row.reshape(1, values.size())) return row;
  row.fill(padding);
  std::copy(values.begin(), values.end(), row.row(0));
  return row;
}

template <class T>
std::vector<T> softmax_of(const std::vector<T>& logits) {
  const Matrix<T> scaled = one_row<T>(logits, -std::numeric_limits<T>::infinity());
  Matrix<T> weights = one_row<T>(logits, 0);
  stable_softmax(scaled.row(0), {0, logits.size()}, weights.row(0), weights.stride());
  return row_of(weights, 0);
}

template <class T>
std::optional<SoftmaxFailure> naive_failure(const std::vector<T>& logits) {
  const Matrix<T> scaled = one_row<T>(logits, -std::numeric_limits<T>::infinity());
  Matrix<T> weights = one_row<T>(logits, 0);
  T sink_weight = 0;
  return naive_softmax(scaled.row(0), {0, logits.size()}, weights.row(0), weights.stride(), -kInfinite<T>, sink_weight);
}

template <class T>
class Simd : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Simd, NumberTypes);

TYPED_TEST(Simd, ExpIsWithinThreeUnitsUpToBothEnds) {
  using T = TypeParam;
  const T end = std::log(std::numeric_limits<T>::max()), least = std::log(std::numeric_limits<T>::denorm_min());
  for (int step = 0; step <= 20000; ++step) {
    const T x = std::min(least + T(step) / 20000 * (end - least), std::nextafter(end, T(0)));
    const T expected = std::exp(x), actual = exp<T>(splat(x)).get(0);
    const T unit = std::nextafter(expected, std::numeric_limits<T>::infinity()) - expected;
    ASSERT_LE(std::fabs(actual - expected), 3 * unit) << x;
  }
  const T beyond = std::nextafter(end, std::numeric_limits<T>::infinity()) + T(1e-4);
  EXPECT_EQ(exp<T>(splat(beyond)).get(0), std::numeric_limits<T>::infinity());
  EXPECT_EQ(exp<T>(splat(-std::numeric_limits<T>::infinity())).get(0), 0);
  EXPECT_EQ(exp<T>(splat(T(-2000))).get(0), 0);
  EXPECT_EQ(exp<T>(splat(T(0))).get(0), 1);
}

TYPED_TEST(Simd, LogIsWithinTwoUnits) {
  using T = TypeParam;
  for (int step = 1; step <= 20000; ++step) {
    const T x = std::exp(-T(step) / 20000 * 80);
    const T expected = std::log(x);
    const T unit = std::fabs(std::nextafter(expected, T(-100)) - expected);
    ASSERT_LE(std::fabs(log<T>(splat(x)).get(0) - expected), 2 * unit) << x;
  }
}

TYPED_TEST(Simd, LanesAreAddedAndComparedInAFixedOrder) {
  using T = TypeParam;
  alignas(kAlignment) T lanes[kLanes<T>];
  T sum = 0;
  for (std::size_t i = 0; i < kLanes<T>; ++i) sum += lanes[i] = T(i * i + 1);
  EXPECT_EQ(lane_sum<T>(load(lanes)), sum);
  EXPECT_EQ(lane_max<T>(load(lanes)), lanes[kLanes<T> - 1]);
}

TYPED_TEST(Simd, TheFirstNumberThatIsNotFiniteIsFoundAtEveryPlace) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity(), undefined = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t count = 0; count <= 5 * kLanes<T>; ++count) {
    std::vector<T> numbers(count + 1, std::numeric_limits<T>::max());
    numbers[count] = undefined;  // beyond the end
    EXPECT_FALSE(first_not_finite(numbers.data(), count)) << count;
    for (std::size_t i = 0; i < count; ++i) {
      for (T bad : {infinity, -infinity, undefined}) {
        std::vector<T> spoiled = numbers;
        spoiled[i] = bad;
        EXPECT_EQ(first_not_finite(spoiled.data(), count), i) << count;
      }
    }
  }
}

TEST(Matrix, RowsAreAlignedAndWholeBatches) {
  Matrix<float> matrix;
  for (std::size_t columns : {1, 3, 4, 5, 8, 17}) {
    ASSERT_TRUE(matrix.reshape(3, columns));
    EXPECT_EQ(matrix.stride(), padded<float>(columns));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.row(0)) % kAlignment, 0u);
  }
}

TEST(Matrix, ASizeThatWrapsIsRefused) {
  Matrix<double> matrix;
  EXPECT_FALSE(matrix.reshape(SIZE_MAX / 8, 9));
  EXPECT_EQ(matrix.rows(), 0u);
  Buffer<double> buffer;
  EXPECT_FALSE(buffer.resize(SIZE_MAX / 4));
}

TEST(Mask, WindowsAndCausalRunsEndAtTheDiagonalFromTheLastKey) {
  const auto range = [](Mask mask, std::size_t row, std::size_t n, std::size_t keys) {
    const KeyRange visible = visible_keys(mask, row, n, keys);
    return std::pair(visible.first, visible.past);
  };
  using Range = std::pair<std::size_t, std::size_t>;
  const Mask none = {}, causal = {MaskKind::causal, 1}, window = {MaskKind::window, 3}, huge = {MaskKind::window, 1e15};
  EXPECT_EQ(range(none, 0, 2, 5), Range(0, 5));
  EXPECT_EQ(range(causal, 0, 2, 5), Range(0, 4));
  EXPECT_EQ(range(causal, 1, 2, 5), Range(0, 5));
  EXPECT_EQ(range(causal, 2, 5, 2), Range(0, 0));
  EXPECT_EQ(range(causal, 3, 5, 2), Range(0, 1));
  EXPECT_EQ(range(window, 0, 2, 5), Range(1, 4));
  EXPECT_EQ(range(window, 1, 2, 5), Range(2, 5));
  EXPECT_EQ(range(window, 1, 8, 8), Range(0, 2));
  EXPECT_EQ(range(huge, 7, 8, 8), Range(0, 8));
  EXPECT_EQ(range(window, 0, 5, 2), Range(0, 0));
}

TEST(Scaling, FactorsOfTheRules) {
  EXPECT_EQ(scale_factor({ScaleRule::none, 3, 1}, {.d_k = 64}), 1);
  EXPECT_EQ(scale_factor({ScaleRule::sqrt, 3, 1}, {.d_k = 64}), 0.125);
  EXPECT_EQ(scale_factor({ScaleRule::linear, 3, 1}, {.d_k = 64}), 0.015625);
  EXPECT_EQ(scale_factor({ScaleRule::factor, -3, 1}, {.d_k = 64}), -3);
  EXPECT_EQ(scale_factor({ScaleRule::factor, 0, 1}, {.d_k = 64}), 0);
  EXPECT_EQ(scale_factor({ScaleRule::sqrt, 1, 0.5}, {.d_k = 64}), 0.25);
}

TEST(Scaling, InfinitiesStayEvenWithFactorZero) {
  Matrix<double> row = one_row<double>({2, -kInfinity, kInfinity}, -kInfinity);
  scale_row({ScaleRule::factor, 0, 1}, {}, row.row(0), row.row(0), row.stride());
  EXPECT_EQ(row_of(row, 0), (std::vector<double>{0, -kInfinity, kInfinity}));
}

TEST(Logits, TheViewsStrideIsUsed) {
  // Keys as every second pair of a wider array.
  const double wide[] = {1, 4, -9, -9, 2, 5, -9, -9, 3, 6, -9, -9}, query[] = {1, 0};
  Matrix<double> panels, logits;
  ASSERT_TRUE(pack_keys<double>({wide, 3, 2, 4}, panels));
  ASSERT_TRUE(logits.reshape(1, 3));
  compute_logits<double>({query, 1, 2, 2}, panels, 0, 3, logits.view());
  EXPECT_EQ(row_of(logits, 0), (std::vector<double>{1, 2, 3}));
}

TYPED_TEST(Simd, SoftmaxOfLargeLogitsAndOfInfinities) {
  using T = TypeParam;
  const T minus = -std::numeric_limits<T>::infinity();
  EXPECT_EQ(softmax_of<T>({1000, 1000}), (std::vector<T>{0.5, 0.5}));
  EXPECT_EQ(softmax_of<T>({1000, 0, -1000}), (std::vector<T>{1, 0, 0}));
  EXPECT_EQ(softmax_of<T>({-1000}), (std::vector<T>{1}));
  EXPECT_EQ(softmax_of<T>({minus, minus, 3, minus, minus}), (std::vector<T>{0, 0, 1, 0, 0}));
}

TYPED_TEST(Simd, SoftmaxSumsToOneAndIgnoresAShift) {
  using T = TypeParam;
  std::mt19937 random(1);
  std::normal_distribution<T> normal(0, 4);
  for (std::size_t keys = 1; keys <= 40; ++keys) {
    std::vector<T> logits(keys), shifted(keys);
    // Multiples of 1/16, so that the shift itself does not round.
    for (std::size_t j = 0; j < keys; ++j) shifted[j] = (logits[j] = std::round(normal(random) * 16) / 16) + 100;
    const std::vector<T> weights = softmax_of(logits);
    EXPECT_EQ(softmax_of(shifted), weights);
    double sum = 0;
    for (T weight : weights) sum += weight;
    EXPECT_NEAR(sum, 1, 8 * std::numeric_limits<T>::epsilon());
  }
}

TEST(NaiveSoftmax, FailsWhereTheArithmeticDoes) {
  const auto exponential = naive_failure<double>({1, 710, 800});
  ASSERT_TRUE(exponential);
  EXPECT_EQ(exponential->code, EventCode::overflow);
  EXPECT_EQ(exponential->key, 1u);
  const auto sum = naive_failure<double>({0, 709.5, 709.5, 1});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->code, EventCode::overflow);
  EXPECT_EQ(sum->key, 2u);
  const auto zero = naive_failure<double>({-800, -900});
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->code, EventCode::underflow);
  EXPECT_FALSE(naive_failure<double>({709.7, -900}));
  EXPECT_FALSE(naive_failure<float>({88.7f, 0}));
  EXPECT_TRUE(naive_failure<float>({88.8f, 0}));
}

}  // namespace
}  // namespace attention
