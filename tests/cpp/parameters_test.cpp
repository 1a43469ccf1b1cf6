#include "attention/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "attention/length_sweep.hpp"
#include "support.hpp"

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_problem(const Problem& problem, ProblemCode code, std::string_view field) {
  EXPECT_EQ(name(problem.code), name(code)) << field;
  EXPECT_EQ(problem.field, field);
}

TEST(FirstProblem, GoodRequestsHaveNone) {
  EXPECT_FALSE(first_problem(AttendRequest{}));
  EXPECT_FALSE(first_problem(SampleRequest{}));
  EXPECT_FALSE(first_problem(SweepRequest{}));
  EXPECT_FALSE(first_problem(request_of(1, 1, 1, 0)));
  EXPECT_FALSE(first_problem(request_of(4096, 4096, 64, 64)));
}

TEST(FirstProblem, SizesAreWholeAndPositive) {
  struct Named {
    double AttendRequest::* size;
    const char* field;
  };
  for (const Named& named : {Named{&AttendRequest::n, "n"}, Named{&AttendRequest::keys, "keys"},
                             Named{&AttendRequest::d_k, "dK"}, Named{&AttendRequest::d_v, "dV"}}) {
    const auto problem_with = [&](double size) {
      AttendRequest request;
      request.*named.size = size;
      return first_problem(request);
    };
    expect_problem(problem_with(0), ProblemCode::out_of_range, named.field);
    expect_problem(problem_with(-1), ProblemCode::out_of_range, named.field);
    expect_problem(problem_with(1.5), ProblemCode::not_whole, named.field);
    expect_problem(problem_with(std::nan("")), ProblemCode::not_a_number, named.field);
    expect_problem(problem_with(kInfinity), ProblemCode::out_of_range, named.field);
    expect_problem(problem_with(1e300), ProblemCode::out_of_range, named.field);
    expect_problem(problem_with(1e9), ProblemCode::too_large, named.field);
    expect_problem(problem_with(4294967296), ProblemCode::too_large, named.field);  // 2^32: 0 where size_t has 32 bits
  }
}

TEST(FirstProblem, SizesWhoseProductWrapsAreTooLarge) {
  // 65536 * 65536 * 8 is a multiple of 2^32.
  expect_problem(first_problem(request_of(65536, 65536, 1, 0)), ProblemCode::too_large, "n");
  expect_problem(first_problem(SampleRequest{65536, 65536, 65536, 1, true}), ProblemCode::too_large, "n");
}

TEST(FirstProblem, ValuesThatAreNotThereHaveNoWidth) {
  AttendRequest request;
  request.d_v = -7;
  request.has_values = false;
  EXPECT_FALSE(first_problem(request));
}

TEST(FirstProblem, ScaleTemperatureAndMask) {
  const auto problem_with = [](Scaling scaling, Mask mask = {}) {
    AttendRequest request;
    request.scaling = scaling;
    request.mask = mask;
    return first_problem(request);
  };
  expect_problem(problem_with({ScaleRule::factor, std::nan(""), 1}), ProblemCode::not_a_number, "scale");
  expect_problem(problem_with({ScaleRule::factor, kInfinity, 1}), ProblemCode::out_of_range, "scale");
  EXPECT_FALSE(problem_with({ScaleRule::factor, 0, 1}));
  EXPECT_FALSE(problem_with({ScaleRule::factor, -1e300, 1}));
  expect_problem(problem_with({ScaleRule::sqrt, 1, 0}), ProblemCode::out_of_range, "temperature");
  expect_problem(problem_with({ScaleRule::sqrt, 1, -1}), ProblemCode::out_of_range, "temperature");
  expect_problem(problem_with({ScaleRule::sqrt, 1, kInfinity}), ProblemCode::out_of_range, "temperature");
  expect_problem(problem_with({ScaleRule::sqrt, 1, std::nan("")}), ProblemCode::not_a_number, "temperature");
  expect_problem(problem_with({ScaleRule::factor, 1e300, 1e-300}), ProblemCode::out_of_range, "temperature");
  expect_problem(problem_with({}, {MaskKind::window, 0}), ProblemCode::out_of_range, "window");
  expect_problem(problem_with({}, {MaskKind::window, 1.5}), ProblemCode::not_whole, "window");
  EXPECT_FALSE(problem_with({}, {MaskKind::window, 1e12}));
  EXPECT_FALSE(problem_with({}, {MaskKind::causal, -1}));  // looked at for a window only
}

TEST(FirstProblem, ChoicesThatDoNotExist) {
  AttendRequest request;
  request.scaling.rule = static_cast<ScaleRule>(99);
  expect_problem(first_problem(request), ProblemCode::unknown_choice, "scale");
  request = {};
  request.mask.kind = static_cast<MaskKind>(-1);
  expect_problem(first_problem(request), ProblemCode::unknown_choice, "mask");
  request = {};
  request.softmax = static_cast<SoftmaxKind>(2);
  expect_problem(first_problem(request), ProblemCode::unknown_choice, "softmax");
  request = {};
  request.precision = static_cast<Precision>(4);
  expect_problem(first_problem(request), ProblemCode::unknown_choice, "precision");
}

TEST(FirstProblem, ARefusedRequestLeavesTheNextOneAlone) {
  Attention attention;
  const AttendRequest good = request_of(2, 2, 2, 2);
  const Data data = draw(good, 1);
  EXPECT_TRUE(attend(attention, request_of(1e9, 1e9, 64, 64), data));
  EXPECT_TRUE(attend(attention, request_of(0, 2, 2, 2), data));
  EXPECT_FALSE(attend(attention, good, data));
}

TEST(FirstProblem, SweepsNameTheField) {
  SweepConfiguration configuration = {8, 0, {}, {}};
  const std::uint32_t length = 0;
  const auto problem = [&] { return first_problem(SweepRequest{{&configuration, 1}, {{}, {&length, 1}}}); };
  expect_problem(problem(), ProblemCode::out_of_range, "dK");
  configuration = {1e7, 64, {}, {}};
  expect_problem(problem(), ProblemCode::too_large, "n");
  configuration = {4096, 1024, {}, {}};
  EXPECT_FALSE(problem());
}

TEST(FirstProblem, KernelsTakeNoSinks) {
  MeasureRequest request;
  request.mask = {MaskKind::window, 4, 0};
  EXPECT_FALSE(first_problem(request));
  request.mask.sinks = 1;
  expect_problem(first_problem(request), ProblemCode::out_of_range, "sinks");
}

TEST(FirstProblem, QueriesOfNoLengthNeedMemoryToo) {
  expect_problem(first_problem(LengthRequest{64, 1e12, {}}), ProblemCode::too_large, "lengths");
}

}  // namespace
}  // namespace attention
