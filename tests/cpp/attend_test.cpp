#include "attention/attend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "attention/narrow.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Every entry of the result against plain loops, masked ones included.
void expect_like_reference(const AttendRequest& request, const Data& data, double tolerance) {
  const Reference reference(request, data);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  const auto n = static_cast<std::size_t>(request.n), keys = static_cast<std::size_t>(request.keys);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    std::size_t seen = 0;
    for (std::size_t j = 0; j < keys; ++j) {
      if (reference.visible[i][j]) {
        EXPECT_NEAR(attention.logits.row(i)[j], reference.logits[i][j], tolerance * 100);
        EXPECT_NEAR(attention.scaled.row(i)[j], reference.scaled[i][j], tolerance * 100);
      } else {
        EXPECT_EQ(attention.logits.row(i)[j], -kInfinity);
        EXPECT_EQ(attention.scaled.row(i)[j], -kInfinity);
        EXPECT_EQ(attention.weights.row(i)[j], 0);
      }
      EXPECT_NEAR(attention.weights.row(i)[j], reference.weights[i][j], tolerance);
      sum += attention.weights.row(i)[j];
      seen += reference.visible[i][j];
    }
    EXPECT_NEAR(sum, seen > 0 ? 1 : 0, tolerance);
    EXPECT_EQ(attention.rows[i].visible, seen);
    EXPECT_NEAR(attention.rows[i].entropy, reference.entropy[i], tolerance * 10);
    for (std::size_t c = 0; c < attention.output.columns(); ++c) {
      EXPECT_NEAR(attention.output.row(i)[c], reference.output[i][c], tolerance * 10);
    }
  }
}

TEST(Attend, AgreesWithPlainLoopsForManyShapesMasksAndRules) {
  const double shapes[][4] = {{1, 1, 1, 1},   {1, 5, 2, 3},   {2, 5, 1, 0},   {5, 2, 3, 7},
                              {8, 8, 64, 64}, {9, 17, 7, 33}, {17, 9, 16, 5}, {40, 40, 5, 16}};
  const Mask masks[] = {{}, {MaskKind::causal, 1}, {MaskKind::window, 1}, {MaskKind::window, 4}};
  const Scaling scalings[] = {
      {ScaleRule::none, 1, 1}, {ScaleRule::sqrt, 1, 0.7}, {ScaleRule::linear, 1, 1}, {ScaleRule::factor, -0.3, 2}};
  for (const auto& shape : shapes) {
    AttendRequest request = request_of(shape[0], shape[1], shape[2], shape[3]);
    const Data data = draw(request, 11);
    for (const Mask& mask : masks) {
      for (const Scaling& scaling : scalings) {
        SCOPED_TRACE(testing::Message() << shape[0] << " x " << shape[1] << ", d_k " << shape[2] << ", mask "
                                        << int(mask.kind) << ", scale " << int(scaling.rule));
        request.mask = mask;
        request.scaling = scaling;
        request.precision = Precision::f64;
        expect_like_reference(request, data, 1e-13);
        request.precision = Precision::f32;
        expect_like_reference(request, data, 4e-5);
      }
    }
  }
}

TEST(Attend, NaiveSoftmaxIsTheSameWhereNothingOverflows) {
  AttendRequest request = request_of(8, 8, 64, 64);
  request.softmax = SoftmaxKind::naive;
  expect_like_reference(request, draw(request, 7), 1e-13);
}

TEST(Attend, SummariesAreMeansOverRows) {
  AttendRequest request = request_of(6, 6, 4, 0);
  request.mask.kind = MaskKind::causal;
  Attention attention;
  ASSERT_FALSE(attend(attention, request, draw(request, 5)));
  double entropy = 0, share = 0, jacobian = 0, squares = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    entropy += attention.rows[i].entropy / 6;
    if (i > 0) share += attention.rows[i].entropy / std::log(i + 1.0) / 5;
    jacobian += attention.rows[i].jacobian / 6;
    for (std::size_t j = 0; j <= i; ++j) squares += std::pow(attention.logits.row(i)[j], 2) / 21;
  }
  EXPECT_TRUE(std::isnan(attention.rows[0].share));
  EXPECT_NEAR(attention.mean_entropy, entropy, 1e-14);
  EXPECT_NEAR(attention.entropy_share, share, 1e-14);
  EXPECT_NEAR(attention.mean_jacobian, jacobian, 1e-14);
  EXPECT_NEAR(attention.mean_square_logit, squares, 1e-13);
  EXPECT_EQ(attention.max_weight, 1);
  EXPECT_EQ(attention.uniform_entropy, std::log(6.0));
  EXPECT_EQ(attention.output.columns(), 0u);
}

