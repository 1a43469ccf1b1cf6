import { effective } from '../state/parameters.js';

/**
 * One run of the page as the code exporters need it: the data by their seed and the configurations computed on them.
 * @typedef {'none' | 'sqrt' | 'linear' | number} Rule
 * @typedef {{
 *   version: string, n: number, keys: number, dK: number, dV: number, seed: number | bigint, rules: readonly Rule[],
 *   temperature: number, mask: 'none' | 'causal' | 'window', window: number,
 *   softmax: 'stable' | 'naive', precision: 'f64' | 'f32' | 'f16' | 'bf16',
 * }} Run
 *
 * @param {import('../state/parameters.js').Values} values @param {string} version
 * @returns {Run}
 */
export function runOf(values, version) {
  const { n, dk, seed, scale, temperature, mask, window, softmax, precision } = values;
  return {
    version, n, keys: effective(values, 'keys'), dK: dk, dV: effective(values, 'dv'), seed, rules: scale,
    temperature, mask, window, softmax, precision,
  };
}

/** Rows of weights are printed while they can be read at a glance. */
export const printsWeights = (/** @type {Run} */ { keys }) => keys <= 16;

/** The first lines of every snippet, after its comment sign. @param {Run} run @param {string} needs */
export function preface(run, needs) {
  return [
    `Attention Lab ${run.version}: ${run.n} queries, ${run.keys} keys, d_k = ${run.dK}, seed ${run.seed}, ${run.precision}.`,
    `Needs ${needs}. Prints the numbers of the page.`,
  ];
}

/** What is multiplied onto the logits, in Python. @param {Rule} rule */
export function pythonFactor(rule) {
  if (rule === 'none') return '1.0';
  if (rule === 'sqrt') return '1 / math.sqrt(d_k)';
  return rule === 'linear' ? '1 / d_k' : `${pythonNumber(rule)}`;
}

/** A finite number as Python and C++ read it, always a float. @param {number} value */
export function pythonNumber(value) {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The name under which a configuration is printed. @param {Rule} rule */
export const ruleName = (rule) => (typeof rule === 'number' ? `factor ${rule}` : rule);

/** The keys a query sees, as a condition in Python on p and j. @param {Run} run */
export function pythonCondition({ mask, window }) {
  return mask === 'causal' ? 'j <= p' : `(j <= p) & (j > p - ${window})`;
}
