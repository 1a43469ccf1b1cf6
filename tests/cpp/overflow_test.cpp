#include "attention/overflow.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// 300 * 300 is beyond half precision: times a key of 0 it is no number, and counts as the infinity it came from.
TEST(RowTrace, ZeroTimesInfinityIsAnOverflowNotANaN) {
  RowTrace trace;
  const double q = 300, keys[] = {0, 1};
  ASSERT_TRUE(trace.run(Precision::f16, &q, 300, keys, 2, 1, 1));
  EXPECT_EQ(trace.keys[0].logit, kInfinity);
  EXPECT_EQ(trace.stable.code, EventCode::overflow);
  EXPECT_EQ(trace.stable.stage, Stage::logits);
  EXPECT_EQ(trace.stable.key, 0u);
}

TEST(RowTrace, AFactorBeyondTheFormatOverflowsTheScaledLogits) {
  RowTrace trace;
  const double q = 0, key = 1;
  ASSERT_TRUE(trace.run(Precision::f16, &q, 1, &key, 1, 1, 1e6));
  EXPECT_EQ(trace.keys[0].logit, 0);
  EXPECT_EQ(trace.keys[0].scaled, kInfinity);
  EXPECT_EQ(trace.stable.stage, Stage::scaling);
}

}  // namespace
}  // namespace attention
