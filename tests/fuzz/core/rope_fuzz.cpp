// Frequencies of every RoPE variant, and rows turned by them.
#include <cmath>

#include "attention/matrix.hpp"
#include "attention/rope/frequencies.hpp"
#include "attention/rope/rotate.hpp"
#include "expect.hpp"
#include "given.hpp"

namespace {

using namespace attention;

template <class T>
void turn(const RopeFrequencies& frequencies, PairLayout layout, double position, Given& given) {
  Rotator<T> rotator;
  expect(!rotator.prepare(frequencies, layout), "there is memory enough");
  Matrix<T> row;
  expect(row.reshape(1, frequencies.head_dim), "there is memory enough");
  row.fill(0);
  long double before = 0, after = 0;
  for (std::size_t i = 0; i < row.columns(); ++i) {
    row.row(0)[i] = static_cast<T>(static_cast<double>(given.below(255)) - 127);
    if (i < frequencies.rotary_dim) before += static_cast<long double>(row.row(0)[i]) * row.row(0)[i];
  }
  rotator.set_position(position);
  rotator.rotate(row.row(0));
  for (std::size_t i = 0; i < frequencies.rotary_dim; ++i)
    after += static_cast<long double>(row.row(0)[i]) * row.row(0)[i];
  const long double length = std::sqrt(before) * std::fabs(static_cast<long double>(frequencies.attention_factor));
  if (length > std::numeric_limits<T>::max() / 4 ||
      std::fabs(frequencies.attention_factor) < std::numeric_limits<T>::min())
    return;
  for (const double frequency : frequencies.inv_freq) {
    if (!std::isfinite(frequency * position)) return;
  }
  expect(std::fabs(std::sqrt(after) - length) <=
             64 * std::numeric_limits<T>::epsilon() * length + std::numeric_limits<T>::min(),
         "turning keeps a row's length, but for the attention factor");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static RopeFrequencies frequencies;
  Given given(bytes, size);
  const double head_dim = given.below(8) == 0 ? given.size(24, 4000) : static_cast<double>(2 + 2 * given.below(40));
  const RopeRequest request = given.rope(head_dim);
  if (const Problem problem = rope_frequencies(request, frequencies)) {
    expect_refusal(problem);
    return 0;
  }
  expect(frequencies.inv_freq.size() == frequencies.rotary_dim / 2 && frequencies.rotary_dim <= frequencies.head_dim,
         "a frequency for each pair");
  for (const double frequency : frequencies.inv_freq) expect(std::isfinite(frequency), "a frequency is a number");
  expect(std::isfinite(frequencies.attention_factor), "the attention factor is a number");
  const double position = given.near(5);
  if (!std::isfinite(position) || frequencies.head_dim > 4096) return 0;
  const PairLayout layout = given.flag() ? PairLayout::half : PairLayout::interleaved;
  turn<double>(frequencies, layout, position, given);
  turn<float>(frequencies, layout, position, given);
  return 0;
}
