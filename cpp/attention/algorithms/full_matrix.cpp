#include "attention/algorithms/full_matrix.hpp"

#include <algorithm>

#include "attention/algorithms/exponential.hpp"
#include "attention/algorithms/panel_softmax.hpp"

namespace attention {
namespace {

// Calls visit(queries of a panel, number of the panel in the block).
template <class T, class Visit>
void for_each_panel(RowRange queries, Visit visit) {
  for (std::size_t i = 0; i < queries.size(); i += kPanel<T>) {
    const std::size_t first = queries.first + i;
    visit(RowRange{first, std::min(first + kPanel<T>, queries.past)}, i / kPanel<T>);
  }
}

}  // namespace

template <class T>
bool FullMatrix<T>::prepare(const AlgorithmInput<T>& input) {
  input_ = input;
  query_blocks_ = block_count(input.n(), kQueryBlock);
  key_blocks_ = block_count(input.keys(), kKeyBlock);
  q_stride_ = padded<T>(input.q.columns) * kPanel<T>;
  matrix_stride_ = most_rows<T>(input.keys()) * kPanel<T>;
  output_stride_ = std::max(padded<T>(input.v.columns), most_rows<T>(input.v.columns)) * kPanel<T>;
  const std::size_t panels = block_count(input.n(), kPanel<T>);
  const std::size_t block_panels = block_count(std::min(kQueryBlock, input.n()), kPanel<T>);
  const std::size_t keys = std::min(kKeyBlock, input.keys());
  return matrix_.resize(panels * matrix_stride_) && q_.resize(block_panels * q_stride_) &&
         packed_.resize(std::max(packed_size<T>(keys, input.k.columns), packed_size<T>(input.v.columns, keys))) &&
         output_.resize(block_panels * output_stride_) && maximum_.resize(kPanel<T>) && sum_.resize(panels * kPanel<T>);
}

template <class T>
double FullMatrix<T>::working_bytes(const AlgorithmSizes& sizes) {
  return sizeof(T) * sizes.n * sizes.keys;
}

template <class T>
void FullMatrix<T>::run(std::size_t first, std::size_t past) {
  const std::size_t products = query_blocks_ * key_blocks_;
  for (std::size_t step = first; step < past; ++step) {
    if (step >= products && step < products + query_blocks_) {
      exponentiate_rows(block(step - products, kQueryBlock, input_.n()));
      continue;
    }
    const std::size_t product = step < products ? step : step - products - query_blocks_;
    const RowRange queries = block(product / key_blocks_, kQueryBlock, input_.n());
    const RowRange keys = block(product % key_blocks_, kKeyBlock, input_.keys());
    if (step < products) {
      set_logits(queries, keys);
    } else {
      add_values(queries, keys);
    }
  }
}

template <class T>
void FullMatrix<T>::set_logits(RowRange queries, RowRange keys) {
  if (keys.first == 0) {
    const T factor = input_.scale * kExponentialUnit<T>;
    for_each_panel<T>(queries, [&](RowRange panel, std::size_t index) {
      pack_panel(input_.q, panel.first, factor, q_.data() + index * q_stride_);
    });
  }
  const KeyRange seen = PanelKeys(input_, queries, {keys.first, keys.past}).any;
  if (seen.empty()) return;
  const PackedMatrix<T> k = pack_rows(input_.k, seen, packed_.data());
  for_each_panel<T>(queries, [&](RowRange panel, std::size_t index) {
    const KeyRange any = PanelKeys(input_, panel, seen).any;
    T* logits = matrix_.data() + panel.first / kPanel<T> * matrix_stride_ + seen.first * kPanel<T>;
    multiply<Product::replace>(k, {any.first - seen.first, any.past - seen.first}, {0, k.columns},
                               q_.data() + index * q_stride_, logits);
  });
}

template <class T>
void FullMatrix<T>::exponentiate_rows(RowRange queries) {
  for_each_panel<T>(queries, [&](RowRange panel, std::size_t) {
    const PanelKeys keys(input_, panel, {0, input_.keys()});
    const RowRange any{keys.any.first, keys.any.past};
    T* weights = matrix_.data() + panel.first / kPanel<T> * matrix_stride_;
    T* sum = sum_.data() + panel.first;
    hide_masked(input_, panel, keys.before, 0, weights);
    hide_masked(input_, panel, keys.after, 0, weights);
    std::fill(maximum_.begin(), maximum_.end(), kNothing<T>);
    std::fill(sum, sum + kPanel<T>, T(0));
    raise_maximum<T>(weights, any, maximum_.data(), sum, nullptr, 0);
    for (std::size_t key = any.first; key < any.past; key += kKeyBlock) {
      exponentiate(weights, {key, std::min(key + kKeyBlock, any.past)}, maximum_.data(), sum);
    }
  });
}

template <class T>
void FullMatrix<T>::add_values(RowRange queries, RowRange keys) {
  if (keys.first == 0) std::fill(output_.begin(), output_.end(), T(0));
  const KeyRange seen = PanelKeys(input_, queries, {keys.first, keys.past}).any;
  if (!seen.empty()) {
    const PackedMatrix<T> v = pack_columns(input_.v, seen, packed_.data());
    for_each_panel<T>(queries, [&](RowRange panel, std::size_t index) {
      const PanelKeys of_panel(input_, panel, seen);
      const T* weights = matrix_.data() + panel.first / kPanel<T> * matrix_stride_;
      T* sums = output_.data() + index * output_stride_;
      multiply<Product::add>(v, {0, v.rows}, {of_panel.all.first - seen.first, of_panel.all.past - seen.first},
                             weights + seen.first * kPanel<T>, sums);
      add_partly_seen(input_, panel, of_panel.before, 0, weights, sums);
      add_partly_seen(input_, panel, of_panel.after, 0, weights, sums);
    });
  }
  if (keys.past != input_.keys()) return;
  for_each_panel<T>(queries, [&](RowRange panel, std::size_t index) {
    T* factors = sum_.data() + panel.first;
    for (std::size_t i = 0; i < kPanel<T>; ++i) factors[i] = factors[i] == 0 ? T(0) : 1 / factors[i];
    unpack_panel(output_.data() + index * output_stride_, factors, panel.first, input_.output);
  });
}

template class FullMatrix<float>;
template class FullMatrix<double>;

}  // namespace attention
