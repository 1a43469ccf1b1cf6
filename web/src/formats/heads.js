import { AttentionError } from '../engine/attention-error.js';

/** @import { Tensor } from './tensor.js' */

/**
 * Queries, keys and values of one layer as found in files; `label` is what their names have in common.
 * @typedef {{ label: string, q: Tensor, k: Tensor, v: Tensor | null, mask: Tensor | null }} HeadSet
 *
 * How tensors divide into heads. Queries of head h use the keys and values of head floor(h / (heads / keyHeads)).
 * @typedef {{
 *   heads: number, keyHeads: number, batches: number, n: number, keys: number, dK: number, dV: number,
 *   read: (head: number) => Promise<{ q: Float64Array, k: Float64Array, v: Float64Array | null }>,
 * }} HeadPlan
 */

const roleWords = new Map([
  ['q', 'q'], ['query', 'q'], ['queries', 'q'],
  ['k', 'k'], ['key', 'k'], ['keys', 'k'],
  ['v', 'v'], ['value', 'v'], ['values', 'v'],
  ['mask', 'mask'],
]);

/** A projection's weights are named like what they project, but are no queries or keys. */
const parameterWords = new Set(['weight', 'weights', 'bias']);

/**
 * What a tensor's name says it is, and the rest of the name.
 * @param {string} name @returns {{ role: string, label: string } | null}
 */
export function roleOf(name) {
  const words = [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)];
  if (words.some(([word]) => parameterWords.has(word.toLowerCase()))) return null;
  const found = words.findLast(([word]) => roleWords.has(word.toLowerCase()));
  if (found === undefined) return null;
  const label = (name.slice(0, found.index) + name.slice(found.index + found[0].length)).replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  return { role: /** @type {string} */ (roleWords.get(found[0].toLowerCase())), label };
}

/** Every layer whose queries and keys the names tell apart, in the order of the files. @param {Tensor[]} tensors @returns {HeadSet[]} */
export function findHeadSets(tensors) {
  /** @type {Map<string, Record<string, Tensor>>} */
  const groups = new Map();
  for (const tensor of tensors) {
    const found = roleOf(tensor.name);
    if (found === null) continue;
    const group = groups.get(found.label) ?? {};
    group[found.role] ??= tensor;
    groups.set(found.label, group);
  }
  return [...groups].filter(([, { q, k }]) => q && k).map(([label, { q, k, v = null, mask = null }]) => ({ label, q, k, v, mask }));
}

/**
 * Shapes [n, d], [heads, n, d] and [batch, heads, n, d]; [n, heads * d] when the number of heads is given.
 * @param {{ q: Tensor, k: Tensor, v?: Tensor | null }} set
 * @param {{ heads?: number, batch?: number }} [options]
 * @returns {HeadPlan}
 */
export function planHeads({ q, k, v = null }, { heads: headCount = 1, batch = 0 } = {}) {
  const queries = divide(q, headCount);
  const keys = divide(k, k.shape.length > 2 ? 1 : headsOfWidth(k, queries.width));
  const values = v === null ? null : divide(v, v.shape.length > 2 ? 1 : keys.heads);

  refuseUnequal('d_k', k, keys.width, queries.width);
  refuseUnequal('batch', k, keys.batches, queries.batches);
  if (queries.heads % keys.heads !== 0) {
    throw new AttentionError('head-groups', { field: k.name, given: keys.heads, expected: queries.heads });
  }
  if (v !== null && values !== null) {
    refuseUnequal('heads', v, values.heads, keys.heads);
    refuseUnequal('keys', v, values.rows, keys.rows);
    refuseUnequal('batch', v, values.batches, keys.batches);
  }
  if (!Number.isInteger(batch) || batch < 0 || batch >= queries.batches) {
    throw new AttentionError('out-of-range', { field: 'batch', given: batch, minimum: 0, maximum: queries.batches - 1 });
  }

  const group = queries.heads / keys.heads;
  return {
    heads: queries.heads,
    keyHeads: keys.heads,
    batches: queries.batches,
    n: queries.rows,
    keys: keys.rows,
    dK: queries.width,
    dV: values?.width ?? queries.width,
    async read(head) {
      const keyHead = Math.floor(head / group);
      const [qRows, kRows, vRows] = await Promise.all([
        queries.read(batch, head), keys.read(batch, keyHead), values?.read(batch, keyHead) ?? null,
      ]);
      return { q: qRows, k: kRows, v: vRows };
    },
  };
}

/** How many heads of a width lie side by side in a matrix. @param {Tensor} tensor @param {number} width */
function headsOfWidth(tensor, width) {
  const total = tensor.shape.at(-1) ?? 0;
  return total % width === 0 && total > 0 ? total / width : 1;
}

/**
 * One tensor as [batches][heads][rows, width].
 * @param {Tensor} tensor @param {number} sideBySide heads next to each other in the rows of a matrix
 */
function divide(tensor, sideBySide) {
  const { name, shape } = tensor;
  const shown = `[${shape.join(', ')}]`;
  if (shape.length < 2 || shape.length > 4) throw new AttentionError('axes-needed', { field: name, given: shown });
  if (shape.includes(0)) throw new AttentionError('no-numbers', { field: name, given: shown });
  const [lastRows, lastWidth] = shape.slice(-2);
  if (shape.length > 2) {
    const heads = shape[shape.length - 3];
    const size = lastRows * lastWidth;
    /** @param {number} batch @param {number} head */
    const read = async (batch, head) => (
      allFinite(await tensor.read((batch * heads + head) * size, size), name, [...[batch].slice(0, shape.length - 3), head], lastWidth)
    );
    return { batches: shape.length === 4 ? shape[0] : 1, heads, rows: lastRows, width: lastWidth, read };
  }

  if (!Number.isInteger(sideBySide) || sideBySide < 1 || lastWidth % sideBySide !== 0) {
    throw new AttentionError('head-count', { field: name, given: sideBySide, expected: lastWidth });
  }
  const width = lastWidth / sideBySide;
  /** @type {Promise<Float64Array> | null} */
  let whole = null;
  /** @param {number} batch @param {number} head */
  const read = async (batch, head) => {
    whole ??= tensor.read().then((values) => allFinite(values, name, [], lastWidth));
    const values = await whole;
    if (sideBySide === 1) return values;
    const rows = new Float64Array(lastRows * width);
    for (let i = 0; i < lastRows; i += 1) {
      const start = i * lastWidth + head * width;
      rows.set(values.subarray(start, start + width), i * width);
    }
    return rows;
  };
  return { batches: 1, heads: sideBySide, rows: lastRows, width, read };
}

/** @param {Float64Array} values @param {string} name @param {number[]} before indices of the part read @param {number} width */
function allFinite(values, name, before, width) {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return values;
  const place = [...before, Math.floor(at / width), at % width].map((index) => `[${index}]`).join('');
  throw new AttentionError('not-finite', { field: name, place: name + place, given: String(values[at]) });
}

/** @param {string} what @param {Tensor} tensor @param {number} given @param {number} expected */
function refuseUnequal(what, tensor, given, expected) {
  if (given !== expected) throw new AttentionError('sizes-differ', { field: tensor.name, what, given, expected });
}
