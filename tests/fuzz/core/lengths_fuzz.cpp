// Long contexts in blocks, each of their points beside Attention on the same draw: equal to the bit.
#include <algorithm>
#include <cmath>

#include "attention/attend.hpp"
#include "attention/length_sweep.hpp"
#include "attention/sample.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

void check_point(const LengthRequest& request, const LengthPoint& point, std::uint32_t seed,
                 const LengthStatistics& found) {
  static Attention attention;
  static Sample sample;
  AttendRequest whole;
  whole.n = request.queries;
  whole.keys = point.length;
  whole.d_k = request.d_k;
  whole.has_values = false;
  whole.scaling = point.scaling;
  whole.mask = point.mask;
  RotaryPositions rotation(point.positions);
  if (point.positions.rotate) whole.rotation = &rotation;
  expect(!sample.draw({whole.n, whole.keys, whole.d_k, 1, false}, {&seed, 1}), "what a point takes can be drawn");
  expect(!attention.attend(whole, {sample.q().data(), sample.k().data(), nullptr}), "and attended to");
  expect(found.failed_rows == static_cast<double>(attention.events.size()), "rows that overflow are counted");
  expect(is_same(found.mean_entropy, attention.mean_entropy), "mean entropy");
  expect(is_same(found.entropy_share, attention.entropy_share), "entropy share");
  expect(is_same(found.max_weight, attention.max_weight), "largest weight");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static LengthSweep sweep;
  Given given(bytes, size);
  const std::uint32_t seed = given.word();
  const double d_k = given.size(12, 40), queries = given.size(4, 12);
  std::vector<LengthPoint> points(given.below(4));
  std::vector<std::vector<double>> divisors(points.size());
  double work = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    LengthPoint& point = points[p];
    point.length = given.size(64, 1400);
    point.scaling = given.scaling();
    point.mask = given.mask();
    if (given.below(4) == 0) {
      point.positions = given.positions(d_k);
      divisors[p] = given.numbers(point.positions.frequencies.short_divisors.size());
      if (!point.positions.frequencies.short_divisors.empty()) point.positions.frequencies.short_divisors = divisors[p];
      point.positions.frequencies.long_divisors = {};
    }
    work = std::max(work, point.length);
  }
  const LengthRequest request{d_k, queries, points};
  std::vector<LengthStatistics> statistics(points.size());
  if (const Problem problem = first_problem(request)) {
    expect_refusal(problem);
    expect(sweep.run(request, {&seed, 1}, {}).code == problem.code, "a wrong request is refused first");
    return 0;
  }
  if (work * d_k * queries > 200000 || d_k > 1000 || work > 3000) return 0;
  if (const Problem problem = sweep.run(request, {&seed, 1}, statistics)) {
    expect_refusal(problem);
    return 0;
  }
  for (std::size_t p = 0; p < points.size(); ++p) check_point(request, points[p], seed, statistics[p]);
  return 0;
}
