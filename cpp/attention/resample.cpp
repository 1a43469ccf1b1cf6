#include "attention/resample.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/python_random.hpp"

namespace attention {

void resample_means(std::span<const double> values, std::span<double> means) {
  const std::size_t groups = std::min(values.size(), kMostGroups);
  std::array<double, kMostGroups> sums{};
  std::array<double, kMostGroups> counts{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    sums[i * groups / values.size()] += values[i];
    counts[i * groups / values.size()] += 1;
  }
  PythonRandom random({});  // always the same draws: results can be repeated
  for (double& mean : means) {
    double sum = 0, count = 0;
    for (std::size_t drawn = 0; drawn < groups; ++drawn) {
      const auto group = static_cast<std::size_t>(random.random() * static_cast<double>(groups));
      sum += sums[group];
      count += counts[group];
    }
    mean = sum / count;
  }
}

}  // namespace attention
