#include "attention/gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "attention/mask.hpp"
#include "support.hpp"

namespace attention {
namespace {

double norm_of(const std::vector<double>& weights, KeyRange visible, const std::vector<double>& k, double factor = 1) {
  OutputDerivative derivative;
  return derivative.norm(weights.data(), visible, factor, k.data(), 1, k.data(), 1);
}

// With keys and values of width 1 the derivative is the variance of the numbers.
TEST(OutputDerivative, IsTheCovarianceOfKeysAndValues) {
  EXPECT_DOUBLE_EQ(norm_of({0.5, 0.5}, {0, 2}, {1, 3}), 1);
  EXPECT_DOUBLE_EQ(norm_of({0.25, 0.75}, {0, 2}, {0, 4}, -2), 6);
}

TEST(OutputDerivative, KeysBetweenSinksAndWindowAreNotLookedAt) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const KeyRange visible = visible_keys({MaskKind::window, 1, 1}, 5, 6, 6);
  EXPECT_DOUBLE_EQ(norm_of({0.5, 0, 0, 0, 0, 0.5}, visible, {1, nan, nan, nan, nan, 3}), 1);
}

TEST(OutputDerivative, ProductsBeyondTheLargestNumberAreNoMatter) {
  EXPECT_DOUBLE_EQ(norm_of({0.5, 0.5}, {0, 2}, {1e300, 3e300}, 1e-300), 1e300);
  EXPECT_DOUBLE_EQ(norm_of({0.5, 0.5}, {0, 2}, {1e-200, 3e-200}, 1e300), 1e-100);
}

}  // namespace
}  // namespace attention
