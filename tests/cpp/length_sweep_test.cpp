#include "attention/length_sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support.hpp"

namespace attention {
namespace {

std::vector<LengthStatistics> run(const LengthRequest& request, std::uint32_t seed) {
  std::vector<LengthStatistics> statistics(request.points.size());
  LengthSweep sweep;
  const Problem problem = sweep.run(request, {&seed, 1}, statistics);
  EXPECT_FALSE(problem) << problem.field;
  return statistics;
}

Positions rotation(RopeType type, double head_dim) {
  Positions positions;
  positions.rotate = true;
  positions.frequencies.type = type;
  positions.frequencies.head_dim = head_dim;
  positions.frequencies.factor = 4;
  positions.frequencies.original_length = 256;
  return positions;
}

// Every point is Attention on the beginning of the same draw, although keys were drawn in blocks and forgotten.
TEST(LengthSweep, EveryPointIsAttentionToTheBit) {
  std::vector<LengthPoint> points;
  for (double length : {4.0, 5.0, 512.0, 513.0, 1300.0}) {
    for (int rule = 0; rule <= static_cast<int>(kLastScaleRule); ++rule) {
      points.push_back({length, {static_cast<ScaleRule>(rule), 2.5}, {MaskKind::causal}, {}});
    }
    points.push_back({length, {}, {}, {}});
    points.push_back({length, {}, {MaskKind::window, 64, 4}, {}});
    points.push_back({length, {}, {MaskKind::causal}, rotation(RopeType::plain, 6)});
    points.push_back({length, {ScaleRule::qk_norm}, {MaskKind::causal}, rotation(RopeType::yarn, 6)});
  }
  const std::vector<LengthStatistics> statistics = run({.d_k = 6, .queries = 4, .points = points}, 9);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const LengthPoint& point = points[p];
    SCOPED_TRACE(p);
    AttendRequest request = request_of(4, point.length, 6, 0);
    request.scaling = point.scaling;
    request.mask = point.mask;
    RotaryPositions rotary(point.positions);
    if (point.positions.rotate) request.rotation = &rotary;
    Attention attention;
    ASSERT_FALSE(attend(attention, request, draw(request, 9)));
    EXPECT_EQ(statistics[p].mean_entropy, attention.mean_entropy);
    EXPECT_EQ(statistics[p].entropy_share, attention.entropy_share);
    EXPECT_EQ(statistics[p].max_weight, attention.max_weight);
    double effective = 0, visible = 0, sink = 0;
    for (const RowStatistics& row : attention.rows) {
      effective += std::exp(row.entropy) / 4;
      visible += row.visible / 4;
      sink += row.sink / 4;
    }
    EXPECT_NEAR(statistics[p].effective_keys, effective, 1e-9);
    EXPECT_EQ(statistics[p].visible, visible);
    EXPECT_NEAR(statistics[p].sink, sink, 1e-12);
    EXPECT_EQ(statistics[p].failed_rows, 0);
  }
}

// For independent normal logits of variance 1 the entropy of n keys is close to ln n - 1/2: attention thins out.
TEST(LengthSweep, DividingByTheRootThinsOutWithTheContext) {
  const std::vector<LengthPoint> points = {{64, {}, {}, {}}, {16384, {}, {}, {}}};
  double shares[2] = {0, 0};
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const std::vector<LengthStatistics> statistics = run({.d_k = 64, .queries = 4, .points = points}, seed);
    for (int p = 0; p < 2; ++p) shares[p] += statistics[p].entropy_share / 8;
  }
  EXPECT_NEAR(shares[0], 1 - 0.5 / std::log(64), 0.03);
  EXPECT_NEAR(shares[1], 1 - 0.5 / std::log(16384), 0.01);
}

TEST(LengthSweep, WrongRequestsAreRefusedByName) {
  const auto field_of = [](LengthPoint point, double d_k = 64, double queries = 4) {
    return first_problem(LengthRequest{.d_k = d_k, .queries = queries, .points = {&point, 1}}).field;
  };
  EXPECT_EQ(field_of({8, {}, {}, {}}), "");
  EXPECT_EQ(field_of({3, {}, {}, {}}), "lengths");
  EXPECT_EQ(field_of({8.5, {}, {}, {}}), "lengths");
  EXPECT_EQ(field_of({1e12, {}, {}, {}}), "lengths");
  EXPECT_EQ(field_of({8, {}, {}, {}}, 0), "dK");
  EXPECT_EQ(field_of({8, {}, {}, {}}, 64, 0), "queries");
  EXPECT_EQ(field_of({8, {}, {}, rotation(RopeType::plain, 32)}), "headDim");
}

}  // namespace
}  // namespace attention
