#pragma once

#include <cstddef>

namespace attention {

// The keys a query sees: first <= j < past. All masks of this library leave one run of keys.
struct KeyRange {
  std::size_t first = 0;
  std::size_t past = 0;

  std::size_t size() const { return past - first; }
  bool empty() const { return past == first; }
};

}  // namespace attention
