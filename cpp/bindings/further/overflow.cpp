#include "attention/overflow.hpp"

#include <emscripten/bind.h>

#include <algorithm>

#include "attention/inputs.hpp"
#include "attention/scaling.hpp"
#include "bindings/attend/attend.hpp"

namespace bindings {
namespace {

Kept<attention::RowTrace> trace;

// One query, multiplied by the gain, and all keys: in the numbers, or row `row` of the first seed's.
std::optional<Refusal> overflow(double row, double gain, bool is_sampled) {
  const auto& [n, keys, d_k, d_v, has_values, scaling, mask, rotation, softmax, precision] = attending->request;
  const auto width = static_cast<std::size_t>(d_k);
  const double* q = given_numbers().data();
  const double* k = q + static_cast<std::size_t>(n) * width;
  if (is_sampled) {
    if (auto refused = refusal(attending->sample.draw({n, keys, d_k, d_v, has_values}, first_seed()))) return refused;
    q = attending->sample.q().data();
    k = attending->sample.k().data();
  } else {
    const double* v = has_values ? k + static_cast<std::size_t>(keys) * width : nullptr;
    const attention::Shape shape(attending->request);
    if (auto refused = refusal(data_problem(attending->request, {q, k, v}, shape))) return refused;
  }
  const bool has_run = trace->run(precision, q + static_cast<std::size_t>(row) * width, gain, k,
                                  static_cast<std::size_t>(keys), width, scale_factor(scaling, {.d_k = d_k}));
  if (has_run) return std::nullopt;
  return refusal({.code = attention::ProblemCode::out_of_memory, .field = "keys"});
}

// Of every key the ten numbers of KeyTrace; then largest, naive_lost, stable_lost.
Float64Array overflow_numbers() {
  const std::size_t count = trace->keys.size() * attention::kKeyTrace;
  if (!attending->packed.resize(count + 3)) return null<Float64Array>();
  double* out = std::copy_n(reinterpret_cast<const double*>(trace->keys.data()), count, attending->packed.data());
  *out++ = trace->largest;
  *out++ = trace->naive_lost;
  *out++ = trace->stable_lost;
  return view<Float64Array>(attending->packed.data(), count + 3);
}

// At most one without and one with the maximum, in this order; row is 0 for the first and 1 for the second.
RowEvents overflow_events() {
  std::vector<RowEvent> events;
  std::size_t row = 0;
  for (attention::Event event : {trace->naive, trace->stable}) {
    event.row = row++;
    if (event.key != attention::kNoKey) events.push_back(row_event(event));
  }
  return RowEvents(emscripten::val::array(events));
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(overflow) {
  emscripten::function("overflow", &bindings::overflow);
  emscripten::function("overflowNumbers", &bindings::overflow_numbers);
  emscripten::function("overflowEvents", &bindings::overflow_events);
}
