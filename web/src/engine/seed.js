import { wrong } from './wrong.js';

/**
 * A seed as CPython's generator takes it: its absolute value in 32-bit words, the lowest first; 0 is one word.
 *
 * @param {unknown} seed a safe integer or a BigInt of any size
 * @param {string} field
 * @returns {number[]}
 */
export function seedWords(seed, field) {
  if (typeof seed === 'bigint') {
    const digits = seed.toString(16).replace('-', '');
    const words = [];
    for (let end = digits.length; end > 0; end -= 8) words.push(parseInt(digits.slice(Math.max(0, end - 8), end), 16));
    return words;
  }
  if (typeof seed !== 'number' || Number.isNaN(seed)) throw wrong('not-a-number', field, seed, 'an integer');
  if (!Number.isSafeInteger(seed)) {
    throw wrong(Number.isInteger(seed) ? 'out-of-range' : 'not-whole', field, seed, 'an integer: a BigInt beyond 2^53');
  }
  const size = Math.abs(seed);
  const high = Math.floor(size / 2 ** 32);
  return high > 0 ? [size >>> 0, high] : [size >>> 0];
}
