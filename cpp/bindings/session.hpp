#pragma once

#include <emscripten/val.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/attend.hpp"
#include "attention/matrix.hpp"
#include "attention/measurement.hpp"
#include "attention/parameters.hpp"
#include "attention/problem.hpp"
#include "attention/sample.hpp"
#include "attention/sweep.hpp"

// What JS sees. Requests come in as plain objects; numbers are written into, and copied out of, views of memory that
// the module owns and uses again for the next request. A view is good until the next call: memory may grow then.
namespace bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(Float64Array);
EMSCRIPTEN_DECLARE_VAL_TYPE(Uint32Array);
EMSCRIPTEN_DECLARE_VAL_TYPE(SweepConfigurations);
EMSCRIPTEN_DECLARE_VAL_TYPE(RowEvents);

struct Refusal {
  std::string code;
  std::string field;
  double given;
  double lowest;
  double highest;
};

struct RowEvent {
  std::string code;
  std::string stage;
  double row;
  double key;  // NaN: the row as a whole
};

template <class Array, class T>
Array view(const T* data, std::size_t count) {
  return Array(emscripten::val(emscripten::typed_memory_view(count, data)));
}

template <class Array>
Array null() {
  return Array(emscripten::val::null());
}

std::optional<Refusal> refusal(const attention::Problem& problem);
std::span<const std::uint32_t> first_seed();

// Null where there is not enough memory.
Float64Array numbers(double count);
// One block: the lengths of `seeds` seeds in words, then their words.
Uint32Array seed_words(double seeds, double words);

// q, k, v of the first seed in the seed block, one after another.
std::optional<Refusal> sample(const attention::SampleRequest& request);
Float64Array sampled();

// Attention on q, k and v, one after another in the numbers (stage refuses a wrong request before they are asked for),
// or on those of the first seed.
std::optional<Refusal> stage(const attention::AttendRequest& request);
std::optional<Refusal> attend();
std::optional<Refusal> attend_sampled();
// The eight scalars of Attention, seven statistics of every row (all visible counts, all entropies, ...), logits,
// scaled, weights, output: row-major, without padding. Null where there is not enough memory.
Float64Array attention_numbers();
RowEvents attention_events();

// Of the run just attended to, with values: the spectral norm of the Jacobian of every row, then the norm of every
// output row's derivative with respect to its query. Null where there is not enough memory.
Float64Array gradient();

// One query, multiplied by the gain, and all keys: in the numbers, or row `row` of the first seed's.
std::optional<Refusal> overflow(double row, double gain, bool is_sampled);
// Of every key the ten numbers of KeyTrace; then largest, naive_lost, stable_lost.
Float64Array overflow_numbers();
// At most one without and one with the maximum, in this order; row is 0 for the first and 1 for the second.
RowEvents overflow_events();

// Per-seed statistics of every configuration and seed.
std::optional<Refusal> sweep(const SweepConfigurations& configurations, bool with_positions);
Float64Array sweep_statistics();
// Two numbers for each row of each configuration: the sum of its shares, and over how many seeds.
Float64Array sweep_positions();
// Of the statistics of one configuration, in the order of its seeds, in the numbers.
attention::SweepSummary summarize();
// Bootstrap means of the share of the same statistics. Null where there is not enough memory.
Float64Array resampled_shares(double resamples);

// One algorithm, ready to be timed: data drawn by the first seed, working buffers allocated.
std::optional<Refusal> prepare_measurement(const attention::MeasureRequest& request);
double measurement_steps();
// Bytes that the allocator gave the algorithm beyond q, k, v and the output, and what its formula says.
double measurement_bytes();
double measurement_formula();
// Runs steps first .. past, `times` times over.
void run_measurement(double first, double past, double times);
// From the loop, on about `rows` rows.
double measurement_difference(double rows);

// Gives all memory back.
void release();

}  // namespace bindings
