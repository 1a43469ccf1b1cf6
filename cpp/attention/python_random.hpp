#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace attention {

// The generator behind CPython's random.Random (3.2 and newer): MT19937, seeded from an integer by init_by_array.
// Source: Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998), and their mt19937ar; for random() and
// gauss() CPython's Modules/_randommodule.c and Lib/random.py.
//
//   random.Random(7).random()     0.32383276483316237  0.15084917392450192  0.6509344730398537
//   random.Random(7).gauss(0, 1)  -0.2558802884476004  0.511431512516514  -0.2260961647831047
class PythonRandom {
 public:
  // The absolute value of the seed as 32-bit words, least significant first; none means 0. Any number of words.
  explicit PythonRandom(std::span<const std::uint32_t> seed) { this->seed(seed); }
  void seed(std::span<const std::uint32_t> seed);

  // 32 bits, as getrandbits(32).
  std::uint32_t word();

  // A multiple of 2^-53 in [0, 1), equal to CPython's to the bit.
  double random();

  // Standard normal, by Box and Muller: of each pair the cosine comes first and the sine is kept for the next call.
  // Within 2 units in the last place of CPython's (math libraries differ there; 3 once in some ten million numbers),
  // equal after rounding to float32.
  double gauss();

  // The same numbers as out.size() calls of gauss(), to the bit, several at a time.
  void fill_gauss(std::span<double> out);

 private:
  static constexpr std::size_t kWords = 624;

  void refill();
  void tempered_words(std::uint32_t* out, std::size_t count);

  std::uint32_t state_[kWords];
  std::size_t next_ = kWords;
  double kept_sine_ = 0;
  bool has_kept_sine_ = false;
};

}  // namespace attention
