#pragma once

#include <cstddef>

#include "attention/key_range.hpp"

namespace attention {

// What one row of weights says, in float64 whatever the weights were computed in. NaN means undefined.
struct RowStatistics {
  double visible = 0;      // m, the number of keys the row sees
  double entropy = 0;      // H = -sum w ln w in nats, with 0 ln 0 = 0; never -0
  double max_entropy = 0;  // ln m; 0 when the row sees no key
  double share = 0;        // H / ln m; undefined where m = 1
  double max_weight = 0;
  double sink = 0;      // 1 - sum w: what the row gave to a sink instead of a key
  double jacobian = 0;  // Frobenius norm of diag(w) - w w^T: 0 for a one-hot row, sqrt(m - 1)/m for a uniform one
};
// Effective keys of a row are exp(entropy).

// `weights` is a row, batch-aligned and padded, that is 0 where nothing is seen. The visible weights, at least one, are
// in [0, 1] and have, together with the sink's, a sum of 1 up to rounding. Every other statistic is that of the keys'
// weights as they stand.
RowStatistics row_statistics(const double* weights, KeyRange visible, double sink = 0);

// A row that failed or sees no key: statistics 0, with the number of visible keys and its logarithm.
RowStatistics dead_row_statistics(std::size_t visible);

// Sum of the squares of the visible entries of a row that is -inf elsewhere, batch-aligned and padded.
double sum_of_squares(const double* row, KeyRange visible);

}  // namespace attention
