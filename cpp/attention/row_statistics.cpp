#include "attention/row_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/elementary.hpp"
#include "attention/simd.hpp"

namespace attention {

RowStatistics row_statistics(const double* weights, KeyRange visible, double sink) {
  const std::size_t first = visible.first / kLanes<double> * kLanes<double>;
  const std::size_t past = padded<double>(visible.past);
  const auto zero = splat(0.0);
  const auto one = splat(1.0);

  auto largest_lanes = load(weights + first);
  for (std::size_t j = first; j < past; j += kLanes<double>)
    largest_lanes = max<double>(largest_lanes, load(weights + j));
  const double largest = lane_max<double>(largest_lanes);

  // Sums over the weights below the largest, all of them at most 1/2; those equal to the largest are counted.
  auto ties_lanes = zero, sum_lanes = zero, squares_lanes = zero, cross_lanes = zero, entropy_lanes = zero;
  for (std::size_t j = first; j < past; j += kLanes<double>) {
    const auto weight = load(weights + j);
    const auto is_smaller = weight < splat(largest);
    const auto smaller = select<double>(is_smaller, weight, zero);
    const auto square = smaller * smaller;
    ties_lanes = ties_lanes + select<double>(is_smaller, zero, one);
    sum_lanes = sum_lanes + smaller;
    squares_lanes = squares_lanes + square;
    cross_lanes = cross_lanes + square * (one - (smaller + smaller));
    // ln 1 in place of ln 0, which is multiplied by 0.
    entropy_lanes = entropy_lanes - smaller * log<double>(select<double>(smaller > zero, smaller, one));
  }
  const double ties = lane_sum<double>(ties_lanes);
  const double others = lane_sum<double>(sum_lanes) + (ties - 1) * largest + sink;  // 1 - largest, without cancellation
  const double smaller_squares = lane_sum<double>(squares_lanes);
  const double other_squares = smaller_squares + (ties - 1) * largest * largest;
  const double squares = other_squares + largest * largest;
  const double log_below = largest > 0 ? logarithm(largest) : 0;  // all weights are 0 beside a sink that is far larger
  const double log_largest = largest > 0.5 ? std::log1p(-std::min(others, 0.5)) : log_below;

  RowStatistics row = dead_row_statistics(visible.size());
  row.entropy = lane_sum<double>(entropy_lanes) + (0.0 - ties * largest * log_largest);
  row.share = visible.size() > 1 ? row.entropy / row.max_entropy : std::numeric_limits<double>::quiet_NaN();
  row.max_weight = largest;
  row.sink = sink;
  // |diag(w) - w w^T|^2 = sum of w_i^2 ((1 - w_i)^2 + sum of the other w_j^2), every term of it positive.
  row.jacobian = std::sqrt(lane_sum<double>(cross_lanes) + squares * smaller_squares +
                           ties * largest * largest * (others * others + other_squares));
  return row;
}

RowStatistics dead_row_statistics(std::size_t visible) {
  RowStatistics row;
  row.visible = static_cast<double>(visible);
  row.max_entropy = visible > 0 ? logarithm(row.visible) : 0;
  return row;
}

double sum_of_squares(const double* row, KeyRange visible) {
  const auto nothing = splat(-std::numeric_limits<double>::infinity());
  auto sum = splat(0.0);
  for (std::size_t j = visible.first / kLanes<double> * kLanes<double>; j < visible.past; j += kLanes<double>) {
    const auto entry = load(row + j);
    const auto seen = select<double>(entry > nothing, entry, splat(0.0));
    sum = multiply_add<double>(seen, seen, sum);
  }
  return lane_sum<double>(sum);
}

}  // namespace attention
