#include "attention/scaling.hpp"

#include <cmath>
#include <limits>

#include "attention/simd.hpp"

namespace attention {
namespace {

double rule_factor(const Scaling& scaling, std::size_t d_k) {
  switch (scaling.rule) {
    case ScaleRule::none:
      return 1;
    case ScaleRule::sqrt:
      return 1 / std::sqrt(static_cast<double>(d_k));
    case ScaleRule::linear:
      return 1 / static_cast<double>(d_k);
    case ScaleRule::factor:
      return scaling.factor;
  }
  return 1;
}

}  // namespace

double scale_factor(const Scaling& scaling, std::size_t d_k) { return rule_factor(scaling, d_k) / scaling.temperature; }

template <class T>
void scale_row(const T* logits, T factor, T* scaled, std::size_t stride) {
  const auto by = splat(factor);
  const auto largest = splat(std::numeric_limits<T>::max());
  for (std::size_t j = 0; j < stride; j += kLanes<T>) {
    const auto logit = load(logits + j);
    store(scaled + j, select<T>(abs(logit) <= largest, logit * by, logit));
  }
}

template void scale_row(const float*, float, float*, std::size_t);
template void scale_row(const double*, double, double*, std::size_t);

}  // namespace attention
