#pragma once

#include <algorithm>
#include <cstddef>

namespace attention {

// A packed block of keys or values stays in the second-level cache while the panels of a block of queries pass by.
// The key block is a whole number of groups of rows of either length (gemm.hpp).
inline constexpr std::size_t kQueryBlock = 512;
inline constexpr std::size_t kKeyBlock = 252;

// Queries or other rows: first <= i < past.
struct RowRange {
  std::size_t first = 0;
  std::size_t past = 0;

  std::size_t size() const { return past - first; }
};

// Number of blocks of `size` that hold `count`, and one of them.
constexpr std::size_t block_count(std::size_t count, std::size_t size) { return (count + size - 1) / size; }
constexpr RowRange block(std::size_t index, std::size_t size, std::size_t count) {
  return {index * size, std::min((index + 1) * size, count)};
}

}  // namespace attention
