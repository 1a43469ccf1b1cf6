#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/event.hpp"
#include "attention/matrix.hpp"
#include "attention/problem.hpp"

// What every module has. Requests come in as plain objects; numbers are written into, and copied out of, views of
// memory that the module owns and uses again for the next request. A view is good until the next call: memory may grow
// then.
namespace bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(Float64Array);
EMSCRIPTEN_DECLARE_VAL_TYPE(Uint32Array);

struct Refusal {
  std::string code;
  std::string field;
  double given;
  double lowest;
  double highest;
};

template <class Array, class T>
Array view(const T* data, std::size_t count) {
  return Array(emscripten::val(emscripten::typed_memory_view(count, data)));
}

template <class Array>
Array null() {
  return Array(emscripten::val::null());
}

std::optional<Refusal> refusal(const attention::Problem& problem);

// Null where there is not enough memory.
Float64Array numbers(double count);
std::span<const double> given_numbers();
// One block: the lengths of `seeds` seeds in words, then their words.
Uint32Array seed_words(double seeds, double words);
std::span<const std::uint32_t> seed_lengths();
std::span<const std::uint32_t> words_of_seeds();
std::span<const std::uint32_t> first_seed();

// Gives the memory of everything that is kept back.
void release();

// What a file of bindings keeps from one call to the next.
class Releasable {
 public:
  Releasable() : next_(std::exchange(first_, this)) {}
  Releasable(const Releasable&) = delete;
  Releasable& operator=(const Releasable&) = delete;

 protected:
  ~Releasable() = default;

 private:
  friend void release();
  virtual void give_back() = 0;

  static inline Releasable* first_ = nullptr;
  Releasable* next_;
};

template <class T>
class Kept final : public Releasable {
 public:
  T* operator->() { return &value_; }
  T& operator*() { return value_; }

 private:
  void give_back() override { value_ = T(); }

  T value_;
};

}  // namespace bindings
