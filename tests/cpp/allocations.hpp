#pragma once

#include <cstddef>

// While it lives, the core's allocation number `at`, counted from 0, fails; those before and after it do not.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::size_t at);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  bool has_failed() const;
};
