// Every allocation of every request fails once: the answer is the code for it, nothing is lost, and the next request
// works.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "allocations.hpp"
#include "attention/gradient.hpp"
#include "attention/length_sweep.hpp"
#include "attention/measurement.hpp"
#include "attention/overflow.hpp"
#include "attention/rope/rotary_positions.hpp"
#include "attention/sweep.hpp"
#include "support.hpp"

namespace attention {
namespace {

constexpr std::uint32_t kSeed = 7, kSeedLength = 1;
constexpr Problem kOutOfMemory = {ProblemCode::out_of_memory, "n"};

Positions positions_of(double d_k) {
  Positions positions;
  positions.rotate = true;
  positions.frequencies.head_dim = d_k;
  return positions;
}

// `answer` is called on an object that `fresh` made anew, once for each allocation that it takes, which fails.
template <class T>
void expect_answered(const char* what, const std::function<Problem(T&)>& answer) {
  std::size_t failed = 0;
  for (bool has_failed = true; has_failed; ++failed) {
    T object{};
    Problem problem;
    {
      const FailingAllocation failing(failed);
      problem = answer(object);
      has_failed = failing.has_failed();
    }
    EXPECT_EQ(problem.code, has_failed ? ProblemCode::out_of_memory : ProblemCode::none)
        << what << ", allocation " << failed;
    EXPECT_EQ(problem.field.empty(), !has_failed);
    EXPECT_FALSE(answer(object)) << what << " after allocation " << failed << " failed";
    ASSERT_LT(failed, 200u) << what;
  }
  EXPECT_GT(failed, 1u) << what << " allocates something";
}

class OutOfMemoryIn : public ::testing::TestWithParam<Precision> {};

TEST_P(OutOfMemoryIn, Attend) {
  AttendRequest request = request_of(5, 9, 6, 4);
  request.precision = GetParam();
  const Data data = draw(request, kSeed);
  expect_answered<Attention>("attend", [&](Attention& attention) { return attend(attention, request, data); });
  RotaryPositions rotation(positions_of(6));
  request.rotation = &rotation;
  expect_answered<Attention>("attend, rotated", [&](Attention& attention) {
    rotation = RotaryPositions(positions_of(6));
    return attend(attention, request, data);
  });
}

INSTANTIATE_TEST_SUITE_P(Precisions, OutOfMemoryIn, ::testing::Values(Precision::f64, Precision::f32, Precision::f16));

TEST(OutOfMemory, Sample) {
  expect_answered<Sample>("sample", [](Sample& sample) { return sample.draw({}, {&kSeed, 1}); });
}

TEST(OutOfMemory, Sweep) {
  const std::vector<SweepConfiguration> points = {{4, 3, {}, {}}, {9, 20, {ScaleRule::qk_norm}, {MaskKind::causal}}};
  std::vector<SeedStatistics> statistics(points.size());
  expect_answered<Sweep>(
      "sweep", [&](Sweep& sweep) { return sweep.run({points, {{&kSeed, 1}, {&kSeedLength, 1}}}, statistics); });
}

TEST(OutOfMemory, Lengths) {
  const std::vector<LengthPoint> points = {
      {8, {}, {}, {}}, {700, {ScaleRule::cosine, 512}, {MaskKind::causal}, {}}, {9, {}, {}, positions_of(6)}};
  std::vector<LengthStatistics> statistics(points.size());
  expect_answered<LengthSweep>("lengths",
                               [&](LengthSweep& sweep) { return sweep.run({6, 4, points}, {&kSeed, 1}, statistics); });
}

TEST(OutOfMemory, Frequencies) {
  RopeRequest request;
  request.head_dim = 8;
  expect_answered<RopeFrequencies>("rope", [&](RopeFrequencies& out) { return rope_frequencies(request, out); });
}

TEST(OutOfMemory, GradientAndTrace) {
  const std::vector<double> weights = {0.5, 0.5}, rows = {1, 2, 3, 4};
  expect_answered<OutputDerivative>("gradient", [&](OutputDerivative& derivative) {
    const double norm = derivative.norm(weights.data(), {0, 2}, 1, rows.data(), 2, rows.data(), 2);
    return norm < 0 ? kOutOfMemory : Problem{};
  });
  expect_answered<RowTrace>("overflow", [&](RowTrace& trace) {
    return trace.run(Precision::f16, rows.data(), 1, rows.data(), 2, 2, 1) ? Problem{} : kOutOfMemory;
  });
}

TEST(OutOfMemory, Measure) {
  for (const Algorithm algorithm : {Algorithm::loop, Algorithm::rows, Algorithm::matrix, Algorithm::tiled}) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      const MeasureRequest request = {.algorithm = algorithm,
                                      .n = 9,
                                      .keys = 9,
                                      .d_k = 4,
                                      .d_v = 4,
                                      .mask = {},
                                      .precision = precision,
                                      .first_row = 0,
                                      .rows = 9};
      expect_answered<std::unique_ptr<Measurement>>("measure", [&](std::unique_ptr<Measurement>& measurement) {
        measurement = Measurement::prepare(request, {&kSeed, 1}, [] {});
        if (!measurement) return kOutOfMemory;
        measurement->run(0, measurement->steps());
        return std::isnan(measurement->largest_difference(9)) ? kOutOfMemory : Problem{};
      });
    }
  }
}

}  // namespace
}  // namespace attention
