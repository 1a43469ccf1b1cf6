#pragma once

// One function for each RopeType: the frequencies alone, given a valid request. `out` has its widths, theta and an
// attention_factor of 1 filled in, and one inv_freq for each pair to be written.
#include "attention/rope/frequencies.hpp"

namespace attention::rope {

void plain_frequencies(const RopeRequest& request, RopeFrequencies& out);
void linear_frequencies(const RopeRequest& request, RopeFrequencies& out);
void ntk_aware_frequencies(const RopeRequest& request, RopeFrequencies& out);
void dynamic_frequencies(const RopeRequest& request, RopeFrequencies& out);
void yarn_frequencies(const RopeRequest& request, RopeFrequencies& out);
void longrope_frequencies(const RopeRequest& request, RopeFrequencies& out);
void llama3_frequencies(const RopeRequest& request, RopeFrequencies& out);
void proportional_frequencies(const RopeRequest& request, RopeFrequencies& out);
void llama_cpp_frequencies(const RopeRequest& request, RopeFrequencies& out);

}  // namespace attention::rope
