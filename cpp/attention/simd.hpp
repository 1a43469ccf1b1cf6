#pragma once

// The only file that includes xsimd. Kernels are written against these few names, for float and double and for any
// number of lanes: 128 bits in WebAssembly, 128 or more in native builds.
//
// Nothing here contracts a*b + c into one rounding, except multiply_add_relaxed, which only the float32 kernels that
// `cost` times may use: everything else has the same bits in both WebAssembly modules.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <xsimd/xsimd.hpp>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace attention {

template <class T>
using Batch = xsimd::batch<T>;

template <class T>
inline constexpr std::size_t kLanes = Batch<T>::size;

// Every owned buffer starts on this boundary, enough for the widest batch.
inline constexpr std::size_t kAlignment = 64;

// The smallest multiple of the lane count that is not below `count`. Rows have this length, so no kernel has a tail.
template <class T>
constexpr std::size_t padded(std::size_t count) {
  return (count + kLanes<T> - 1) / kLanes<T> * kLanes<T>;
}

// `source` and `target` are batch-aligned: a whole number of batches from the start of an owned row.
template <class T>
Batch<T> load(const T* source) {
  return Batch<T>::load_aligned(source);
}

template <class T>
void store(T* target, Batch<T> value) {
  value.store_aligned(target);
}

template <class T>
Batch<T> load_unaligned(const T* source) {
  return Batch<T>::load_unaligned(source);
}

template <class T>
void store_unaligned(T* target, Batch<T> value) {
  value.store_unaligned(target);
}

template <class T>
Batch<T> splat(T value) {
  return Batch<T>(value);
}

// a*b + c with two roundings, in every build.
template <class T>
Batch<T> multiply_add(Batch<T> a, Batch<T> b, Batch<T> c) {
  return a * b + c;
}

// a*b + c with one rounding or two, whichever the machine does faster. Float32 algorithm kernels only.
template <class T>
Batch<T> multiply_add_relaxed(Batch<T> a, Batch<T> b, Batch<T> c) {
#if defined(__wasm_relaxed_simd__)
  if constexpr (sizeof(T) == sizeof(float)) return wasm_f32x4_relaxed_madd(a, b, c);
#endif
  return a * b + c;
}

// Whether multiply_add_relaxed is one instruction, which needs no register for the product.
template <class T>
inline constexpr bool kFusedMultiplyAdd = false;
#if defined(__wasm_relaxed_simd__)
template <>
inline constexpr bool kFusedMultiplyAdd<float> = true;
#endif

// Every lane holds the number at `source`, which needs no alignment.
template <class T>
Batch<T> load_splat(const T* source) {
  return Batch<T>(*source);
}

// A constant for a loop to keep in a register. V8 builds a constant it knows anew at every use, which takes three
// instructions, so it must not know this one.
template <class T>
Batch<T> keep_in_register(T constant) {
  volatile T hidden = constant;
  return Batch<T>(hidden);
}

// value * 2^i, where i is the whole number in the low bits of the mantissa of `steps`. Only exponent bits change.
inline Batch<float> times_power_of_two(Batch<float> value, Batch<float> steps) {
  return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(value) +
                                    (xsimd::bitwise_cast<std::int32_t>(steps) << 23));
}

template <class T>
bool any(xsimd::batch_bool<T> condition) {
  return xsimd::any(condition);
}

// rows[i] lane j <-> rows[j] lane i.
template <class T>
void transpose(Batch<T> (&rows)[kLanes<T>]) {
#if defined(__wasm_simd128__)
  if constexpr (sizeof(T) == sizeof(float)) {
    const v128_t low_01 = wasm_i32x4_shuffle(rows[0], rows[1], 0, 4, 1, 5);
    const v128_t low_23 = wasm_i32x4_shuffle(rows[2], rows[3], 0, 4, 1, 5);
    const v128_t high_01 = wasm_i32x4_shuffle(rows[0], rows[1], 2, 6, 3, 7);
    const v128_t high_23 = wasm_i32x4_shuffle(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = Batch<T>(wasm_i64x2_shuffle(low_01, low_23, 0, 2));
    rows[1] = Batch<T>(wasm_i64x2_shuffle(low_01, low_23, 1, 3));
    rows[2] = Batch<T>(wasm_i64x2_shuffle(high_01, high_23, 0, 2));
    rows[3] = Batch<T>(wasm_i64x2_shuffle(high_01, high_23, 1, 3));
    return;
  }
#endif
  xsimd::transpose(rows, rows + kLanes<T>);
}

// Sum of the lanes, in halves: (x0 + x2) + (x1 + x3). The order is part of the contract: it makes results repeatable.
template <class T>
T lane_sum(Batch<T> value) {
  alignas(kAlignment) T lanes[kLanes<T>];
  value.store_aligned(lanes);
  for (std::size_t half = kLanes<T> / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

template <class T>
T first_lane(Batch<T> value) {
  alignas(kAlignment) T lanes[kLanes<T>];
  value.store_aligned(lanes);
  return lanes[0];
}

// Largest lane. Undefined with NaN among the lanes.
template <class T>
T lane_max(Batch<T> value) {
  return xsimd::reduce_max(value);
}

// Elementwise e^x, within 3 units in the last place; overflows and underflows where e^x does in T.
// xsimd's own stops short of both ends, so there it is taken as the square of e^(x/2).
template <class T>
Batch<T> exp(Batch<T> x) {
  const auto is_far = xsimd::abs(x) > Batch<T>(sizeof(T) == sizeof(float) ? T(87) : T(708));
  const auto power = xsimd::exp(xsimd::select(is_far, x * Batch<T>(T(0.5)), x));
  return xsimd::select(is_far, power * power, power);
}

// Elementwise natural logarithm of a normal number, within 2 units in the last place.
template <class T>
Batch<T> log(Batch<T> x) {
  return xsimd::log(x);
}

template <class T>
Batch<T> sqrt(Batch<T> x) {
  return xsimd::sqrt(x);
}

// {sin x, cos x}, within 2 units in the last place. For double only: float angles are too coarse for long contexts, and
// the float sin of some xsimd releases keeps older compilers busy for ever.
inline std::pair<Batch<double>, Batch<double>> sincos(Batch<double> x) { return xsimd::sincos(x); }

// To the nearest whole number.
template <class T>
Batch<T> nearest(Batch<T> x) {
  return xsimd::nearbyint(x);
}

template <class T>
Batch<T> abs(Batch<T> x) {
  return xsimd::abs(x);
}

template <class T>
Batch<T> max(Batch<T> a, Batch<T> b) {
  return xsimd::max(a, b);
}

// Lane by lane: condition ? a : b, where the condition is a comparison of batches.
template <class T>
Batch<T> select(xsimd::batch_bool<T> condition, Batch<T> a, Batch<T> b) {
  return xsimd::select(condition, a, b);
}

}  // namespace attention
