#include "attention/rope/rotate.hpp"

#include <algorithm>

#include "attention/simd.hpp"

namespace attention {

template <class T>
Problem Rotator<T>::prepare(const RopeFrequencies& frequencies, PairLayout layout) {
  layout_ = layout;
  pairs_ = frequencies.inv_freq.size();
  width_ = padded<T>(frequencies.head_dim);
  attention_factor_ = frequencies.attention_factor;
  const std::size_t angles = padded<double>(pairs_);
  if (!inv_freq_.resize(angles) || !sines_.resize(angles) || !cosines_.resize(angles) || !own_.resize(width_) ||
      !other_.resize(width_) || !partner_.resize(width_)) {
    return {ProblemCode::out_of_memory, "headDim", static_cast<double>(frequencies.head_dim)};
  }
  std::fill(inv_freq_.begin(), inv_freq_.end(), 0.0);
  std::copy(frequencies.inv_freq.begin(), frequencies.inv_freq.end(), inv_freq_.begin());
  std::fill(own_.begin(), own_.end(), T{1});
  std::fill(other_.begin(), other_.end(), T{0});
  std::fill(partner_.begin(), partner_.end(), T{0});
  return {};
}

template <class T>
std::size_t Rotator<T>::first_of(std::size_t pair) const {
  return layout_ == PairLayout::half ? pair : 2 * pair;
}

template <class T>
std::size_t Rotator<T>::second_of(std::size_t pair) const {
  return layout_ == PairLayout::half ? pair + pairs_ : 2 * pair + 1;
}

template <class T>
void Rotator<T>::set_position(double position) {
  const Batch<double> at = splat(position);
  for (std::size_t i = 0; i < inv_freq_.size(); i += kLanes<double>) {
    const auto [sine, cosine] = sincos(at * load(&inv_freq_[i]));
    store(&sines_[i], sine);
    store(&cosines_[i], cosine);
  }
  for (std::size_t i = 0; i < pairs_; ++i) {
    const T cosine = static_cast<T>(cosines_[i] * attention_factor_);
    const T sine = static_cast<T>(sines_[i] * attention_factor_);
    own_[first_of(i)] = own_[second_of(i)] = cosine;
    other_[first_of(i)] = -sine;
    other_[second_of(i)] = sine;
  }
}

template <class T>
void Rotator<T>::rotate(T* row) {
  for (std::size_t i = 0; i < pairs_; ++i) {
    partner_[first_of(i)] = row[second_of(i)];
    partner_[second_of(i)] = row[first_of(i)];
  }
  for (std::size_t i = 0; i < width_; i += kLanes<T>) {
    store(row + i, multiply_add(load(row + i), load(&own_[i]), load(&partner_[i]) * load(&other_[i])));
  }
}

template <class T>
void rotate_rows(MatrixView<T> rows, double first_position, double step, Rotator<T>& rotator) {
  for (std::size_t r = 0; r < rows.rows; ++r) {
    rotator.set_position(first_position + static_cast<double>(r) * step);
    rotator.rotate(rows.row(r));
  }
}

template class Rotator<float>;
template class Rotator<double>;
template void rotate_rows(MatrixView<float>, double, double, Rotator<float>&);
template void rotate_rows(MatrixView<double>, double, double, Rotator<double>&);

}  // namespace attention
