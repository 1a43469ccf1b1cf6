#include "attention/row_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "attention/matrix.hpp"

namespace attention {
namespace {

RowStatistics statistics_of(const std::vector<double>& weights) {
  Matrix<double> row;
  if (!row.reshape(1, weights.size())) return {};
  row.fill(0);
  std::copy(weights.begin(), weights.end(), row.row(0));
  return row_statistics(row.row(0), {0, weights.size()});
}

struct Exact {
  std::vector<double> weights;
  double entropy, jacobian;
};

// The definitions in long double, 1 - w as the sum of the other weights.
Exact exact_of(const std::vector<double>& logits) {
  std::vector<long double> weights;
  long double sum = 0, entropy = 0, squares = 0;
  for (double logit : logits) sum += weights.emplace_back(std::exp(static_cast<long double>(logit)));
  for (auto& weight : weights) weight /= sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    long double others = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (j == i) continue;
      others += weights[j];
      squares += weights[i] * weights[i] * weights[j] * weights[j];
    }
    squares += weights[i] * weights[i] * others * others;
    entropy -= weights[i] * (others < 0.5L ? std::log1p(-others) : std::log(weights[i]));
  }
  return {{weights.begin(), weights.end()}, static_cast<double>(entropy), static_cast<double>(std::sqrt(squares))};
}

TEST(RowStatistics, AgreeWithTheDefinitionsFromUniformToOneHot) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (double spread : {0.0, 0.1, 1.0, 5.0, 20.0, 60.0}) {
    for (std::size_t keys : {1, 2, 3, 7, 8, 9, 33}) {
      std::vector<double> logits(keys);
      for (double& logit : logits) logit = normal(random) * spread;
      const Exact exact = exact_of(logits);
      const RowStatistics row = statistics_of(exact.weights);
      EXPECT_NEAR(row.entropy, exact.entropy, 1e-13 * exact.entropy) << spread << " " << keys;
      EXPECT_NEAR(row.jacobian, exact.jacobian, 1e-13 * exact.jacobian) << spread << " " << keys;
      EXPECT_GE(row.entropy, 0);
      EXPECT_LE(row.entropy, row.max_entropy * (1 + 1e-15));
      EXPECT_EQ(row.max_weight, *std::max_element(exact.weights.begin(), exact.weights.end()));
      EXPECT_EQ(row.visible, keys);
    }
  }
}

TEST(RowStatistics, TheJacobianOfAUniformRow) {
  for (std::size_t keys : {1, 2, 3, 8, 100}) {
    const RowStatistics row = statistics_of(std::vector<double>(keys, 1.0 / keys));
    EXPECT_NEAR(row.jacobian, std::sqrt(keys - 1.0) / keys, 1e-15);
    EXPECT_NEAR(row.entropy, std::log(double(keys)), 1e-14);
  }
}

TEST(RowStatistics, TheJacobianNearOneHotIsNotLostInCancellation) {
  // 1 - 1e-30 is 1 in double; what the row passes is the small weight, sqrt(2 (w1^2 w2^2 + ...)) = 2e-30.
  EXPECT_NEAR(statistics_of({1, 1e-30}).jacobian, 2e-30, 1e-43);
  EXPECT_EQ(statistics_of({0, 1, 0}).jacobian, 0);
}

TEST(RowStatistics, OnlyVisibleKeysCount) {
  Matrix<double> row;
  ASSERT_TRUE(row.reshape(1, 9));
  row.fill(0);
  row.row(0)[3] = row.row(0)[4] = 0.5;
  const RowStatistics statistics = row_statistics(row.row(0), {3, 5});
  EXPECT_EQ(statistics.visible, 2);
  EXPECT_NEAR(statistics.share, 1, 1e-15);
}

TEST(RowStatistics, TheShareOfASingleKeyIsUndefined) {
  const RowStatistics row = statistics_of({1});
  EXPECT_TRUE(std::isnan(row.share));
  EXPECT_EQ(row.entropy, 0);
  EXPECT_FALSE(std::signbit(row.entropy));
}

TEST(RowStatistics, OfADeadRowAreZero) {
  EXPECT_EQ(dead_row_statistics(0).max_entropy, 0);
  const RowStatistics row = dead_row_statistics(4);
  EXPECT_EQ(row.max_entropy, std::log(4.0));
  EXPECT_EQ(row.entropy + row.share + row.max_weight + row.jacobian, 0);
}

}  // namespace
}  // namespace attention
