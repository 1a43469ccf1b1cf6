#include "attention/narrow.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attention {

float round_to_f16(float x) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float magnitude = std::fabs(x);
  if (!(magnitude < kInfinity)) return x;
  if (magnitude >= 65520.0f) return std::copysign(kInfinity, x);  // halfway from 65504 to what would be 65536
  // Adding a power of two whose unit in the last place is that of x in the format makes float addition round there.
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(magnitude) & 0x7F800000u;
  const float least = 0x1p-14f;  // below the smallest normal number the unit stays at 2^-24
  const float power = std::fmax(std::bit_cast<float>(exponent), least);
  const float shift = power * 0x1p13f;
  return std::copysign((magnitude + shift) - shift, x);
}

float round_to_bf16(float x) {
  if (std::isnan(x)) return x;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t half = 0x7FFFu + ((bits >> 16) & 1u);  // just below half a unit, or half when the last bit is odd
  return std::bit_cast<float>((bits + half) & 0xFFFF0000u);
}

}  // namespace attention
