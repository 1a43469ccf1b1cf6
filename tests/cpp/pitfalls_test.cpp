// Cases that went wrong elsewhere in public, by their numbers in the project's collection of pitfalls.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "attention/logits.hpp"
#include "attention/row_statistics.hpp"
#include "support.hpp"

namespace attention {
namespace {

const double kNaN = std::nan("");

void expect_row(const Matrix<double>& matrix, std::size_t i, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(matrix.columns(), expected.size());
  for (std::size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(matrix.row(i)[c], expected[c], tolerance) << i << " " << c;
}

void expect_no_nan(const Attention& attention) {
  for (const Matrix<double>* matrix : {&attention.logits, &attention.scaled, &attention.weights, &attention.output}) {
    for (std::size_t i = 0; i < matrix->rows(); ++i) {
      for (double number : row_of(*matrix, i)) EXPECT_FALSE(std::isnan(number));
    }
  }
}

TEST(Pitfalls, Pitfall001_FullyMaskedRow) {
  AttendRequest request = request_of(4, 3, 1, 1);
  request.mask.kind = MaskKind::causal;  // four queries, three keys: the first query stands before the first key
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{0, 0, 0, 0}, {1, 2, 3}, {1, 2, 3}}));
  expect_no_nan(attention);
  expect_row(attention.weights, 0, {0, 0, 0}, 0);
  expect_row(attention.output, 0, {0}, 0);
  EXPECT_EQ(attention.rows[0].entropy, 0);
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::fully_masked);
  EXPECT_EQ(attention.events[0].row, 0u);
  EXPECT_EQ(attention.events[0].key, kNoKey);
  expect_row(attention.weights, 3, {1.0 / 3, 1.0 / 3, 1.0 / 3}, 1e-15);
  EXPECT_NEAR(attention.rows[3].entropy, 1.098612289, 1e-9);
  EXPECT_NEAR(attention.mean_entropy, (0 + std::log(2.0) + std::log(3.0)) / 3, 1e-15);
}

TEST(Pitfalls, Pitfall004_MaskedNaNDoesNotLeak) {
  Attention attention;
  AttendRequest window = request_of(1, 2, 2, 2);
  window.mask = {MaskKind::window, 1};
  for (Precision precision : {Precision::f64, Precision::f32, Precision::f16, Precision::bf16}) {
    window.precision = precision;
    ASSERT_FALSE(attend(attention, window, {{1, 1}, {kNaN, kNaN, 1, 1}, {kNaN, kNaN, 3, 4}}));
    EXPECT_TRUE(attention.events.empty());
    expect_row(attention.weights, 0, {0, 1}, 0);
    expect_row(attention.output, 0, {3, 4}, 0);
    EXPECT_EQ(attention.rows[0].entropy, 0);
  }

  // The second query does see it, and says so.
  AttendRequest causal = request_of(2, 2, 2, 2);
  causal.mask.kind = MaskKind::causal;
  ASSERT_FALSE(attend(attention, causal, {{1, 1, 1, 1}, {1, 1, kNaN, kNaN}, {3, 4, kNaN, kNaN}}));
  expect_no_nan(attention);
  expect_row(attention.weights, 0, {1, 0}, 0);
  expect_row(attention.output, 0, {3, 4}, 0);
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::not_finite);
  EXPECT_EQ(attention.events[0].row, 1u);
  EXPECT_EQ(attention.events[0].key, 1u);
}

TEST(Pitfalls, Pitfall005_SoftmaxWithoutTheMaximumInFloat) {
  AttendRequest request = request_of(1, 2, 1, 0);
  request.precision = Precision::f32;
  const Data data = {{1}, {151.29, 150.29}, {}};
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  expect_row(attention.weights, 0, {0.731058579, 0.268941421}, 1e-5);  // the logits themselves are 1e-5 apart in float
  request.softmax = SoftmaxKind::naive;
  ASSERT_FALSE(attend(attention, request, data));
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::overflow);
  EXPECT_EQ(attention.events[0].stage, Stage::softmax);
  EXPECT_EQ(attention.events[0].key, 0u);
  expect_row(attention.weights, 0, {0, 0}, 0);
  expect_no_nan(attention);
}

