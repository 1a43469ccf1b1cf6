// Each logit rule where it is used: in attention, in its statistics and in the sweep.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotary_positions.hpp"
#include "attention/sweep.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace attention {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-12;

// One query of width 1: with q = 1 the keys are the logits, and dividing by sqrt(d_k) does nothing.
Attention attend_to_logits(const std::vector<double>& logits, Scaling scaling, Mask mask = {}) {
  AttendRequest request = request_of(1, static_cast<double>(logits.size()), 1, 0);
  request.scaling = scaling;
  request.mask = mask;
  Attention attention;
  const Problem problem = attend(attention, request, {{1}, logits, {}});
  EXPECT_FALSE(problem) << problem.field;
  return attention;
}

void expect_row(const std::vector<double>& actual, const json& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) EXPECT_NEAR(actual[j] / expected[j].get<double>(), 1, kTolerance);
}

class AttendRules : public ::testing::Test {
 protected:
  const json golden_ = read_golden("logit_scaling.json");
  const std::vector<double> logits_ = golden_["logits"];
};

TEST_F(AttendRules, Softcap) {
  for (const json& test : golden_["softcap"]) {
    const Attention attention = attend_to_logits(logits_, {ScaleRule::softcap, test["cap"]});
    expect_row(row_of(attention.scaled, 0), test["capped"]);
    expect_row(row_of(attention.weights, 0), test["probs"]);
  }
}

TEST_F(AttendRules, SoftcapIsCoolerWithATemperatureOnTop) {
  const Attention attention = attend_to_logits({1e9, 0}, {ScaleRule::softcap, 50, 2});
  EXPECT_EQ(attention.scaled.row(0)[0], 25);
}

TEST(AttendSinks, OneThatTakesAllTheWeightLeavesAnEntropyOfZero) {
  const Attention attention = attend_to_logits({0, 1}, {ScaleRule::sink, 1e4});
  EXPECT_TRUE(attention.events.empty());
  EXPECT_EQ(attention.rows[0].max_weight, 0);
  EXPECT_EQ(attention.rows[0].entropy, 0);
  EXPECT_EQ(attention.rows[0].sink, 1);
}

TEST(AttendSinks, OneBeyondThePrecisionIsAnEvent) {
  AttendRequest request = request_of(1, 2, 1, 0);
  request.scaling = {ScaleRule::sink, 1e300};
  request.precision = Precision::f32;
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{1}, {0, 1}, {}}));
  ASSERT_EQ(attention.events.size(), 1u);
  EXPECT_EQ(attention.events[0].code, EventCode::overflow);
  EXPECT_EQ(attention.events[0].stage, Stage::scaling);
}

TEST_F(AttendRules, LearnedSink) {
  for (const json& test : golden_["sink"]) {
    const Attention attention = attend_to_logits(logits_, {ScaleRule::sink, test["sink"]});
    expect_row(row_of(attention.weights, 0), test["probs"]);
    EXPECT_NEAR(attention.rows[0].sink, 1 - test["sum"].get<double>(), kTolerance);
  }
}

TEST_F(AttendRules, SoftmaxOffByOne) {
  expect_row(row_of(attend_to_logits(logits_, {ScaleRule::off_by_one}).weights, 0), golden_["softmax_off_by_one"]);
  const json& negative = golden_["softmax_off_by_one_all_negative"];
  const Attention attention = attend_to_logits(negative["logits"], {ScaleRule::off_by_one});
  expect_row(row_of(attention.weights, 0), negative["softmax1"]);
  EXPECT_EQ(attention.rows[0].sink, 1);
}

TEST_F(AttendRules, ScalableSoftmax) {
  for (const json& test : golden_["ssmax"]) {
    expect_row(row_of(attend_to_logits(logits_, {ScaleRule::ssmax, test["s"]}).weights, 0), test["probs"]);
  }
}

