#pragma once

#include <cstddef>
#include <string_view>

namespace attention {

// What went wrong in a row. Such a row has weights, output and statistics 0 and is left out of all means.
enum class EventCode {
  overflow,      // a result beyond the largest number of the precision
  underflow,     // softmax without subtracting the maximum: every exponential is 0, so 0/0
  not_finite,    // the row sees a key or value that holds NaN or an infinity
  fully_masked,  // the row sees no key
};

enum class Stage { input, logits, scaling, mask, softmax, output };

// `key` for an event that belongs to the row as a whole.
inline constexpr std::size_t kNoKey = static_cast<std::size_t>(-1);

// At most one per row: the first stage that failed, and the first key at which it did (for Stage::output: kNoKey).
struct Event {
  EventCode code;
  Stage stage;
  std::size_t row;
  std::size_t key;
};

// Names as they are written in the public interface.
constexpr std::string_view name(EventCode code) {
  switch (code) {
    case EventCode::overflow:
      return "overflow";
    case EventCode::underflow:
      return "underflow";
    case EventCode::not_finite:
      return "not-finite";
    case EventCode::fully_masked:
      return "fully-masked";
  }
  return "";
}

constexpr std::string_view name(Stage stage) {
  switch (stage) {
    case Stage::input:
      return "input";
    case Stage::logits:
      return "logits";
    case Stage::scaling:
      return "scaling";
    case Stage::mask:
      return "mask";
    case Stage::softmax:
      return "softmax";
    case Stage::output:
      return "output";
  }
  return "";
}

}  // namespace attention
