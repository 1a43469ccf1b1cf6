#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

bool is_counting = false;
bool has_one_failed = false;
std::size_t before_it = 0;

bool fails_now() {
  if (!is_counting || has_one_failed) return false;
  has_one_failed = before_it == 0;
  if (!has_one_failed) --before_it;
  return has_one_failed;
}

// The core asks for memory in ways that answer; one that throws would end a program without exceptions.
void* memory_or_end(std::size_t size) {
  void* memory = is_counting ? nullptr : std::malloc(size);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

FailingAllocation::FailingAllocation(std::size_t at) {
  before_it = at;
  has_one_failed = false;
  is_counting = true;
}

FailingAllocation::~FailingAllocation() { is_counting = false; }

bool FailingAllocation::has_failed() const { return has_one_failed; }

// Linked with --wrap=aligned_alloc.
extern "C" void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
extern "C" void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails_now() ? nullptr : __real_aligned_alloc(alignment, size);
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails_now() ? nullptr : std::malloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return fails_now() ? nullptr : std::malloc(size);
}
void* operator new(std::size_t size) { return memory_or_end(size); }
void* operator new[](std::size_t size) { return memory_or_end(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
