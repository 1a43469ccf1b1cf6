#include <emscripten/bind.h>

#include "bindings/session.hpp"

using namespace emscripten;

// What figures after the first need.
EMSCRIPTEN_BINDINGS(figures) {
  function("gradient", &bindings::gradient);
  function("overflow", &bindings::overflow);
  function("overflowNumbers", &bindings::overflow_numbers);
  function("overflowEvents", &bindings::overflow_events);
}
