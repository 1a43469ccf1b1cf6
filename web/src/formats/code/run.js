import { effective } from '../../state/parameters.js';

/**
 * What the writers of code share: the words of the first lines, numbers and rules as Python writes them.
 *
 * @typedef {import('../../state/parameters.js').Values} Values
 * @typedef {import('../../state/parameters.js').Rule} Rule
 * @typedef {'f64' | 'f32' | 'f16' | 'bf16'} Precision
 *
 * One figure in one language: the page's values, its version, and what the figure shows.
 * @typedef {(values: Values, version: string, data?: any) => string} Writer
 */

/** The sizes of one run, with what is left empty filled in. @param {Values} values */
export const sizesOf = (values) => ({ n: values.n, keys: effective(values, 'keys'), dK: values.dk, dV: effective(values, 'dv') });

/** Rows of weights are printed while they can be read at a glance. */
export const printsWeights = (/** @type {number} */ keys) => keys <= 16;

/** The first lines of every snippet, after its comment sign. @param {string} version @param {string} about @param {string} needs @param {string[]} more */
export const preface = (version, about, needs, ...more) => [`Attention Lab ${version}: ${about}.`, `Needs ${needs}. Prints the numbers that the page has for these rules.`, ...more];

/** @param {Values} values */
export const aboutRun = (values) => {
  const { n, keys, dK } = sizesOf(values);
  return `${n} queries, ${keys} keys, d_k = ${dK}, seed ${values.seed}, ${values.precision}`;
};

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

/** The name under which a configuration is printed. @param {import('../../state/parameters.js').AnyRule} rule */
export const ruleName = (rule) => (typeof rule === 'number' ? `factor ${rule}` : rule);

/** The rules as a dictionary: of factors, or of functions of d_k where widths differ. @param {readonly Rule[]} rules @param {{ ofWidth?: boolean }} [options] */
export const pythonRules = (rules, { ofWidth = false } = {}) => [
  'rules = {',
  ...rules.map((rule) => `    "${ruleName(rule)}": ${ofWidth ? 'lambda d_k: ' : ''}${pythonFactor(rule)},`),
  '}',
];

/** Whether they follow one another. @param {readonly (number | bigint)[]} seeds */
export const isRun = (seeds) => seeds.length > 2 && seeds.every((seed, at) => BigInt(seed) === BigInt(seeds[0]) + BigInt(at));

/** @param {readonly (number | bigint)[]} seeds */
export const pythonSeeds = (seeds) => (isRun(seeds) ? `range(${seeds[0]}, ${BigInt(seeds[0]) + BigInt(seeds.length)})` : `[${seeds.join(', ')}]`);

/** Two empty lines before what is defined, as Python's style guide has it. @param {string[][]} definitions */
export const defined = (...definitions) => definitions.filter(({ length }) => length > 0).flatMap((lines) => ['', '', ...lines]);
