#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "attention/parameters.hpp"

namespace attention {

// What one seed says about one configuration. Means are over the rows of the run that saw a key and did not overflow;
// NaN where there is none.
struct SeedStatistics {
  double max_weight;           // the largest of all weights
  double mean_row_max_weight;  // mean over rows of the row's largest weight
  double mean_entropy;
  double entropy_share;  // mean of H / ln m over rows with m > 1
  double mean_jacobian;
  double mean_square_logit;  // visible logits before scaling
  double mean_square_scaled;
  double failed_rows;  // rows that overflowed
};

inline constexpr std::size_t kSeedStatistics = sizeof(SeedStatistics) / sizeof(double);

// The entropy share of one row position, summed over seeds. Each share is rounded to a multiple of kShareUnit first, so
// sums of up to 2^21 seeds are exact and do not depend on order or chunks: sums of chunks may simply be added.
struct PositionSum {
  double share;  // 0 where the row sees one key or none
  double seeds;  // seeds in which the row has a share
};

inline constexpr double kShareUnit = 1.0 / 4294967296;  // 2^-32

struct SweepWorkspace;

// Runs configurations over seeds. Each seed is drawn once, and all configurations use the beginning of that draw: q is
// its first n*d_k numbers and k the next n*d_k, as Sample draws them. Results of a (configuration, seed) pair do not
// depend on what else is in the request.
class Sweep {
 public:
  Sweep();
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  // statistics[c * seeds + s] is set for configuration c and seed s. positions, unless empty, holds the n_c sums of
  // configuration 0, then those of configuration 1, ...: this request's seeds are added to what is there.
  // Neighbouring configurations with the same n and d_k share their logits.
  [[nodiscard]] Problem run(const SweepRequest& request, std::span<SeedStatistics> statistics,
                            std::span<PositionSum> positions = {});

 private:
  std::unique_ptr<SweepWorkspace> workspace_;
};

inline constexpr std::array<double, 5> kQuantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
using Quantiles = std::array<double, kQuantiles.size()>;

// What all seeds together say about one configuration. Seeds in which a number is undefined are left out of it.
struct SweepSummary {
  double max_weight;           // the largest over the seeds
  double mean_max_weight;      // the mean over the seeds of the run's largest weight
  double mean_row_max_weight;  // the mean over seeds and rows
  double mean_entropy;
  double entropy_share;
  // 95 % interval of the mean share (Student's t over seeds), cut to [0, 1], or at the mean where a sink raises that
  // above 1; undefined with one seed.
  double share_low;
  double share_high;
  double mean_jacobian;
  double rms_logit;  // root of the mean over seeds of the mean square
  double rms_scaled_logit;
  double failed_rows;
  double entropy_deviation;  // standard deviations over the seeds; undefined with one seed
  double max_weight_deviation;
  // Over the seeds, at kQuantiles, interpolated between neighbours as NumPy's default.
  Quantiles max_weight_quantiles;
  Quantiles share_quantiles;
  Quantiles jacobian_quantiles;
};

// `statistics` of one configuration in the order of its seeds: sums run in that order, so the result has the same bits
// however the seeds were spread over workers. `scratch` has room for as many doubles as there are seeds.
SweepSummary summarize(std::span<const SeedStatistics> statistics, std::span<double> scratch);

}  // namespace attention
