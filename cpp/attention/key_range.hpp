#pragma once

#include <cstddef>

namespace attention {

// The keys a query sees: first <= j < past, but for those of the hole that a window leaves behind its sinks.
struct KeyRange {
  std::size_t first = 0;
  std::size_t past = 0;
  std::size_t hole_first = 0;
  std::size_t hole_past = 0;

  // From the first to the last key, with the hole.
  std::size_t extent() const { return past - first; }
  std::size_t size() const { return extent() - (hole_past - hole_first); }
  bool empty() const { return past == first; }
  bool sees(std::size_t j) const { return j >= first && j < past && (j < hole_first || j >= hole_past); }
  // Where the run of keys that ends at `past` begins.
  std::size_t last_run_first() const { return hole_past > hole_first ? hole_past : first; }
};

}  // namespace attention
