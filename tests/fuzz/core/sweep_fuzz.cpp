// Sweeps over seeds and configurations, each of their points beside Attention on the same draw.
#include <cmath>

#include "attention/attend.hpp"
#include "attention/resample.hpp"
#include "attention/sample.hpp"
#include "attention/sweep.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

bool is_near(double a, double b) { return is_same(a, b) || std::fabs(a - b) <= 1e-12 * std::fmax(1, std::fabs(b)); }

void check_point(const SweepConfiguration& point, std::span<const std::uint32_t> seed, const SeedStatistics& found) {
  static Attention attention;
  static Sample sample;
  AttendRequest request;
  request.n = request.keys = point.n;
  request.d_k = point.d_k;
  request.has_values = false;
  request.scaling = point.scaling;
  request.mask = point.mask;
  expect(!sample.draw({point.n, point.n, point.d_k, 1, false}, seed), "what a sweep takes can be drawn");
  expect(!attention.attend(request, {sample.q().data(), sample.k().data(), nullptr}), "and attended to");
  double failed = 0;
  for (const Event& event : attention.events) failed += event.code == EventCode::overflow ? 1 : 0;
  expect(found.failed_rows == failed, "a sweep counts the rows that overflow");
  expect(is_near(found.max_weight, attention.max_weight), "largest weight");
  expect(is_near(found.mean_entropy, attention.mean_entropy), "mean entropy");
  expect(is_near(found.entropy_share, attention.entropy_share), "entropy share");
  expect(is_near(found.mean_jacobian, attention.mean_jacobian), "mean Jacobian");
  expect(is_near(std::sqrt(found.mean_square_logit), attention.rms_logit), "root mean square of the logits");
}

void check_summary(std::span<const SeedStatistics> statistics) {
  std::vector<double> scratch(statistics.size()), shares, means(8);
  const SweepSummary summary = summarize(statistics, scratch);
  double defined = 0;
  for (const SeedStatistics& seed : statistics) {
    shares.push_back(seed.entropy_share);
    defined += std::isnan(seed.entropy_share) ? 0 : 1;
  }
  expect(defined > 0 ? is_between(summary.entropy_share, 0, kMostShare) : std::isnan(summary.entropy_share),
         "a mean share");
  expect(
      defined > 1 ? is_between(summary.entropy_share, summary.share_low, summary.share_high) && summary.share_low >= 0
                  : std::isnan(summary.share_low) && std::isnan(summary.share_high),
      "an interval needs two seeds and holds the mean", {summary.share_low, summary.entropy_share, summary.share_high});
  for (std::size_t i = 1; i < kQuantiles.size(); ++i) {
    expect(defined == 0 || summary.share_quantiles[i - 1] <= summary.share_quantiles[i], "quantiles rise");
  }
  resample_means(shares, means);
  for (const double mean : means) {
    expect(std::isnan(mean) ? defined < static_cast<double>(shares.size()) : is_between(mean, 0, kMostShare),
           "a resampled mean is a share");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Sweep sweep;
  Given given(bytes, size);
  std::vector<SweepConfiguration> points(given.below(5));
  double work = 0, rows = 0;
  for (SweepConfiguration& point : points) {
    point = {given.size(16, 80), given.size(16, 80), given.scaling(), given.mask()};
    work += point.n * point.n * point.d_k + point.n * point.d_k;
    rows += point.n;
  }
  std::vector<std::uint32_t> words, lengths(given.below(4));
  for (std::uint32_t& length : lengths) {
    length = static_cast<std::uint32_t>(given.below(3));
    for (std::uint32_t i = 0; i < length; ++i) words.push_back(given.word());
  }
  const SweepRequest request{points, {words, lengths}};
  std::vector<SeedStatistics> statistics(points.size() * lengths.size());
  const bool with_positions = given.flag();
  if (const Problem problem = first_problem(request)) {
    expect_refusal(problem);
    expect(sweep.run(request, {}).code == problem.code, "a wrong sweep is refused before anything is computed");
    return 0;
  }
  if (work > 100000) return 0;
  std::vector<PositionSum> positions(with_positions ? static_cast<std::size_t>(rows) : 0, PositionSum{});
  expect(!sweep.run(request, statistics, positions), "a sweep that is right is run");
  for (std::size_t c = 0; c < points.size(); ++c) {
    std::span<const std::uint32_t> rest = words;
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      check_point(points[c], rest.first(lengths[s]), statistics[c * lengths.size() + s]);
      rest = rest.subspan(lengths[s]);
    }
    if (!lengths.empty()) check_summary({statistics.data() + c * lengths.size(), lengths.size()});
  }
  for (const PositionSum& sum : positions) {
    expect(is_between(sum.seeds, 0, static_cast<double>(lengths.size())), "a row is counted once for a seed");
    expect(is_between(sum.share, 0, sum.seeds * kMostShare), "and adds its share");
  }
  return 0;
}
