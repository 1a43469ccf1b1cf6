import { AttentionError } from '../engine/attention-error.js';

/** Byte counts are whole numbers; a product that a double cannot hold exactly is refused, not rounded. */

/** @param {number[]} factors safe integers */
export function exactProduct(...factors) {
  return exactNumber(factors.reduce((product, factor) => product * whole(factor), 1n));
}

/** @param {number[]} terms safe integers */
export function exactSum(...terms) {
  return exactNumber(terms.reduce((sum, term) => sum + whole(term), 0n));
}

/** @param {number} value */
function whole(value) {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new AttentionError('not-a-size', { field: 'bytes', given: value });
  return BigInt(value);
}

/** @param {bigint} value */
function exactNumber(value) {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new AttentionError('too-many-bytes', { field: 'bytes', given: value });
  return Number(value);
}

/** The next multiple of `step` that is not smaller. @param {number} value @param {number} step */
export function padTo(value, step) {
  return Math.ceil(value / step) * step;
}
