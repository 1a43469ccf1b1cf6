#pragma once

#include <cstddef>

#include "attention/matrix.hpp"
#include "attention/rope/frequencies.hpp"

namespace attention {

// Turns rows: at position m, for each pair (p, q) and its angle a = m * inv_freq,
//   y[p] = (x[p] cos a - x[q] sin a) * attention_factor,  y[q] = (x[q] cos a + x[p] sin a) * attention_factor;
// entries from rotary_dim on are left as they are. Source: Su et al., arXiv 2104.09864, equation 34.
// Angles, sines and cosines are double whatever T is: at position 1,048,575 they are right to 1e-9.
template <class T>
class Rotator {
 public:
  // For rows of head_dim entries. Fails only for want of memory.
  [[nodiscard]] Problem prepare(const RopeFrequencies& frequencies, PairLayout layout);

  // Any finite number: negative positions turn back.
  void set_position(double position);

  // In place, at the position that was set. `row` is aligned and padded to whole batches; its padding stays what it is.
  void rotate(T* row);

 private:
  std::size_t first_of(std::size_t pair) const;
  std::size_t second_of(std::size_t pair) const;

  PairLayout layout_ = PairLayout::half;
  std::size_t pairs_ = 0;
  std::size_t width_ = 0;  // of a row, padded
  double attention_factor_ = 1;
  Buffer<double> inv_freq_;
  Buffer<double> sines_;
  Buffer<double> cosines_;
  // y = x * own + partner(x) * other, entry by entry: no pair is split over batches, and nothing is left over.
  Buffer<T> own_;
  Buffer<T> other_;
  Buffer<T> partner_;
};

// Row r of `rows` (owned, padded rows) is turned to position first_position + r * step.
template <class T>
void rotate_rows(MatrixView<T> rows, double first_position, double step, Rotator<T>& rotator);

}  // namespace attention
