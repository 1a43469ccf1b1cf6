#include <emscripten/bind.h>

#include "bindings/session.hpp"

using namespace emscripten;

// Many seeds and many sizes.
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