TEST(Attend, OneQueryOneKeyHasNoShare) {
  AttendRequest request = request_of(1, 1, 1, 1);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{3}, {5}, {7}}));
  EXPECT_EQ(attention.weights.row(0)[0], 1);
  EXPECT_EQ(attention.output.row(0)[0], 7);
  EXPECT_EQ(attention.mean_entropy, 0);
  EXPECT_TRUE(std::isnan(attention.entropy_share));
}

TEST(Attend, TheSameShapeAgainUsesTheSameMemory) {
  Attention attention;
  AttendRequest request = request_of(8, 8, 64, 64);
  const Data data = draw(request, 7);
  ASSERT_FALSE(attend(attention, request, data));
  const double* logits = attention.logits.row(0);
  const double* output = attention.output.row(0);
  const double first = attention.mean_entropy;
  for (int again = 0; again < 3; ++again) {
    AttendRequest smaller = request_of(3, 5, 7, 9);
    ASSERT_FALSE(attend(attention, smaller, draw(smaller, 1)));
    ASSERT_FALSE(attend(attention, request, data));
    EXPECT_EQ(attention.logits.row(0), logits);
    EXPECT_EQ(attention.output.row(0), output);
    EXPECT_EQ(attention.mean_entropy, first);
  }
}

TEST(Attend, InfiniteOrUndefinedDataIsRefusedWithItsPlace) {
  Attention attention;
  const AttendRequest request = request_of(2, 2, 2, 2);
  const Data good = draw(request, 1);
  for (double bad : {kInfinity, -kInfinity, std::nan("")}) {
    Data data = good;
    data.q[3] = bad;
    Problem problem = attend(attention, request, data);
    EXPECT_EQ(problem.code, ProblemCode::not_finite);
    EXPECT_EQ(problem.field, "q");
    EXPECT_EQ(problem.given, 3);
    data = good;
    data.k[1] = bad;
    EXPECT_EQ(attend(attention, request, data).field, "k");
    data = good;
    data.v[2] = bad;
    EXPECT_EQ(attend(attention, request, data).field, "v");
  }
  EXPECT_FALSE(attend(attention, request, good));
}

// Numbers of the narrow formats, stage by stage, against one rounding of float arithmetic in plain loops.
void expect_rounded_stages(Precision precision, float (*round)(float), float unit) {
  AttendRequest request = request_of(7, 9, 19, 6);
  request.precision = precision;
  request.scaling.rule = ScaleRule::sqrt;
  const Data data = draw(request, 3);
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  for (std::size_t i = 0; i < 7; ++i) {
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t j = 0; j < 9; ++j) {
      float logit = 0;
      for (std::size_t t = 0; t < 19; ++t) {
        logit += round(float(data.q[i * 19 + t])) * round(float(data.k[j * 19 + t]));
      }
      EXPECT_EQ(attention.logits.row(i)[j], round(logit));
      EXPECT_EQ(attention.scaled.row(i)[j], round(round(logit) * float(1 / std::sqrt(19.0))));
      largest = std::max(largest, float(attention.scaled.row(i)[j]));
    }
    float sum = 0;
    for (std::size_t j = 0; j < 9; ++j) sum += std::exp(float(attention.scaled.row(i)[j]) - largest);
    for (std::size_t j = 0; j < 9; ++j) {
      const float weight = std::exp(float(attention.scaled.row(i)[j]) - largest) / sum;
      EXPECT_NEAR(attention.weights.row(i)[j], weight, unit * weight);
      EXPECT_EQ(attention.weights.row(i)[j], round(float(attention.weights.row(i)[j])));
    }
    for (std::size_t c = 0; c < 6; ++c) {
      float output = 0;
      for (std::size_t j = 0; j < 9; ++j)
        output += float(attention.weights.row(i)[j]) * round(float(data.v[j * 6 + c]));
      EXPECT_EQ(attention.output.row(i)[c], round(output));
    }
  }
}