TEST(Pitfalls, Pitfall006_HalfOverflowsBeforeTheScale) {
  AttendRequest request = request_of(1, 2, 128, 1);
  request.scaling.rule = ScaleRule::sqrt;
  Data data = {std::vector<double>(128, 256), std::vector<double>(256, 256), {1, 2}};
  std::fill(data.k.begin() + 128, data.k.end(), 255);
  Attention attention;
  request.precision = Precision::f16;
  ASSERT_FALSE(attend(attention, request, data));
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::overflow);
  EXPECT_EQ(attention.events[0].stage, Stage::logits);
  EXPECT_EQ(attention.logits.row(0)[0], std::numeric_limits<double>::infinity());
  request.precision = Precision::f32;
  ASSERT_FALSE(attend(attention, request, data));
  EXPECT_TRUE(attention.events.empty());
  EXPECT_EQ(attention.logits.row(0)[0], 8388608);
  expect_row(attention.weights, 0, {1, 0}, 0);
}

TEST(Pitfalls, Pitfall008_EntropyOfExactZeros) {
  const auto entropy_of = [](std::vector<double> weights) {
    Matrix<double> row;
    if (!row.reshape(1, weights.size())) return kNaN;
    row.fill(0);
    std::copy(weights.begin(), weights.end(), row.row(0));
    return row_statistics(row.row(0), {0, weights.size()}).entropy;
  };
  EXPECT_NEAR(entropy_of({0, 0.5, 0.5}), 0.693147181, 1e-9);
  for (const auto& one_hot : {std::vector<double>{0, 0, 1}, std::vector<double>{1}}) {
    EXPECT_EQ(entropy_of(one_hot), 0);
    EXPECT_FALSE(std::signbit(entropy_of(one_hot)));
  }
}

TEST(Pitfalls, Pitfall010_RowSumOf4096EqualLogits) {
  AttendRequest request = request_of(1, 4096, 1, 0);
  Attention attention;
  for (Precision precision : {Precision::f16, Precision::bf16}) {
    request.precision = precision;
    ASSERT_FALSE(attend(attention, request, {{1}, std::vector<double>(4096, 2), {}}));
    double sum = 0;
    for (double weight : row_of(attention.weights, 0)) {
      ASSERT_EQ(weight, 0.000244140625);
      sum += weight;
    }
    EXPECT_EQ(sum, 1);
    EXPECT_NEAR(attention.rows[0].entropy, 8.317766167, 1e-9);
  }
}

TEST(Pitfalls, Pitfall012_ScaleZeroIsNotTheDefault) {
  AttendRequest request = request_of(1, 2, 4, 0);
  const Data data = {{2, 0, 0, 0}, {2, 0, 0, 0, 0, 0, 0, 0}, {}};
  Attention attention;
  request.scaling = {};
  ASSERT_FALSE(attend(attention, request, data));
  expect_row(attention.weights, 0, {0.880797078, 0.119202922}, 1e-9);
  request.scaling = {ScaleRule::factor, 0, 1};
  ASSERT_FALSE(attend(attention, request, data));
  expect_row(attention.weights, 0, {0.5, 0.5}, 0);
}

TEST(Pitfalls, Pitfall013_ScaleFromTheHeadsWidth) {
  AttendRequest request = request_of(1, 2, 16, 0);
  request.scaling.rule = ScaleRule::sqrt;
  Data data = {std::vector<double>(16, 1), std::vector<double>(32, 0), {}};
  std::fill(data.k.begin(), data.k.begin() + 16, 0.5);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  expect_row(attention.weights, 0, {0.880797078, 0.119202922}, 1e-9);
}

TEST(Pitfalls, Pitfall016_LengthsThatAreNoMultipleOfTheLanes) {
  const double expected[][2] = {{1, 1}, {2, 5}, {3, 14}, {5, 55}, {7, 140}};
  Attention attention;
  for (const auto& [d_k, dot] : expected) {
    AttendRequest request = request_of(1, 1, d_k, d_k);
    std::vector<double> numbers(16, kNaN);
    for (int t = 0; t < d_k; ++t) numbers[t] = t + 1;
    for (Precision precision : {Precision::f64, Precision::f32}) {
      request.precision = precision;
      ASSERT_FALSE(attention.attend(request, {numbers.data(), numbers.data(), numbers.data()}));
      EXPECT_EQ(attention.logits.row(0)[0], dot);
      EXPECT_EQ(attention.output.row(0)[static_cast<std::size_t>(d_k) - 1], d_k);
      expect_no_nan(attention);
    }
  }
}

