#include "bindings/positions.hpp"

#include <utility>

namespace bindings {

namespace {

attention::Positions next;

}  // namespace

void set_next_positions(const attention::Positions& positions) { next = positions; }

attention::Positions take_positions() { return std::exchange(next, {}); }

}  // namespace bindings
