import { AttentionError } from '../engine/attention-error.js';
import { elementTypes } from './element-types.js';

/**
 * A named array in a file. `read` fetches elements in row-major order, whatever the order in the file, and no more of
 * the file than it needs.
 * @typedef {{
 *   name: string,
 *   shape: number[],
 *   dtype: string,
 *   labels?: string[],
 *   read: (start?: number, count?: number) => Promise<Float64Array>,
 * }} Tensor
 *
 * What every reader answers. `metadata` holds what the file says beside numbers (strings, as they stand).
 * @typedef {{ format: string, tensors: Tensor[], metadata: Record<string, string> }} FileContents
 */

/** The most elements read at once: 256 MiB as doubles, far beyond a head of 8,192 tokens. */
export const kMaxElements = 2 ** 25;

export const kMaxDimensions = 8;

/**
 * The number of elements of a shape, refused before it could lose precision.
 * @param {number[]} shape @param {Record<string, unknown>} about
 */
export function elementCount(shape, about) {
  if (shape.length > kMaxDimensions) {
    throw new AttentionError('too-many-dimensions', { ...about, given: shape.length, allowed: kMaxDimensions });
  }
  let count = 1;
  for (const length of shape) {
    if (!Number.isSafeInteger(length) || length < 0) throw new AttentionError('bad-shape', { ...about, given: length });
    count *= length;
    if (!Number.isSafeInteger(count)) {
      throw new AttentionError('too-large', { ...about, given: shape.join(' x '), allowed: kMaxElements });
    }
  }
  return count;
}

/**
 * A tensor whose elements are already numbers.
 * @param {string} name @param {number[]} shape @param {ArrayLike<number>} values
 * @returns {Tensor}
 */
export function tensorOfNumbers(name, shape, values) {
  const total = values.length;
  return {
    name,
    shape,
    dtype: 'text',
    read: async (start = 0, count = total - start) => {
      const part = new Float64Array(count);
      for (let i = 0; i < count; i += 1) part[i] = values[start + i];
      return part;
    },
  };
}

/**
 * A tensor that lies in a file as raw elements.
 * @param {{
 *   name: string, shape: number[], dtype: string, littleEndian?: boolean, columnMajor?: boolean,
 *   blob: Blob, offset: number, about: Record<string, unknown>,
 * }} layout
 * @returns {Tensor}
 */
export function tensorInFile({ name, shape, dtype, littleEndian = true, columnMajor = false, blob, offset, about }) {
  const type = elementTypes[dtype];
  const total = elementCount(shape, about);

  /** @param {number} start @param {number} count */
  async function elements(start, count) {
    if (count > kMaxElements) throw new AttentionError('too-large', { ...about, given: count, allowed: kMaxElements });
    const from = offset + start * type.bytes;
    const view = new DataView(await blob.slice(from, from + count * type.bytes).arrayBuffer());
    // A Blob over a file on disk can come up short when the file changed meanwhile.
    if (view.byteLength !== count * type.bytes) {
      throw new AttentionError('truncated', { ...about, expected: count * type.bytes, given: view.byteLength });
    }
    const values = new Float64Array(count);
    for (let i = 0; i < count; i += 1) values[i] = type.read(view, i * type.bytes, littleEndian);
    return values;
  }

  /** @type {Promise<Float64Array> | null} Kept: any part of it in row-major order lies all over the file. */
  let whole = null;
  return {
    name,
    shape,
    dtype,
    async read(start = 0, count = total - start) {
      if (!columnMajor || shape.length < 2) return elements(start, count);
      whole ??= elements(0, total);
      const stored = await whole;
      const part = new Float64Array(count);
      for (let i = 0; i < count; i += 1) part[i] = stored[columnMajorIndex(start + i, shape)];
      return part;
    },
  };
}

/** Where the element with a row-major index lies when the first axis runs fastest. @param {number} index @param {number[]} shape */
function columnMajorIndex(index, shape) {
  let rest = index;
  let place = 0;
  for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
    place = place * shape[axis] + (rest % shape[axis]);
    rest = Math.floor(rest / shape[axis]);
  }
  return place;
}
