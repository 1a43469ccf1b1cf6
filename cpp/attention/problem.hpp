#pragma once

#include <string_view>

namespace attention {

// Why a request is refused. The sentence a reader sees is made elsewhere, from these parts.
enum class ProblemCode {
  none,
  not_a_number,    // NaN where a number is needed
  not_whole,       // a size, seed count or window with a fraction
  out_of_range,    // a number outside [lowest, highest]
  not_finite,      // an infinity or NaN in q, or in a key or value that every row sees
  unknown_choice,  // a rule, mask, softmax, precision or algorithm that does not exist
  not_even,        // a width that is rotated in pairs
  wrong_length,    // a list with `given` entries where `highest` are needed
  too_large,       // would need more than kMemoryLimit bytes: `given` bytes against `highest`
  out_of_memory,   // the system has no memory left for it
};

// Names as they are written in the public interface.
constexpr std::string_view name(ProblemCode code) {
  switch (code) {
    case ProblemCode::none:
      return "none";
    case ProblemCode::not_a_number:
      return "not-a-number";
    case ProblemCode::not_whole:
      return "not-whole";
    case ProblemCode::out_of_range:
      return "out-of-range";
    case ProblemCode::not_finite:
      return "not-finite";
    case ProblemCode::unknown_choice:
      return "unknown-choice";
    case ProblemCode::not_even:
      return "not-even";
    case ProblemCode::wrong_length:
      return "wrong-length";
    case ProblemCode::too_large:
      return "too-large";
    case ProblemCode::out_of_memory:
      return "out-of-memory";
  }
  return "none";
}

// `field` is the option's public name ("n", "dK", "scale", "q", ...), a string literal. `given`, `lowest` and `highest`
// are set where they mean something and 0 otherwise; for not_finite `given` is the position in the flat array.
struct Problem {
  ProblemCode code = ProblemCode::none;
  std::string_view field;
  double given = 0;
  double lowest = 0;
  double highest = 0;

  explicit operator bool() const { return code != ProblemCode::none; }
};

}  // namespace attention
