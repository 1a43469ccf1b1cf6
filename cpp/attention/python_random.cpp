#include "attention/python_random.hpp"

#include <algorithm>
#include <array>

#include "attention/normal_pairs.hpp"
#include "attention/simd.hpp"

namespace attention {
namespace {

constexpr std::size_t kMiddle = 397;

// The state after init_genrand(19650218), from which every seeding by array starts.
template <std::size_t kWords>
constexpr std::array<std::uint32_t, kWords> start_state() {
  std::array<std::uint32_t, kWords> state{};
  state[0] = 19650218u;
  for (std::uint32_t i = 1; i < kWords; ++i) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  return state;
}

std::uint32_t twist(std::uint32_t upper, std::uint32_t lower) {
  const std::uint32_t mixed = (upper & 0x80000000u) | (lower & 0x7FFFFFFFu);
  return (mixed >> 1) ^ ((0u - (lower & 1u)) & 0x9908B0DFu);
}

std::uint32_t temper(std::uint32_t word) {
  word ^= word >> 11;
  word ^= (word << 7) & 0x9D2C5680u;
  word ^= (word << 15) & 0xEFC60000u;
  return word ^ (word >> 18);
}

// 53 random bits as a fraction.
double fraction(std::uint32_t first, std::uint32_t second) {
  return (static_cast<double>(first >> 5) * 67108864.0 + static_cast<double>(second >> 6)) * 0x1p-53;
}

}  // namespace

void PythonRandom::seed(std::span<const std::uint32_t> seed) {
  static constexpr auto kStart = start_state<kWords>();
  static constexpr std::uint32_t kZero[1] = {0};
  if (seed.empty()) seed = kZero;
  std::copy(kStart.begin(), kStart.end(), state_);
  std::size_t i = 1;
  std::size_t j = 0;
  const auto previous = [&] { return state_[i - 1] ^ (state_[i - 1] >> 30); };
  const auto advance = [&] {
    if (++i < kWords) return;
    state_[0] = state_[kWords - 1];
    i = 1;
  };
  for (std::size_t step = std::max(kWords, seed.size()); step > 0; --step) {
    state_[i] = (state_[i] ^ (previous() * 1664525u)) + seed[j] + static_cast<std::uint32_t>(j);
    advance();
    if (++j == seed.size()) j = 0;
  }
  for (std::size_t step = kWords - 1; step > 0; --step) {
    state_[i] = (state_[i] ^ (previous() * 1566083941u)) - static_cast<std::uint32_t>(i);
    advance();
  }
  state_[0] = 0x80000000u;
  next_ = kWords;
  has_kept_sine_ = false;
}

void PythonRandom::refill() {
  // Two loops without a remainder operation, each of them free of dependences a vector's length apart.
  for (std::size_t i = 0; i < kWords - kMiddle; ++i) state_[i] = state_[i + kMiddle] ^ twist(state_[i], state_[i + 1]);
  for (std::size_t i = kWords - kMiddle; i < kWords - 1; ++i) {
    state_[i] = state_[i + kMiddle - kWords] ^ twist(state_[i], state_[i + 1]);
  }
  state_[kWords - 1] = state_[kMiddle - 1] ^ twist(state_[kWords - 1], state_[0]);
  next_ = 0;
}

void PythonRandom::tempered_words(std::uint32_t* out, std::size_t count) {
  while (count > 0) {
    if (next_ == kWords) refill();
    const std::size_t chunk = std::min(count, kWords - next_);
    for (std::size_t i = 0; i < chunk; ++i) out[i] = temper(state_[next_ + i]);
    next_ += chunk;
    out += chunk;
    count -= chunk;
  }
}

std::uint32_t PythonRandom::word() {
  if (next_ == kWords) refill();
  return temper(state_[next_++]);
}

double PythonRandom::random() {
  const std::uint32_t first = word();
  return fraction(first, word());
}

double PythonRandom::gauss() {
  double number;
  fill_gauss({&number, 1});
  return number;
}

void PythonRandom::fill_gauss(std::span<double> out) {
  if (has_kept_sine_ && !out.empty()) {
    out[0] = kept_sine_;
    has_kept_sine_ = false;
    out = out.subspan(1);
  }
  alignas(kAlignment) std::uint32_t words[4 * kNormalPairs];
  alignas(kAlignment) double first[kNormalPairs] = {};
  alignas(kAlignment) double second[kNormalPairs] = {};
  alignas(kAlignment) double normal[2 * kNormalPairs];
  while (!out.empty()) {
    const std::size_t pairs = std::min(kNormalPairs, (out.size() + 1) / 2);
    tempered_words(words, 4 * pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
      first[i] = fraction(words[4 * i], words[4 * i + 1]);
      second[i] = fraction(words[4 * i + 2], words[4 * i + 3]);
    }
    normal_pairs(first, second, normal);
    const std::size_t count = std::min(out.size(), 2 * pairs);
    std::copy(normal, normal + count, out.data());
    if (count < 2 * pairs) {
      kept_sine_ = normal[count];
      has_kept_sine_ = true;
    }
    out = out.subspan(count);
  }
}

}  // namespace attention
