#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "attention/parameters.hpp"
#include "attention/rope/rotary_positions.hpp"

namespace attention {

// A few queries at the end of a context of `length` keys, under one rule.
struct LengthPoint {
  double length = 8;
  Scaling scaling;
  Mask mask;
  Positions positions;
};

// What attention grows like when the context grows: every point is Attention with n = queries and keys = length on the
// same draw, to the bit, but keys are drawn in blocks and forgotten, and no point needs more than a few rows of logits.
struct LengthRequest {
  double d_k = 64;
  double queries = 4;
  std::span<const LengthPoint> points;
};

// Means over the queries that did not overflow; NaN where there is none, or for the share none that sees two keys.
struct LengthStatistics {
  double mean_entropy;
  double entropy_share;
  double effective_keys;  // mean of exp(H)
  double max_weight;      // the largest of all
  double visible;         // mean number of keys a query sees
  double sink;            // mean weight that went to a sink
  double failed_rows;
};

inline constexpr std::size_t kLengthStatistics = sizeof(LengthStatistics) / sizeof(double);

Problem first_problem(const LengthRequest& request);

struct LengthWorkspace;

class LengthSweep {
 public:
  LengthSweep();
  ~LengthSweep();
  LengthSweep(LengthSweep&&) noexcept;
  LengthSweep& operator=(LengthSweep&&) noexcept;

  // statistics[p] is set for point p, from one seed (as in PythonRandom): queries row by row, then keys.
  [[nodiscard]] Problem run(const LengthRequest& request, std::span<const std::uint32_t> seed,
                            std::span<LengthStatistics> statistics);

 private:
  std::unique_ptr<LengthWorkspace> workspace_;
};

}  // namespace attention