TEST_F(AttendRules, LengthDependentRulesUseTheRowsOwnLength) {
  const std::vector<double> ones(16384, 1);
  const auto scaled = [&](ScaleRule rule, double parameter, Mask mask) {
    return attend_to_logits(ones, {rule, parameter}, mask).scaled.row(0)[ones.size() - 1];
  };
  const Mask window = {MaskKind::window, 512};
  EXPECT_NEAR(scaled(ScaleRule::log_n, 8192, {}), golden_["qwen_logn"][3]["multiplier"].get<double>(), kTolerance);
  EXPECT_NEAR(scaled(ScaleRule::log_n, 8192, window), golden_["qwen_logn"][3]["multiplier"].get<double>(), kTolerance)
      << "positions count, not keys";
  EXPECT_NEAR(scaled(ScaleRule::entropy_invariant, 8192, window),
              golden_["entropy_invariant_logn"][0]["multiplier"].get<double>(), kTolerance)
      << "visible keys count, not positions";
  EXPECT_NEAR(scaled(ScaleRule::llama4, 8192, {}), golden_["llama4_temperature"][3]["multiplier"].get<double>(),
              kTolerance);
}

// With more queries than keys and no mask the first rows stand before the first key, where ln(1 + floor(p / scale)) has
// no value: there is nothing to stretch yet.
TEST(AttendPositions, BeforeTheFirstKeyRulesOfTheLengthLeaveLogitsAlone) {
  AttendRequest request = request_of(5, 2, 1, 0);
  for (ScaleRule rule : {ScaleRule::llama4, ScaleRule::log_n}) {
    request.scaling = {rule, 2};
    Attention attention;
    ASSERT_FALSE(attend(attention, request, {{1, 1, 1, 1, 1}, {1, 3}, {}}));
    EXPECT_TRUE(attention.events.empty());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(row_of(attention.scaled, i), (std::vector<double>{1, 3})) << i;
  }
  request.scaling = {ScaleRule::llama4, 2};
  Attention attention;
  ASSERT_FALSE(attend(attention, request, {{1, 1, 1, 1, 1}, {1, 3}, {}}));
  EXPECT_NEAR(attention.scaled.row(4)[0], 1 + 0.1 * std::log(2), kTolerance);
}

TEST_F(AttendRules, YarnTemperatureAndPlainFactors) {
  EXPECT_NEAR(attend_to_logits({1}, {ScaleRule::yarn, 4}).scaled.row(0)[0],
              golden_["yarn_temperature"][1]["logit_multiplier"].get<double>(), kTolerance);
  EXPECT_NEAR(attend_to_logits({1}, {ScaleRule::query_pre_attn_scalar, 256}).scaled.row(0)[0], 1.0 / 16, kTolerance);
  EXPECT_NEAR(attend_to_logits({1}, {ScaleRule::inverse_layer, 3}).scaled.row(0)[0], 0.25, kTolerance);
}

TEST_F(AttendRules, NormalizedRowsForgetTheirLength) {
  AttendRequest request = request_of(4, 6, 16, 0);
  for (ScaleRule rule : {ScaleRule::qk_norm, ScaleRule::cosine}) {
    request.scaling = {rule, 1024};
    const Data data = draw(request, 3);
    Data longer = data;
    for (double& q : longer.q) q *= 1000;
    Attention once, again;
    ASSERT_FALSE(attend(once, request, data));
    ASSERT_FALSE(attend(again, request, longer));
    const double largest = rule == ScaleRule::cosine ? 1 : 16;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 6; ++j) {
        EXPECT_LE(std::abs(once.logits.row(i)[j]), largest * (1 + kTolerance));
        EXPECT_NEAR(once.weights.row(i)[j], again.weights.row(i)[j], 1e-6);
      }
    }
  }
}

TEST_F(AttendRules, SinkRowsKeepTheirStatisticsHonest) {
  const Attention attention = attend_to_logits(logits_, {ScaleRule::sink, 2.5});
  const std::vector<double> w = row_of(attention.weights, 0);
  double entropy = 0, squares = 0, given = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    given += w[i];
    entropy -= w[i] * std::log(w[i]);
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double entry = (i == j ? w[i] : 0) - w[i] * w[j];
      squares += entry * entry;
    }
  }
  EXPECT_NEAR(attention.rows[0].entropy, entropy, kTolerance);
  EXPECT_NEAR(attention.rows[0].jacobian, std::sqrt(squares), kTolerance);
  EXPECT_NEAR(attention.rows[0].sink, 1 - given, kTolerance);
  EXPECT_EQ(attend_to_logits(logits_, {ScaleRule::sqrt}).rows[0].sink, 0);
}

