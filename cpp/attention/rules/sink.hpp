#pragma once

#include <limits>

namespace attention {

// A logit that takes part in softmax and whose weight is dropped: what a row gives to it, it gives to no key, so its
// weights have a sum below 1. Learned for each head in gpt-oss; fixed at 0 it is "softmax off by one",
// exp z_i / (1 + sum exp z_j) (Miller 2023).
inline constexpr double kNoSink = -std::numeric_limits<double>::infinity();
inline constexpr double kOffByOneSink = 0;

}  // namespace attention
