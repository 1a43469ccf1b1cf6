#include "attention/sweep.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <vector>

#include "attention/resample.hpp"
#include "bindings/session.hpp"

namespace bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(SweepConfigurations);

namespace {

using attention::Buffer;
using attention::Problem;
using attention::SeedStatistics;

struct SweepState {
  attention::Sweep sweep;
  Buffer<SeedStatistics> statistics;
  Buffer<attention::PositionSum> positions;
  Buffer<double> packed;
};

Kept<SweepState> sweeping;

// Per-seed statistics of every configuration and seed.
std::optional<Refusal> sweep(const SweepConfigurations& configurations, bool with_positions) {
  const auto list = emscripten::vecFromJSArray<attention::SweepConfiguration>(configurations);
  const attention::SweepRequest request{list, {words_of_seeds(), seed_lengths()}};
  if (const Problem problem = first_problem(request)) return refusal(problem);
  if (!sweeping->statistics.resize(list.size() * seed_lengths().size())) {
    return refusal({.code = attention::ProblemCode::out_of_memory, .field = "seeds"});
  }
  double rows = 0;
  for (const attention::SweepConfiguration& configuration : list) rows += with_positions ? configuration.n : 0;
  if (!sweeping->positions.resize(static_cast<std::size_t>(rows))) {
    return refusal({.code = attention::ProblemCode::out_of_memory, .field = "n"});
  }
  std::fill(sweeping->positions.begin(), sweeping->positions.end(), attention::PositionSum{});
  return refusal(sweeping->sweep.run(request, {sweeping->statistics.data(), sweeping->statistics.size()},
                                     {sweeping->positions.data(), sweeping->positions.size()}));
}

Float64Array sweep_statistics() {
  return view<Float64Array>(reinterpret_cast<const double*>(sweeping->statistics.data()),
                            sweeping->statistics.size() * attention::kSeedStatistics);
}

// Two numbers for each row of each configuration: the sum of its shares, and over how many seeds.
Float64Array sweep_positions() {
  return view<Float64Array>(reinterpret_cast<const double*>(sweeping->positions.data()),
                            2 * sweeping->positions.size());
}

// Of the statistics of one configuration, in the order of its seeds, in the numbers.
attention::SweepSummary summarize() {
  const std::size_t seeds = given_numbers().size() / attention::kSeedStatistics;
  std::vector<double> scratch(seeds);
  return attention::summarize({reinterpret_cast<const SeedStatistics*>(given_numbers().data()), seeds}, scratch);
}

// Bootstrap means of the share of the same statistics. Null where there is not enough memory.
Float64Array resampled_shares(double resamples) {
  const std::size_t seeds = given_numbers().size() / attention::kSeedStatistics;
  const auto* statistics = reinterpret_cast<const SeedStatistics*>(given_numbers().data());
  std::vector<double> shares(seeds);
  for (std::size_t s = 0; s < seeds; ++s) shares[s] = statistics[s].entropy_share;
  if (!sweeping->packed.resize(static_cast<std::size_t>(resamples))) return null<Float64Array>();
  attention::resample_means(shares, {sweeping->packed.data(), sweeping->packed.size()});
  return view<Float64Array>(sweeping->packed.data(), sweeping->packed.size());
}

}  // namespace
}  // namespace bindings

using namespace emscripten;

EMSCRIPTEN_BINDINGS(sweep) {
  value_object<attention::SweepConfiguration>("SweepConfiguration")
      .field("n", &attention::SweepConfiguration::n)
      .field("dK", &attention::SweepConfiguration::d_k)
      .field("scaling", &attention::SweepConfiguration::scaling)
      .field("mask", &attention::SweepConfiguration::mask);

  value_array<attention::Quantiles>("Quantiles")
      .element(emscripten::index<0>())
      .element(emscripten::index<1>())
      .element(emscripten::index<2>())
      .element(emscripten::index<3>())
      .element(emscripten::index<4>());
  value_object<attention::SweepSummary>("SweepSummary")
      .field("maxWeight", &attention::SweepSummary::max_weight)
      .field("meanMaxWeight", &attention::SweepSummary::mean_max_weight)
      .field("meanRowMaxWeight", &attention::SweepSummary::mean_row_max_weight)
      .field("meanEntropy", &attention::SweepSummary::mean_entropy)
      .field("entropyShare", &attention::SweepSummary::entropy_share)
      .field("shareLow", &attention::SweepSummary::share_low)
      .field("shareHigh", &attention::SweepSummary::share_high)
      .field("meanJacobian", &attention::SweepSummary::mean_jacobian)
      .field("rmsLogit", &attention::SweepSummary::rms_logit)
      .field("rmsScaledLogit", &attention::SweepSummary::rms_scaled_logit)
      .field("failedRows", &attention::SweepSummary::failed_rows)
      .field("entropyDeviation", &attention::SweepSummary::entropy_deviation)
      .field("maxWeightDeviation", &attention::SweepSummary::max_weight_deviation)
      .field("maxWeightQuantiles", &attention::SweepSummary::max_weight_quantiles)
      .field("shareQuantiles", &attention::SweepSummary::share_quantiles)
      .field("jacobianQuantiles", &attention::SweepSummary::jacobian_quantiles);

  register_type<bindings::SweepConfigurations>("SweepConfiguration[]");

  constant("seedStatistics", static_cast<int>(attention::kSeedStatistics));
  function("sweep", &bindings::sweep);
  function("sweepStatistics", &bindings::sweep_statistics);
  function("sweepPositions", &bindings::sweep_positions);
  function("summarize", &bindings::summarize);
  function("resampledShares", &bindings::resampled_shares);
}