TEST(SinksAndWindow, KeepTheFirstKeysAndTheLast) {
  AttendRequest request = request_of(1, 20, 1, 1);
  request.mask = {MaskKind::window, 3, 4};
  Data data = {{1}, std::vector<double>(20, 0), std::vector<double>(20, 1)};
  data.k[8] = data.v[8] = std::numeric_limits<double>::quiet_NaN();  // in the hole: never looked at
  Attention attention;
  ASSERT_FALSE(attend(attention, request, data));
  EXPECT_TRUE(attention.events.empty());
  EXPECT_EQ(attention.rows[0].visible, 7);
  EXPECT_NEAR(attention.rows[0].entropy, std::log(7), kTolerance);
  EXPECT_NEAR(attention.output.row(0)[0], 1, kTolerance);
  for (std::size_t j = 0; j < 20; ++j) {
    const bool seen = j < 4 || j >= 17;
    EXPECT_NEAR(attention.weights.row(0)[j], seen ? 1.0 / 7 : 0, kTolerance) << j;
    EXPECT_EQ(std::isinf(attention.logits.row(0)[j]), !seen) << j;
  }
}

TEST(SinksAndWindow, ShortContextsSeeEverythingOnce) {
  AttendRequest request = request_of(8, 8, 4, 0);
  request.mask = {MaskKind::window, 3, 4};
  Attention attention;
  ASSERT_FALSE(attend(attention, request, draw(request, 1)));
  const double visible[] = {1, 2, 3, 4, 5, 6, 7, 7};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(attention.rows[i].visible, visible[i]) << i;
}

class RotatedAttention : public ::testing::Test {
 protected:
  RotatedAttention() {
    positions_.rotate = true;
    positions_.frequencies.head_dim = 10;
    turn(positions_);
    request_.scaling.rule = ScaleRule::sqrt;
    data_ = draw(request_, 11);
  }
  void turn(const Positions& positions) {
    rotation_ = RotaryPositions(positions);
    request_.rotation = &rotation_;
  }

  Positions positions_;
  RotaryPositions rotation_;
  AttendRequest request_ = request_of(3, 7, 10, 0);
  Data data_;
};

TEST_F(RotatedAttention, IsAttentionOnRotatedRows) {
  for (PairLayout layout : {PairLayout::half, PairLayout::interleaved}) {
    for (double step : {1.0, 4096.0}) {
      positions_.layout = layout;
      positions_.step = step;
      turn(positions_);
      Attention rotated;
      ASSERT_FALSE(attend(rotated, request_, data_));

      RopeFrequencies frequencies;
      ASSERT_FALSE(rope_frequencies(positions_.frequencies, frequencies));
      Rotator<double> rotator;
      ASSERT_FALSE(rotator.prepare(frequencies, layout));
      const auto turned = [&](const std::vector<double>& rows, double first) {
        Matrix<double> matrix;
        EXPECT_TRUE(matrix.reshape(rows.size() / 10, 10));
        matrix.fill(0);
        for (std::size_t i = 0; i < rows.size(); ++i) matrix.row(i / 10)[i % 10] = rows[i];
        rotate_rows(matrix.view(), first, step, rotator);
        std::vector<double> flat;
        for (std::size_t i = 0; i < matrix.rows(); ++i) {
          for (double value : row_of(matrix, i)) flat.push_back(value);
        }
        return flat;
      };
      AttendRequest plain = request_;
      plain.rotation = nullptr;
      Attention expected;
      ASSERT_FALSE(attend(expected, plain, {turned(data_.q, 4 * step), turned(data_.k, 0), {}}));
      for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(row_of(rotated.weights, i), row_of(expected.weights, i));
    }
  }
}