TEST(Precision, EachStageIsRoundedOnceToHalf) { expect_rounded_stages(Precision::f16, round_to_f16, 0x1p-11f * 1.01f); }

TEST(Precision, EachStageIsRoundedOnceToBfloat) {
  expect_rounded_stages(Precision::bf16, round_to_bf16, 0x1p-8f * 1.01f);
}

void expect_single_event(const Attention& attention, EventCode code, Stage stage, std::size_t row, std::size_t key) {
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, code);
  EXPECT_EQ(attention.events[0].stage, stage);
  EXPECT_EQ(attention.events[0].row, row);
  EXPECT_EQ(attention.events[0].key, key);
  for (double weight : row_of(attention.weights, row)) EXPECT_EQ(weight, 0);
  for (double output : row_of(attention.output, row)) EXPECT_EQ(output, 0);
  EXPECT_EQ(attention.rows[row].entropy, 0);
  EXPECT_EQ(attention.rows[row].share, 0);
  for (std::size_t i = 0; i < attention.logits.rows(); ++i) {
    for (double logit : row_of(attention.logits, i)) EXPECT_FALSE(std::isnan(logit));
    for (double scaled : row_of(attention.scaled, i)) EXPECT_FALSE(std::isnan(scaled));
  }
}

TEST(Events, AreNamedByTheFirstStageThatFails) {
  Attention attention;
  AttendRequest request = request_of(2, 2, 1, 1);
  const auto run = [&](Precision precision, const Data& data) {
    request.precision = precision;
    ASSERT_FALSE(attend(attention, request, data));
  };
  run(Precision::f16, {{1, 1e6}, {1, 0}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::input, 1, kNoKey);
  EXPECT_EQ(attention.max_weight, attention.rows[0].max_weight);  // the other row alone is left in the summary
  run(Precision::f16, {{1, 300}, {0, 300}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::logits, 1, 1);
  run(Precision::f32, {{1, 1e30}, {1, -1e30}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::logits, 1, 1);
  EXPECT_EQ(attention.logits.row(1)[1], -kInfinity);
  run(Precision::f64, {{1, 1e200}, {1, 1e200}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::logits, 1, 1);

  request.scaling = {ScaleRule::factor, 1e308, 1};
  run(Precision::f64, {{0, 10}, {0, 10}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::scaling, 1, 1);

  request.scaling = {ScaleRule::factor, 1, 1};
  request.softmax = SoftmaxKind::naive;
  run(Precision::f32, {{0, 1}, {1, 89}, {1, 1}});
  expect_single_event(attention, EventCode::overflow, Stage::softmax, 1, 1);
  run(Precision::f64, {{0, 1}, {-800, -900}, {1, 1}});
  expect_single_event(attention, EventCode::underflow, Stage::softmax, 1, kNoKey);
}

TEST(Events, AnOutputBeyondHalf) {
  // 1/53 as a half is a little too large, and 53 times that of the largest half is beyond it.
  AttendRequest request = request_of(1, 53, 1, 1);
  request.precision = Precision::f16;
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{0}, std::vector<double>(53, 1), std::vector<double>(53, 65504)}));
  expect_single_event(attention, EventCode::overflow, Stage::output, 0, kNoKey);
  EXPECT_TRUE(std::isnan(attention.mean_entropy));
  EXPECT_TRUE(std::isnan(attention.max_weight));
}

TEST(Events, AFactorOfZeroDoesNotUndoAnOverflow) {
  AttendRequest request = request_of(1, 2, 1, 0);
  request.scaling = {ScaleRule::factor, 0, 1};
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{1e200}, {1e200, 1}, {}}));
  expect_single_event(attention, EventCode::overflow, Stage::logits, 0, 0);
}

}  // namespace
}  // namespace attention
