#pragma once

#include <cstddef>
#include <span>

namespace attention {

// Bootstrap means of a mean over seeds: each is the mean of as many values as there are, drawn with replacement. The
// draws depend only on how many values there are, so curves over the same seeds are resampled together. Beyond
// kMostGroups values, neighbours are joined into that many groups and the groups are drawn. Undefined values are left
// out of the means.
void resample_means(std::span<const double> values, std::span<double> means);

inline constexpr std::size_t kMostGroups = 1000;

}  // namespace attention
