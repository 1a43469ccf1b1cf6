#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "attention/simd.hpp"

namespace attention {

// An aligned array that grows and never shrinks: asking again for a size it has room for allocates nothing.
// Allocation failure is answered, not thrown.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  // Makes room for `count` elements; when that needs new memory, the old contents are lost and the new are not set.
  // False when there is not enough memory: the buffer is then empty.
  [[nodiscard]] bool resize(std::size_t count) {
    if (count <= capacity_) {
      size_ = count;
      return true;
    }
    std::free(data_);
    data_ = nullptr;
    size_ = capacity_ = 0;
    if (count > (SIZE_MAX - kAlignment) / sizeof(T)) return false;
    const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    data_ = static_cast<T*>(std::aligned_alloc(kAlignment, bytes));
    if (data_ == nullptr) return false;
    size_ = capacity_ = count;
    return true;
  }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// A row-major matrix that somebody else owns. `stride` is the distance between the starts of two rows, in elements.
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;

  T* row(std::size_t i) const { return data + i * stride; }
  operator MatrixView<const T>() const { return {data, rows, columns, stride}; }
};

// Row-major, owning, aligned. Every row is padded to whole batches: kernels may read and write row(i)[0 .. stride).
// What the padding holds is said where a matrix is filled: 0 for q, k, v and weights, -inf for logits.
template <class T>
class Matrix {
 public:
  // Contents are not set. False when there is not enough memory; the matrix is then empty.
  [[nodiscard]] bool reshape(std::size_t rows, std::size_t columns) {
    const std::size_t stride = padded<T>(columns);
    if (stride != 0 && rows > SIZE_MAX / sizeof(T) / stride) return clear();
    if (!buffer_.resize(rows * stride)) return clear();
    rows_ = rows;
    columns_ = columns;
    stride_ = stride;
    return true;
  }

  void fill(T value) { std::fill(buffer_.begin(), buffer_.end(), value); }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t stride() const { return stride_; }
  T* row(std::size_t i) { return buffer_.data() + i * stride_; }
  const T* row(std::size_t i) const { return buffer_.data() + i * stride_; }
  MatrixView<T> view() { return {buffer_.data(), rows_, columns_, stride_}; }
  MatrixView<const T> view() const { return {buffer_.data(), rows_, columns_, stride_}; }

 private:
  bool clear() {
    rows_ = columns_ = stride_ = 0;
    return false;
  }

  Buffer<T> buffer_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::size_t stride_ = 0;
};

}  // namespace attention
