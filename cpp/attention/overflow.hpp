#pragma once

#include <cstddef>
#include <span>

#include "attention/event.hpp"
#include "attention/matrix.hpp"
#include "attention/parameters.hpp"

namespace attention {

// What each operation left for one key. Every result is rounded to the format at once, sums too: this is the arithmetic
// of a machine that has nothing wider, unlike AttendRequest::precision, which rounds whole stages.
struct KeyTrace {
  double logit;         // q . k; an infinity where the sum or a product left the format
  double scaled;        // logit * factor
  double naive_term;    // e^scaled
  double naive_sum;     // of the terms up to this key
  double naive_weight;  // undefined after an event
  double stable_term;   // e^(scaled - max)
  double stable_sum;
  double stable_weight;
  double online_max;  // of the keys up to this one
  double online_sum;  // of e^(scaled - online_max) over them, rescaled when the maximum moves
};

inline constexpr std::size_t kKeyTrace = sizeof(KeyTrace) / sizeof(double);

// One row of softmax in one format, operation by operation.
struct RowTrace {
  Buffer<KeyTrace> keys;
  double largest;     // the largest number of the format
  double naive_lost;  // terms above 0 that did not change the sum they were added to
  double stable_lost;
  Event stable;  // key kNoKey: nothing went wrong. A logit that overflowed ends both.
  Event naive;

  // q (d_k) is multiplied by gain. k is row-major without padding. False when there is not enough memory.
  [[nodiscard]] bool run(Precision precision, const double* q, double gain, const double* k, std::size_t keys_count,
                         std::size_t d_k, double factor);
};

}  // namespace attention
