import { AttentionError } from '../engine/attention-error.js';

/** @import { Tensor } from './tensor.js' */

/** Additive masks hide with a large negative number; -10000 is the smallest in use. */
const kHidden = -1e4;

/**
 * A mask from a file as the engine's own: which keys are left out for every query (padding), and which rule hides the
 * others. A mask that is neither is refused, since the figure would have to show something else.
 * @param {Tensor} tensor [keys], or [n, keys] after axes of length 1 @param {number} n @param {number} keys
 * @returns {Promise<{ mask: 'none' | 'causal' | { window: number }, keptKeys: number[] }>}
 */
export async function readHeadMask(tensor, n, keys) {
  const shape = tensor.shape.filter((length, axis) => axis >= tensor.shape.length - 2 || length !== 1);
  const rows = shape.length === 1 || (shape.length === 2 && shape[0] === 1 && n !== 1) ? 1 : n;
  if (shape.at(-1) !== keys || shape.length > 2 || (shape.length === 2 && shape[0] !== rows)) {
    const given = `[${tensor.shape.join(', ')}]`;
    throw new AttentionError('mask-shape', { field: tensor.name, given, expected: `[${n}, ${keys}]` });
  }
  const visible = toVisible(await tensor.read(), tensor.name, keys);
  const isVisible = (/** @type {number} */ i, /** @type {number} */ j) => visible[(rows === 1 ? 0 : i) * keys + j] === 1;

  const every = Array.from({ length: keys }, (_, j) => j);
  const everyRow = Array.from({ length: rows }, (_, i) => i);
  const padding = every.filter((j) => everyRow.some((i) => isVisible(i, j)));
  const matches = (/** @type {number[]} */ kept, /** @type {(p: number, j: number) => boolean} */ rule) => (
    Array.from({ length: n }, (_, i) => i).every((i) => (
      every.every((j) => isVisible(i, j) === (kept.includes(j) && rule(i + keys - n, j)))))
  );
  if (padding.length > 0 && matches(padding, () => true)) return { mask: 'none', keptKeys: padding };
  if (matches(every, (p, j) => j <= p)) return { mask: 'causal', keptKeys: every };
  const window = every.filter((j) => isVisible(n - 1, j)).length;
  if (window > 0 && matches(every, (p, j) => j <= p && j > p - window)) return { mask: { window }, keptKeys: every };
  throw new AttentionError('mask-pattern', { field: tensor.name });
}

/** 1 where a key is seen: from 0 and 1, or from 0 and large negative numbers. @param {Float64Array} values @param {string} name @param {number} keys */
function toVisible(values, name, keys) {
  const additive = values.some((value) => value < 0);
  return values.map((value, at) => {
    if (additive ? value === 0 : value === 1) return 1;
    if (additive ? value <= kHidden : value === 0) return 0;
    const place = `${name}[${Math.floor(at / keys)}][${at % keys}]`;
    throw new AttentionError('mask-value', { field: name, place, given: String(value) });
  });
}
