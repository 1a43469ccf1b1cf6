import { refused } from '../wrong.js';

/**
 * A copy of a view of the module's memory, which may move with the next call.
 *
 * @param {Float64Array | null} view
 */
export const copy = (view) => (view ?? outOfMemory('n')).slice();

/** Numbers read one after another. The arrays of a copy share one buffer, so that all move between threads at once. */
export class Block {
  #at = 0;
  #numbers;

  /** @param {Float64Array} numbers */
  constructor(numbers) {
    this.#numbers = numbers;
  }

  number() {
    return this.#numbers[this.#at++];
  }

  /** @param {number} count */
  array(count) {
    const { buffer, byteOffset } = this.#numbers;
    const array = new Float64Array(buffer, byteOffset + this.#at * 8, count); // subarray takes several times as long
    this.#at += count;
    return array;
  }

  /** @param {number} count */
  counts(count) {
    const counts = new Uint32Array(count);
    for (let i = 0; i < count; ++i) counts[i] = this.number();
    return counts;
  }

  /** @param {number} count */
  definedOnes(count) {
    const values = new Array(count);
    for (let i = 0; i < count; ++i) values[i] = defined(this.number());
    return values;
  }
}

/** The module says "undefined" by NaN; callers read null. */
export const defined = (/** @type {number} */ value) => (Number.isNaN(value) ? null : value);

/** @param {string} field @returns {never} */
export function outOfMemory(field) {
  throw refused({ code: 'out-of-memory', field, given: 0, lowest: 0, highest: 0 });
}
