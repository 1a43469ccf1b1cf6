#include "attention/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "support.hpp"

namespace attention {
namespace {

const std::vector<SweepConfiguration> kConfigurations = {
    {8, 16, {ScaleRule::none, 1, 1}, {}},
    {8, 16, {ScaleRule::sqrt, 1, 1}, {MaskKind::causal, 1}},
    {8, 5, {ScaleRule::factor, 0.3, 2}, {MaskKind::window, 3}},
    {21, 3, {ScaleRule::linear, 1, 1}, {}},
    {1, 1, {ScaleRule::sqrt, 1, 1}, {}},
};

struct Seeds {
  std::vector<std::uint32_t> words, lengths;
  explicit Seeds(std::uint32_t first, std::uint32_t past) : words(past - first), lengths(past - first, 1) {
    std::iota(words.begin(), words.end(), first);
  }
  SeedList list() const { return {words, lengths}; }
};

bool same_bits(const SeedStatistics& a, const SeedStatistics& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Sweep, EachSeedSaysWhatAttendSays) {
  const Seeds seeds(3, 6);
  std::vector<SeedStatistics> statistics(kConfigurations.size() * 3);
  Sweep sweep;
  ASSERT_FALSE(sweep.run({kConfigurations, seeds.list()}, statistics));
  Attention attention;
  for (std::size_t c = 0; c < kConfigurations.size(); ++c) {
    for (std::size_t s = 0; s < 3; ++s) {
      SCOPED_TRACE(testing::Message() << "configuration " << c << " seed " << s);
      const SweepConfiguration& configuration = kConfigurations[c];
      AttendRequest request = request_of(configuration.n, configuration.n, configuration.d_k, 0);
      request.scaling = configuration.scaling;
      request.mask = configuration.mask;
      ASSERT_FALSE(attend(attention, request, draw(request, seeds.words[s])));
      const SeedStatistics& seed = statistics[c * 3 + s];
      EXPECT_EQ(seed.max_weight, attention.max_weight);
      EXPECT_EQ(seed.mean_entropy, attention.mean_entropy);
      EXPECT_EQ(seed.mean_jacobian, attention.mean_jacobian);
      EXPECT_EQ(seed.mean_square_logit, attention.mean_square_logit);
      EXPECT_EQ(std::sqrt(seed.mean_square_scaled), attention.rms_scaled_logit);
      EXPECT_EQ(seed.failed_rows, 0);
      if (configuration.n == 1) {
        EXPECT_TRUE(std::isnan(seed.entropy_share));
      } else {
        EXPECT_EQ(seed.entropy_share, attention.entropy_share);
      }
    }
  }
}

TEST(Sweep, ChunksAndCompanyDoNotChangeABit) {
  constexpr std::size_t kSeeds = 7;
  const Seeds seeds(0, kSeeds);
  std::vector<SeedStatistics> together(kConfigurations.size() * kSeeds);
  std::vector<PositionSum> positions(8 + 8 + 8 + 21 + 1), added(positions.size());
  Sweep sweep;
  ASSERT_FALSE(sweep.run({kConfigurations, seeds.list()}, together, positions));

  std::size_t offset = 0;
  for (std::size_t c = 0; c < kConfigurations.size(); ++c) {
    for (const auto& [first, past] : {std::pair(4u, 7u), std::pair(0u, 1u), std::pair(1u, 4u)}) {
      const Seeds chunk(first, past);
      SeedStatistics alone[kSeeds];
      ASSERT_FALSE(sweep.run({{&kConfigurations[c], 1}, chunk.list()}, {alone, past - first},
                             {added.data() + offset, static_cast<std::size_t>(kConfigurations[c].n)}));
      for (std::uint32_t s = first; s < past; ++s) {
        EXPECT_TRUE(same_bits(alone[s - first], together[c * kSeeds + s])) << c << " " << s;
      }
    }
    offset += static_cast<std::size_t>(kConfigurations[c].n);
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(added[i].share, positions[i].share);
    EXPECT_EQ(added[i].seeds, positions[i].seeds);
  }
}

TEST(Sweep, PositionsHoldTheMeanShareOfEachRow) {
  const SweepConfiguration causal = {5, 4, {ScaleRule::none, 1, 1}, {MaskKind::causal, 1}};
  const Seeds seeds(0, 4);
  SeedStatistics statistics[4];
  PositionSum positions[5] = {};
  Sweep sweep;
  ASSERT_FALSE(sweep.run({{&causal, 1}, seeds.list()}, statistics, positions));
  std::vector<double> expected(5);
  Attention attention;
  for (std::uint32_t seed : seeds.words) {
    AttendRequest request = request_of(5, 5, 4, 0);
    request.mask = causal.mask;
    ASSERT_FALSE(attend(attention, request, draw(request, seed)));
    for (std::size_t i = 1; i < 5; ++i) expected[i] += attention.rows[i].share;
  }
  EXPECT_EQ(positions[0].seeds, 0);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_EQ(positions[i].seeds, 4);
    EXPECT_NEAR(positions[i].share, expected[i], 4 * kShareUnit);
  }
}

TEST(Sweep, RowsThatOverflowAreCountedAndLeftOut) {
  const SweepConfiguration configuration = {4, 2, {ScaleRule::factor, 1e308, 1}, {}};
  const Seeds seeds(0, 1);
  SeedStatistics statistics;
  Sweep sweep;
  ASSERT_FALSE(sweep.run({{&configuration, 1}, seeds.list()}, {&statistics, 1}));
  EXPECT_GT(statistics.failed_rows, 0);
}

TEST(Sweep, SeedsOfAnySize) {
  const SweepConfiguration configuration = {4, 4, {}, {}};
  const std::uint32_t words[] = {5, 1, 2, 3}, lengths[] = {1, 0, 3};
  SeedStatistics mixed[3], single;
  Sweep sweep;
  ASSERT_FALSE(sweep.run({{&configuration, 1}, {words, lengths}}, mixed));
  ASSERT_FALSE(sweep.run({{&configuration, 1}, {{words + 1, 3}, {lengths + 2, 1}}}, {&single, 1}));
  EXPECT_TRUE(same_bits(mixed[2], single));
  const Seeds zero(0, 1);
  ASSERT_FALSE(sweep.run({{&configuration, 1}, zero.list()}, {&single, 1}));
  EXPECT_TRUE(same_bits(mixed[1], single));
}

SweepSummary summary_of_shares(const std::vector<double>& shares) {
  std::vector<SeedStatistics> statistics;
  for (double share : shares) statistics.push_back({share, share, share, share, share, share, share, 0});
  std::vector<double> scratch(shares.size());
  return summarize(statistics, scratch);
}

TEST(Summary, IntervalsAreStudents) {
  // Half width = t * s / sqrt(n); 97.5 % points of t for 1, 4, 6, 9 and 29 degrees of freedom, from printed tables.
  const double points[][2] = {{2, 12.70620}, {5, 2.776445},  {7, 2.446912},
                              {8, 2.364624}, {10, 2.262157}, {30, 2.045230}};
  for (const auto& [count, t] : points) {
    std::vector<double> shares;
    for (int i = 0; i < count; ++i) shares.push_back(0.5 + 0.001 * i);
    const SweepSummary summary = summary_of_shares(shares);
    const double deviation = 0.001 * std::sqrt(count * (count + 1) / 12);
    EXPECT_NEAR(summary.entropy_deviation, deviation, 1e-12);
    EXPECT_NEAR((summary.share_high - summary.share_low) / 2, t * deviation / std::sqrt(count), 1e-7) << count;
    EXPECT_NEAR((summary.share_high + summary.share_low) / 2, summary.entropy_share, 1e-12);
  }
}

// A sink takes weight from the keys and may raise their entropy above that of uniform weights.
TEST(Summary, AnIntervalHoldsItsMeanAlsoAboveOne) {
  const SweepSummary summary = summary_of_shares({1.05, 1.05, 1.05});
  EXPECT_DOUBLE_EQ(summary.share_low, 1.05);
  EXPECT_DOUBLE_EQ(summary.share_high, 1.05);
}

TEST(Summary, QuantilesInterpolateLikeNumPy) {
  const Quantiles quantiles = summary_of_shares({0.4, 0.1, 0.3, 0.2}).share_quantiles;  // numpy.quantile
  const double expected[] = {0.115, 0.175, 0.25, 0.325, 0.385};
  for (std::size_t i = 0; i < quantiles.size(); ++i) EXPECT_NEAR(quantiles[i], expected[i], 1e-15);
}

TEST(Summary, LargestMeanAndUndefinedSeeds) {
  const double undefined = std::nan("");
  const SweepSummary summary = summary_of_shares({0.2, undefined, 0.6});
  EXPECT_EQ(summary.max_weight, 0.6);
  EXPECT_EQ(summary.mean_max_weight, 0.4);
  EXPECT_EQ(summary.entropy_share, 0.4);
  EXPECT_EQ(summary.rms_logit, std::sqrt(0.4));
  const SweepSummary single = summary_of_shares({0.2});
  EXPECT_TRUE(std::isnan(single.share_low));
  EXPECT_TRUE(std::isnan(single.entropy_deviation));
  EXPECT_TRUE(std::isnan(summary_of_shares({undefined}).entropy_share));
  EXPECT_TRUE(std::isnan(summary_of_shares({}).max_weight));
}

}  // namespace
}  // namespace attention
