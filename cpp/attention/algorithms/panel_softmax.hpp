#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "attention/algorithms/algorithm_input.hpp"
#include "attention/algorithms/blocks.hpp"
#include "attention/algorithms/gemm.hpp"

// Softmax over a panel of logits [key][query], lane by lane, before or after other keys of the same queries. The logits
// carry the factor kExponentialUnit.

namespace attention {

template <class T>
inline constexpr T kNothing = -std::numeric_limits<T>::infinity();

// The keys that concern a panel of queries, out of a block of keys: seen by all queries, or before and after those by
// some of them. Both ends of what a query sees move up from query to query, or stay.
struct PanelKeys {
  template <class T>
  PanelKeys(const AlgorithmInput<T>& input, RowRange queries, KeyRange block) {
    const KeyRange first = input.visible(queries.first);
    const KeyRange last = input.visible(queries.past - 1);
    any = intersection(block, {first.first, last.past});
    all = intersection(any, {last.first, std::max(last.first, first.past)});
    if (all.empty()) all = {any.past, any.past};
    before = {any.first, all.first};
    after = {all.past, any.past};
  }

  KeyRange any, all, before, after;
};

// logits of keys that a query does not see = -inf, for keys of a block that starts at `origin`.
template <class T>
void hide_masked(const AlgorithmInput<T>& input, RowRange queries, KeyRange keys, std::size_t origin, T* logits);

// sums[column][query] += weight * value for keys that only some queries see. What a query does not see is left out:
// 0 times a NaN would be NaN.
template <class T>
void add_partly_seen(const AlgorithmInput<T>& input, RowRange queries, KeyRange keys, std::size_t origin,
                     const T* weights, T* sums);

// Raises `maximum` to the largest of the given rows of logits. What was summed up under a smaller maximum is multiplied
// down: `sum`, and the rows of `sums`.
template <class T>
void raise_maximum(const T* logits, RowRange rows, T* maximum, T* sum, T* sums, std::size_t columns);

// logits = exponential(logits - maximum), and sum += their sum, for the rows of one block: sums of sums lose less than
// one long sum.
template <class T>
void exponentiate(T* logits, RowRange rows, const T* maximum, T* sum);

}  // namespace attention