TEST(Pitfalls, Pitfall017_BuffersThatAreNotAligned) {
  const AttendRequest request = request_of(5, 6, 7, 3);
  const Data data = draw(request, 9);
  Attention aligned, shifted;
  ASSERT_FALSE(attend(aligned, request, data));
  const auto moved = [](std::vector<double> numbers) {
    numbers.insert(numbers.begin(), kNaN);
    return numbers;
  };
  const auto q = moved(data.q), k = moved(data.k), v = moved(data.v);
  ASSERT_FALSE(shifted.attend(request, {q.data() + 1, k.data() + 1, v.data() + 1}));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(row_of(shifted.output, i), row_of(aligned.output, i));
}

TEST(Pitfalls, Pitfall018_StridesAreNotIgnored) {
  // The keys [1, 4], [2, 5], [3, 6] as rows of a wider array.
  const double wide[] = {1, 4, kNaN, 2, 5, kNaN, 3, 6, kNaN}, query[] = {1, 0};
  Matrix<double> panels, logits;
  ASSERT_TRUE(pack_keys<double>({wide, 3, 2, 3}, panels));
  ASSERT_TRUE(logits.reshape(1, 3));
  compute_logits<double>({query, 1, 2, 2}, panels, 0, 3, logits.view());
  EXPECT_EQ(row_of(logits, 0), (std::vector<double>{1, 2, 3}));
}

TEST(Pitfalls, Pitfall019_ValueWidthIsItsOwn) {
  AttendRequest request = request_of(1, 2, 1, 3);
  request.scaling.rule = ScaleRule::sqrt;
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{1}, {0, 0}, {1, 2, 3, 3, 4, 5}}));
  expect_row(attention.weights, 0, {0.5, 0.5}, 0);
  expect_row(attention.output, 0, {2, 3, 4}, 0);
  request.d_v = 0;
  const Problem problem = attend(attention, request, {{1}, {0, 0}, {1, 2}});
  EXPECT_EQ(problem.code, ProblemCode::out_of_range);
  EXPECT_EQ(problem.field, "dV");
}

TEST(Pitfalls, Pitfall020_CausalIsAlignedBottomRight) {
  Attention attention;
  AttendRequest request = request_of(2, 5, 1, 0);
  request.mask.kind = MaskKind::causal;
  ASSERT_FALSE(attend(attention, request, {{0, 0}, {1, 2, 3, 4, 5}, {}}));
  expect_row(attention.weights, 0, {0.25, 0.25, 0.25, 0.25, 0}, 1e-15);
  expect_row(attention.weights, 1, {0.2, 0.2, 0.2, 0.2, 0.2}, 1e-15);
  request.n = 5;
  request.keys = 2;
  ASSERT_FALSE(attend(attention, request, {{0, 0, 0, 0, 0}, {1, 2}, {}}));
  for (std::size_t i = 0; i < 3; ++i) expect_row(attention.weights, i, {0, 0}, 0);
  expect_row(attention.weights, 3, {1, 0}, 0);
  expect_row(attention.weights, 4, {0.5, 0.5}, 0);
  EXPECT_EQ(attention.events.size(), 3u);
}

TEST(Pitfalls, Pitfall023_NoFastMath) {
#if defined(__FAST_MATH__)
  FAIL() << "compiled with fast math";
#endif
  const std::string root = std::string(GOLDEN_FOLDER) + "/../../";
  for (const char* file : {"CMakeLists.txt", "build.sh"}) {
    std::ifstream stream(root + file);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    ASSERT_FALSE(text.empty()) << file;
    for (const char* flag : {"fast-math", "unsafe-math", "Ofast"})
      EXPECT_EQ(text.find(flag), std::string::npos) << file;
  }
  AttendRequest request = request_of(1, 2, 1, 0);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{1}, {0, -1}, {}}));
  expect_row(attention.weights, 0, {0.731058579, 0.268941421}, 1e-9);
}

TEST(Pitfalls, Pitfall024_InfiniteProductIsAnEvent) {
  AttendRequest request = request_of(1, 2, 1, 0);
  const Data data = {{1e20}, {1e20, 1}, {}};
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  expect_row(attention.weights, 0, {1, 0}, 0);
  request.precision = Precision::f32;
  ASSERT_FALSE(attend(attention, request, data));
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::overflow);
  EXPECT_EQ(attention.events[0].stage, Stage::logits);
  EXPECT_EQ(attention.events[0].key, 0u);
  expect_no_nan(attention);
}

}  // namespace
}  // namespace attention
