import { writeSafetensors } from './write-safetensors.js';

/** @typedef {{ q: Float64Array, k: Float64Array, v: Float64Array | null, n: number, keys: number, dK: number, dV: number }} Head */

/**
 * q, k and v of every head, as the page computed with them, for the exported code to read: the keys that a mask leaves
 * out are left out here too, and heads that share keys have each their own.
 * @param {{ name: string, heads: readonly unknown[], read: (head: number) => Promise<Head> }} data of the figure
 */
export async function dataFile({ name, heads, read }) {
  const all = /** @type {Head[]} */ ([]);
  for (let head = 0; head < heads.length; head += 1) all.push(await read(head));
  const [{ n, keys, dK, dV, v }] = all;
  const array = (/** @type {'q' | 'k' | 'v'} */ which, /** @type {number} */ rows, /** @type {number} */ columns) => ({
    name: which,
    shape: [heads.length, rows, columns],
    parts: all.map((head) => Float64Array.from(/** @type {Float64Array} */ (head[which]))),
  });
  return writeSafetensors([array('q', n, dK), array('k', keys, dK), ...(v ? [array('v', keys, dV)] : [])], { source: name });
}
