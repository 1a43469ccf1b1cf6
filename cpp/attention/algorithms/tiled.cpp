#include "attention/algorithms/tiled.hpp"

#include <algorithm>

#include "attention/algorithms/exponential.hpp"
#include "attention/algorithms/panel_softmax.hpp"

namespace attention {
template <class T>
bool Tiled<T>::prepare(const AlgorithmInput<T>& input) {
  input_ = input;
  query_blocks_ = block_count(input.n(), kQueryBlock);
  key_blocks_ = block_count(input.keys(), kKeyBlock);
  q_stride_ = padded<T>(input.q.columns) * kPanel<T>;
  output_stride_ = std::max(padded<T>(input.v.columns), most_rows<T>(input.v.columns)) * kPanel<T>;
  const std::size_t panels = block_count(std::min(kQueryBlock, input.n()), kPanel<T>);
  const std::size_t keys = std::min(kKeyBlock, input.keys());
  return q_.resize(panels * q_stride_) && k_.resize(packed_size<T>(keys, input.k.columns)) &&
         v_.resize(packed_size<T>(input.v.columns, keys)) && weights_.resize(most_rows<T>(keys) * kPanel<T>) &&
         output_.resize(panels * output_stride_) && maximum_.resize(panels * kPanel<T>) &&
         sum_.resize(panels * kPanel<T>);
}

template <class T>
double Tiled<T>::working_bytes(const AlgorithmSizes& sizes) {
  const double queries = std::min<double>(kQueryBlock, sizes.n);
  const double keys = std::min<double>(kKeyBlock, sizes.keys);
  return sizeof(T) * (queries * (sizes.d_k + sizes.d_v + 2) + keys * (sizes.d_k + sizes.d_v + kPanel<T>));
}

template <class T>
void Tiled<T>::run(std::size_t first, std::size_t past) {
  for (std::size_t step = first; step < past; ++step) {
    const RowRange queries = block(step / key_blocks_, kQueryBlock, input_.n());
    const std::size_t key_block = step % key_blocks_;
    const RowRange keys = block(key_block, kKeyBlock, input_.keys());
    if (key_block == 0) begin(queries);
    add_keys(queries, PanelKeys(input_, queries, {keys.first, keys.past}).any);
    if (key_block + 1 == key_blocks_) end(queries);
  }
}

template <class T>
void Tiled<T>::begin(RowRange queries) {
  const T factor = input_.scale * kExponentialUnit<T>;
  for (std::size_t i = 0; i < queries.size(); i += kPanel<T>) {
    pack_panel(input_.q, queries.first + i, factor, q_.data() + i / kPanel<T> * q_stride_);
  }
  std::fill(output_.begin(), output_.end(), T(0));
  std::fill(maximum_.begin(), maximum_.end(), kNothing<T>);
  std::fill(sum_.begin(), sum_.end(), T(0));
}

template <class T>
void Tiled<T>::add_keys(RowRange queries, KeyRange keys) {
  if (keys.empty()) return;
  const PackedMatrix<T> k = pack_rows(input_.k, keys, k_.data());
  const PackedMatrix<T> v = pack_columns(input_.v, keys, v_.data());
  for (std::size_t i = 0; i < queries.size(); i += kPanel<T>) {
    const std::size_t first = queries.first + i;
    add_keys_to_panel({first, std::min(first + kPanel<T>, queries.past)}, i / kPanel<T>, keys, k, v);
  }
}

template <class T>
void Tiled<T>::add_keys_to_panel(RowRange queries, std::size_t panel, KeyRange block, const PackedMatrix<T>& k,
                                 const PackedMatrix<T>& v) {
  const PanelKeys keys(input_, queries, block);
  if (keys.any.empty()) return;
  const std::size_t origin = block.first;
  const RowRange any{keys.any.first - origin, keys.any.past - origin};
  const RowRange all{keys.all.first - origin, keys.all.past - origin};
  T* weights = weights_.data();
  T* sums = output_.data() + panel * output_stride_;
  T* maximum = maximum_.data() + panel * kPanel<T>;
  T* sum = sum_.data() + panel * kPanel<T>;

  multiply<Product::replace>(k, any, {0, k.columns}, q_.data() + panel * q_stride_, weights);
  hide_masked(input_, queries, keys.before, origin, weights);
  hide_masked(input_, queries, keys.after, origin, weights);
  raise_maximum(weights, any, maximum, sum, sums, v.rows);
  exponentiate(weights, any, maximum, sum);
  multiply<Product::add>(v, {0, v.rows}, all, weights, sums);
  add_partly_seen(input_, queries, keys.before, origin, weights, sums);
  add_partly_seen(input_, queries, keys.after, origin, weights, sums);
}

template <class T>
void Tiled<T>::end(RowRange queries) {
  for (T& sum : sum_) sum = sum == 0 ? T(0) : 1 / sum;
  for (std::size_t i = 0; i < queries.size(); i += kPanel<T>) {
    unpack_panel(output_.data() + i / kPanel<T> * output_stride_, sum_.data() + i, queries.first + i, input_.output);
  }
}

template class Tiled<float>;
template class Tiled<double>;

}  // namespace attention
