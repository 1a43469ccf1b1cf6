// What sweep.hpp calls summarize: from the seeds of one configuration to one line of the result.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/sweep.hpp"

namespace attention {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// The defined values of one statistic, in seed order.
class Column {
 public:
  Column(std::span<const SeedStatistics> statistics, double SeedStatistics::* member, std::span<double> scratch) {
    std::size_t count = 0;
    for (const SeedStatistics& seed : statistics) {
      if (!std::isnan(seed.*member)) scratch[count++] = seed.*member;
    }
    values_ = scratch.first(count);
  }

  double count() const { return static_cast<double>(values_.size()); }

  double mean() const {
    double sum = 0;
    for (double value : values_) sum += value;
    return sum / count();
  }

  double deviation() const {
    if (values_.size() < 2) return kUndefined;
    const double middle = mean();
    double squares = 0;
    for (double value : values_) squares += (value - middle) * (value - middle);
    return std::sqrt(squares / (count() - 1));
  }

  double largest() const { return values_.empty() ? kUndefined : *std::max_element(values_.begin(), values_.end()); }

  // Loses the order of the values: to be called last.
  Quantiles quantiles() {
    Quantiles result;
    result.fill(kUndefined);
    if (values_.empty()) return result;
    std::sort(values_.begin(), values_.end());
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double place = kQuantiles[i] * (count() - 1);
      const auto below = static_cast<std::size_t>(place);
      const std::size_t above = std::min(below + 1, values_.size() - 1);
      result[i] = values_[below] + (place - static_cast<double>(below)) * (values_[above] - values_[below]);
    }
    return result;
  }

 private:
  std::span<double> values_;
};

// The 97.5 % point of Student's t: tabulated where the expansion in 1/freedom (Abramowitz and Stegun 26.7.5) is off by
// more than 1e-4.
double student_t(double freedom) {
  constexpr double kTable[] = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912};
  if (freedom <= 6) return kTable[static_cast<std::size_t>(freedom) - 1];
  const double z = 1.959963984540054, z2 = z * z;
  const double terms[] = {z * (z2 + 1) / 4, z * ((5 * z2 + 16) * z2 + 3) / 96,
                          z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
                          z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160};
  return z + (terms[0] + (terms[1] + (terms[2] + terms[3] / freedom) / freedom) / freedom) / freedom;
}

}  // namespace

SweepSummary summarize(std::span<const SeedStatistics> statistics, std::span<double> scratch) {
  const auto column = [&](double SeedStatistics::* member) { return Column(statistics, member, scratch); };
  const auto mean = [&](double SeedStatistics::* member) { return column(member).mean(); };

  SweepSummary summary;
  Column max_weight = column(&SeedStatistics::max_weight);
  summary.max_weight = max_weight.largest();
  summary.mean_max_weight = max_weight.mean();
  summary.max_weight_deviation = max_weight.deviation();
  summary.max_weight_quantiles = max_weight.quantiles();

  summary.mean_row_max_weight = mean(&SeedStatistics::mean_row_max_weight);
  const Column entropy = column(&SeedStatistics::mean_entropy);
  summary.mean_entropy = entropy.mean();
  summary.entropy_deviation = entropy.deviation();

  Column share = column(&SeedStatistics::entropy_share);
  summary.entropy_share = share.mean();
  summary.share_low = summary.share_high = kUndefined;
  if (share.count() > 1) {
    const double reach = student_t(share.count() - 1) * share.deviation() / std::sqrt(share.count());
    summary.share_low = std::max(0.0, summary.entropy_share - reach);
    summary.share_high = std::min(std::max(1.0, summary.entropy_share), summary.entropy_share + reach);
  }
  summary.share_quantiles = share.quantiles();

  Column jacobian = column(&SeedStatistics::mean_jacobian);
  summary.mean_jacobian = jacobian.mean();
  summary.jacobian_quantiles = jacobian.quantiles();

  summary.rms_logit = std::sqrt(mean(&SeedStatistics::mean_square_logit));
  summary.rms_scaled_logit = std::sqrt(mean(&SeedStatistics::mean_square_scaled));
  summary.failed_rows = column(&SeedStatistics::failed_rows).mean() * static_cast<double>(statistics.size());
  return summary;
}

}  // namespace attention
