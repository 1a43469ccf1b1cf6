/**
 * The multiply-add ceiling of a thread: twelve sums in registers and nothing else, as a WebAssembly module made by hand.
 * f(steps, x) does steps x 12 multiply-adds of four float32 numbers.
 */

const sums = 12;
const [f32, i32, v128] = [0x7d, 0x7f, 0x7b];
const op = {
  relaxedMultiplyAdd: [0xfd, 0x85, 0x02],
  multiply: [0xfd, 0xe6, 0x01],
  add: [0xfd, 0xe4, 0x01],
  splat: [0xfd, 0x13],
  firstLane: [0xfd, 0x1f, 0],
};

/** @param {number} value */
const get = (value) => [0x20, value];
/** @param {number} value */
const set = (value) => [0x21, value];
/** @param {number} id @param {number[]} body */
const section = (id, body) => [id, ...size(body.length), ...body];
/** @param {number} value */
const size = (value) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** @param {'relaxed' | 'simd'} variant */
export function ceilingModule(variant) {
  const [steps, x, first] = [0, 1, 2];
  const factor = first + sums;
  const term = factor + 1;
  const accumulators = Array.from({ length: sums }, (_, i) => first + i);
  const step = variant === 'relaxed' ? op.relaxedMultiplyAdd : null;
  const code = [
    ...accumulators.flatMap((sum) => [...get(x), ...op.splat, ...set(sum)]),
    ...get(x), ...op.splat, ...set(factor),
    ...get(x), ...op.splat, ...set(term),
    0x03, 0x40, // loop
    ...accumulators.flatMap((sum) => [
      ...get(sum), ...get(factor), ...(step ? [...get(term), ...step] : [...op.multiply, ...get(term), ...op.add]), ...set(sum),
    ]),
    ...get(steps), 0x41, 0x01, 0x6b, 0x22, steps, // steps - 1
    0x0d, 0x00, 0x0b, // back unless it is 0
    ...get(first),
    ...accumulators.slice(1).flatMap((sum) => [...get(sum), ...op.add]),
    ...op.firstLane, 0x0b,
  ];
  const body = [1, sums + 2, v128, ...code];
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 2, i32, f32, 1, f32]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, ...size(body.length), ...body]),
  ]);
}

/** Floating-point operations of f(steps). @param {number} steps */
export const ceilingOperations = (steps) => steps * sums * 4 * 2;
