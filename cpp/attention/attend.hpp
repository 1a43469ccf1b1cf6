#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "attention/event.hpp"
#include "attention/key_range.hpp"
#include "attention/matrix.hpp"
#include "attention/parameters.hpp"
#include "attention/row_statistics.hpp"

namespace attention {

// Row-major, without padding: q is n x d_k, k is keys x d_k, v is keys x d_v or null when the request has no values.
struct AttendInputs {
  const double* q = nullptr;
  const double* k = nullptr;
  const double* v = nullptr;
};

struct AttendWorkspace;

// Scaled dot-product attention with every stage kept:
//   logits = q k^T, scaled = rule(logits), weights = softmax of each row of scaled, output = weights v.
// Before the product q and k are normalized, where the rule does that, and turned by their positions, where asked for.
// The result of a call is overwritten by the next one, which allocates nothing if the shape is the same or smaller.
class Attention {
 public:
  Attention();
  ~Attention();
  Attention(Attention&&) noexcept;
  Attention& operator=(Attention&&) noexcept;

  // Judges the request, then the data, then computes. After a problem the results are not to be used; the next good
  // request works. q must be finite; so must each key and value that every row sees. One that only some rows see makes
  // an event in those rows. What a row does not see is never looked at.
  [[nodiscard]] Problem attend(const AttendRequest& request, const AttendInputs& inputs);

  // Results are float64 in every precision: those of f32, f16 and bf16 are exact copies of the narrow numbers.
  Matrix<double> logits;   // n x keys; -inf where masked
  Matrix<double> scaled;   // n x keys; -inf where masked
  Matrix<double> weights;  // n x keys; 0 where masked
  Matrix<double> output;   // n x d_v; 0 x 0 without values
  Buffer<RowStatistics> rows;
  std::span<const Event> events;  // in row order

  // Means are over the rows without an event. NaN means undefined: no row was left, or for the share no row saw more
  // than one key.
  double max_weight = 0;
  double mean_entropy = 0;
  double uniform_entropy = 0;    // ln keys
  double entropy_share = 0;      // mean of H / ln m over rows that see more than one key
  double mean_square_logit = 0;  // over the visible logits of those rows
  double rms_logit = 0;
  double rms_scaled_logit = 0;
  double mean_jacobian = 0;

 private:
  void summarize(const KeyRange* visible, const double* sink_weights);

  std::unique_ptr<AttendWorkspace> workspace_;
};

}  // namespace attention
