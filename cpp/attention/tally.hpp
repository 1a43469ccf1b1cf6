#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/row_statistics.hpp"

namespace attention {

// Row statistics of one run, added up in row order. Rows that failed are not added.
class Tally {
 public:
  // The sums of squares are those of the row's visible logits.
  void add(const RowStatistics& row, double logit_squares, double scaled_squares) {
    rows_ += 1;
    max_weight_ = std::max(max_weight_, row.max_weight);
    max_weights_ += row.max_weight;
    entropies_ += row.entropy;
    jacobians_ += row.jacobian;
    visible_ += row.visible;
    logit_squares_ += logit_squares;
    scaled_squares_ += scaled_squares;
    if (std::isnan(row.share)) return;
    shares_ += row.share;
    rows_with_share_ += 1;
  }

  // Undefined (NaN) when no row was added, or for the share none that sees more than one key.
  double max_weight() const { return rows_ > 0 ? max_weight_ : std::numeric_limits<double>::quiet_NaN(); }
  double mean_row_max_weight() const { return max_weights_ / rows_; }
  double mean_entropy() const { return entropies_ / rows_; }
  double entropy_share() const { return shares_ / rows_with_share_; }
  double mean_jacobian() const { return jacobians_ / rows_; }
  double mean_square_logit() const { return logit_squares_ / visible_; }
  double mean_square_scaled() const { return scaled_squares_ / visible_; }

 private:
  double rows_ = 0;
  double rows_with_share_ = 0;
  double max_weight_ = 0;
  double max_weights_ = 0;
  double entropies_ = 0;
  double shares_ = 0;
  double jacobians_ = 0;
  double visible_ = 0;
  double logit_squares_ = 0;
  double scaled_squares_ = 0;
};

}  // namespace attention
