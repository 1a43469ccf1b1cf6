#include "attention/algorithms/loop.hpp"

#include <cmath>

namespace attention {

template <class T>
bool Loop<T>::prepare(const AlgorithmInput<T>& input) {
  input_ = input;
  return weights_.resize(input.keys());
}

template <class T>
void Loop<T>::run(std::size_t first, std::size_t past) {
  for (std::size_t row = first; row < past; ++row) run_row(row, input_.output.row(row));
}

template <class T>
void Loop<T>::run_row(std::size_t row, T* output) {
  const KeyRange visible = input_.visible(row);

  // The logits of this query with every key it sees, divided by sqrt(d_k).
  double largest = -HUGE_VAL;
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    double logit = 0;
    for (std::size_t t = 0; t < input_.q.columns; ++t) logit += double(input_.q.row(row)[t]) * input_.k.row(j)[t];
    weights_[j] = logit * input_.scale;
    if (weights_[j] > largest) largest = weights_[j];
  }

  // Softmax, with the largest logit subtracted first. Nothing but -inf is like seeing nothing.
  double sum = 0;
  for (std::size_t j = visible.first; j < visible.past; ++j) {
    weights_[j] = weights_[j] == -HUGE_VAL ? 0 : std::exp(weights_[j] - largest);
    sum += weights_[j];
  }

  // The mean of the values, by these weights.
  for (std::size_t c = 0; c < input_.v.columns; ++c) {
    double total = 0;
    for (std::size_t j = visible.first; j < visible.past; ++j) total += weights_[j] * input_.v.row(j)[c];
    output[c] = static_cast<T>(sum == 0 ? 0 : total / sum);
  }
}

template class Loop<float>;
template class Loop<double>;

}  // namespace attention
