#pragma once

#include <numbers>

#include "attention/simd.hpp"

namespace attention {

// The exponential of a softmax's x <= 0: b^x with the base b whose logarithm it is quickest to take, so logits carry
// the factor kExponentialUnit = 1 / ln b. b^0 is exactly 1, b^-inf exactly 0; NaN stays NaN. To be made before a loop
// and called in it.
template <class T>
class Exponential;

template <class T>
inline constexpr T kExponentialUnit = sizeof(T) == sizeof(float) ? std::numbers::log2e_v<T> : T(1);

// b = 2. Relative error at most 2.5e-7; below 2^-126, the smallest normal number, exactly 0.
//
// x = steps + rest, a whole number and |rest| <= 1/2. 2^rest is the polynomial of degree 5 that has the smallest
// largest relative error among those with value 1 at 0.
template <>
class Exponential<float> {
 public:
  Batch<float> operator()(Batch<float> x) const {
    // Adding 1.5 * 2^23 rounds to a whole number and leaves that in the low bits of the mantissa.
    const Batch<float> steps = x + rounder_;
    const Batch<float> rest = x - (steps - rounder_);
    Batch<float> power = multiply_add_relaxed(c5_, rest, c4_);
    power = multiply_add_relaxed(power, rest, c3_);
    power = multiply_add_relaxed(power, rest, c2_);
    power = multiply_add_relaxed(power, rest, c1_);
    power = multiply_add_relaxed(power, rest, c0_);
    return select(x < lowest_, Batch<float>(0.0f), times_power_of_two(power, steps));
  }

 private:
  Batch<float> rounder_ = keep_in_register(12582912.0f);
  Batch<float> lowest_ = keep_in_register(-126.0f);
  Batch<float> c5_ = keep_in_register(0x1.5bba14p-10f);
  Batch<float> c4_ = keep_in_register(0x1.3cea88p-7f);
  Batch<float> c3_ = keep_in_register(0x1.c6b750p-5f);
  Batch<float> c2_ = keep_in_register(0x1.ebf9bep-3f);
  Batch<float> c1_ = keep_in_register(0x1.62e42ap-1f);
  Batch<float> c0_ = keep_in_register(1.0f);
};

// b = e, within 3 units in the last place; below e^-708, about the smallest normal number, exactly 0.
template <>
class Exponential<double> {
 public:
  Batch<double> operator()(Batch<double> x) const {
    const Batch<double> zero(0.0);
    const auto in_range = x >= Batch<double>(-708.0);
    const Batch<double> power = exp(select(in_range, x, zero));
    return select(in_range, power, select(x == x, zero, x));  // NOLINT(misc-redundant-expression): NaN is not
  }
};

}  // namespace attention
