#pragma once

#include "attention/attend.hpp"
#include "attention/parameters.hpp"
#include "attention/sample.hpp"
#include "bindings/session.hpp"

namespace bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(RowEvents);

struct RowEvent {
  std::string code;
  std::string stage;
  double row;
  double key;  // NaN: the row as a whole
};

RowEvent row_event(const attention::Event& event);

struct AttendState {
  attention::Sample sample;
  attention::AttendRequest request;
  attention::AttendInputs inputs;
  attention::Attention attention;
  attention::Buffer<double> packed;
};

extern Kept<AttendState> attending;

// For the next request that is staged, and for that one only.
void set_next_rotation(attention::Rotation* rotation);

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

}  // namespace bindings
