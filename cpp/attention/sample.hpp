#pragma once

#include <cstdint>
#include <span>

#include "attention/matrix.hpp"
#include "attention/parameters.hpp"

namespace attention {

// q (n x d_k), k (keys x d_k) and v (keys x d_v) by the seed, each row-major without padding, one after another in
// one block. Drawing again reuses the memory.
class Sample {
 public:
  // `seed` as in PythonRandom. On a problem the old contents are not to be used.
  [[nodiscard]] Problem draw(const SampleRequest& request, std::span<const std::uint32_t> seed);

  std::span<const double> q() const { return {block_.data(), q_size_}; }
  std::span<const double> k() const { return {block_.data() + q_size_, k_size_}; }
  // Empty when the request has no values.
  std::span<const double> v() const { return {block_.data() + q_size_ + k_size_, v_size_}; }
  // q, k, v.
  std::span<const double> all() const { return {block_.data(), q_size_ + k_size_ + v_size_}; }

 private:
  Buffer<double> block_;
  std::size_t q_size_ = 0;
  std::size_t k_size_ = 0;
  std::size_t v_size_ = 0;
};

}  // namespace attention
