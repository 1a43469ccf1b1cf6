#include "attention/mask.hpp"

#include <algorithm>

namespace attention {

KeyRange visible_keys(const Mask& mask, std::size_t row, std::size_t n, std::size_t keys) {
  if (mask.kind == MaskKind::none) return {0, keys};
  if (row + keys < n) return {0, 0};
  const std::size_t past = row + keys - n + 1;  // p + 1, at most keys
  if (mask.kind == MaskKind::causal || mask.window >= static_cast<double>(past)) return {0, past};
  const std::size_t window_first = past - static_cast<std::size_t>(mask.window);
  if (mask.sinks <= 0) return {window_first, past};
  if (mask.sinks >= static_cast<double>(window_first)) return {0, past};
  return {0, past, static_cast<std::size_t>(mask.sinks), window_first};
}

template <class T>
void mask_row(T* row, KeyRange visible, std::size_t stride, T value) {
  std::fill(row, row + visible.first, value);
  std::fill(row + visible.hole_first, row + visible.hole_past, value);
  std::fill(row + visible.past, row + stride, value);
}

template void mask_row(float*, KeyRange, std::size_t, float);
template void mask_row(double*, KeyRange, std::size_t, double);

}  // namespace attention