TEST_F(RotatedAttention, NarrowPrecisionsFollow) {
  Attention exact, narrow;
  ASSERT_FALSE(attend(exact, request_, data_));
  const std::pair<Precision, double> precisions[] = {
      {Precision::f32, 1e-6}, {Precision::f16, 5e-3}, {Precision::bf16, 5e-2}};
  for (const auto& [precision, tolerance] : precisions) {
    request_.precision = precision;
    ASSERT_FALSE(attend(narrow, request_, data_));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 7; ++j) EXPECT_NEAR(narrow.weights.row(i)[j], exact.weights.row(i)[j], tolerance);
    }
  }
}

// Pitfall 40: an odd head is refused before anything is computed; without rotation it is a head like any other.
TEST_F(RotatedAttention, OddHeadsRunWithoutPositionsOnly) {
  AttendRequest odd = request_of(2, 2, 65, 0);
  Attention attention;
  EXPECT_FALSE(attend(attention, odd, draw(odd, 1)));
  positions_.frequencies.head_dim = 65;
  turn(positions_);
  odd.rotation = &rotation_;
  const Problem problem = first_problem(odd);
  EXPECT_EQ(problem.code, ProblemCode::not_even);
  EXPECT_EQ(problem.field, "headDim");
  EXPECT_EQ(problem.given, 65);
}

TEST_F(RotatedAttention, TheHeadOfTheConfigurationMustBeTheOneThatIsGiven) {
  positions_.frequencies.head_dim = 128;
  turn(positions_);
  EXPECT_EQ(first_problem(request_).field, "headDim");
}

TEST(RuleProblems, ParametersOutOfRangeAreRefused) {
  const std::pair<ScaleRule, double> wrong[] = {
      {ScaleRule::softcap, 0},
      {ScaleRule::softcap, -1},
      {ScaleRule::log_n, 1},
      {ScaleRule::entropy_invariant, 0},
      {ScaleRule::yarn, 0.5},
      {ScaleRule::ssmax, -1},
      {ScaleRule::cosine, 1},
      {ScaleRule::query_pre_attn_scalar, 0},
      {ScaleRule::llama4, 0},
      {ScaleRule::inverse_layer, -1},
      {ScaleRule::sink, std::numeric_limits<double>::infinity()},
  };
  for (const auto& [rule, parameter] : wrong) {
    AttendRequest request = request_of(2, 2, 4, 0);
    request.scaling = {rule, parameter};
    const Problem problem = first_problem(request);
    EXPECT_EQ(problem.code, ProblemCode::out_of_range) << static_cast<int>(rule);
    EXPECT_EQ(problem.field, "scale");
  }
  AttendRequest request = request_of(2, 2, 4, 0);
  request.mask = {MaskKind::window, 1, -1};
  EXPECT_EQ(first_problem(request).field, "sinks");
}

TEST(RuleSweep, EveryRuleGivesWhatAttentionGives) {
  const Mask masks[] = {{}, {MaskKind::causal}, {MaskKind::window, 3, 2}};
  for (int rule = 0; rule <= static_cast<int>(kLastScaleRule); ++rule) {
    for (const Mask& mask : masks) {
      const SweepConfiguration configuration = {9, 6, {static_cast<ScaleRule>(rule), 2.5, 1.5}, mask};
      const std::uint32_t seed = 5, length = 1;
      SeedStatistics statistics;
      Sweep sweep;
      ASSERT_FALSE(sweep.run({{&configuration, 1}, {{&seed, 1}, {&length, 1}}}, {&statistics, 1}));

      AttendRequest request = request_of(9, 9, 6, 0);
      request.scaling = configuration.scaling;
      request.mask = mask;
      Attention attention;
      ASSERT_FALSE(attend(attention, request, draw(request, seed)));
      EXPECT_EQ(statistics.mean_entropy, attention.mean_entropy) << rule;
      EXPECT_EQ(statistics.entropy_share, attention.entropy_share) << rule;
      EXPECT_EQ(statistics.mean_jacobian, attention.mean_jacobian) << rule;
    }
  }
}

}  // namespace
}  // namespace attention
