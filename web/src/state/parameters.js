/**
 * The one table of everything a reader can set: it drives the URL, the controls, the checks and the attributes of the
 * embedded element. `key` is the name everywhere; the label in words is the text `parameter.KEY`.
 *
 * @typedef {'none' | 'sqrt' | 'linear' | number} Rule
 * @typedef {Rule | string} AnyRule  also those of named-rules.js
 * @typedef {Object} Parameter
 * @property {string} key
 * @property {'integer' | 'number' | 'size' | 'seed' | 'integers' | 'choice' | 'choices' | 'rules' | 'text'} kind
 * @property {any} default
 * @property {number} [min]        smallest allowed value
 * @property {number} [max]        largest allowed value
 * @property {boolean} [optional]  may be empty (null): it then follows `follows`
 * @property {string} [follows]
 * @property {readonly string[]} [choices]
 * @property {boolean} [verbatim]  the choices are names that are the same in every language
 * @property {boolean} [named]     of rules: those of named-rules.js are allowed too
 * @property {boolean} [local]     stays on this machine: never read from an address nor written into one
 * @property {number} [count]      most entries of a list
 * @property {number} [length]     most characters of a text
 * @property {{ min: number, max: number, logarithmic?: boolean }} [slider]  range offered by the slider, inside min..max
 * @property {(values: Values) => boolean} [when]  whether the control makes sense for the other values
 *
 * @typedef {Record<string, any>} Values  one value per key of the table
 */

/** The presets of the figure `memory`; what they are is in memory/models.js, which is loaded with the figure. */
export const modelIds = Object.freeze([
  'gpt2', 'llama-2-7b', 'llama-3.1-8b', 'mistral-7b-v0.1', 'qwen2.5-7b-instruct', 'qwen2.5-7b-instruct+yarn', 'qwen3-8b',
  'gemma-2-9b', 'gemma-3-4b', 'phi-3-mini-128k', 'deepseek-v3', 'gpt-oss-20b', 'gemma-4-31b',
]);
const cacheTypes = Object.freeze(['f32', 'f16', 'bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl']);

export const figureIds = Object.freeze([
  'rows', 'variance', 'trend', 'collapse', 'gradient', 'overflow',
  'cost', 'memory', 'position', 'length', 'heads',
]);

/** What the page itself can compute from base, trained length and stretch; a model's own config may say more. */
const ropeTypes = Object.freeze(['default', 'linear', 'ntk-aware', 'dynamic', 'yarn', 'llama3']);

/** Settings of the page itself; the rest are settings of figures. */
const pageParameters = [
  { key: 'fig', kind: 'choice', default: 'rows', choices: figureIds },
  { key: 'lang', kind: 'choice', default: 'auto', choices: ['auto', 'fa', 'en'] },
  { key: 'theme', kind: 'choice', default: 'auto', choices: ['auto', 'light', 'dark'] },
  { key: 'ask', kind: 'text', default: '', length: 500 },
  { key: 'predict', kind: 'choice', default: 'off', choices: ['off', 'on'] },
];

/** Shared by the figures that draw q, k and v and attend. */
const runParameters = [
  { key: 'n', kind: 'integer', default: 8, min: 1, max: 1024, slider: { min: 1, max: 64 } },
  { key: 'keys', kind: 'integer', default: null, min: 1, max: 1024, optional: true, follows: 'n' },
  { key: 'dk', kind: 'integer', default: 64, min: 1, max: 4096, slider: { min: 1, max: 1024, logarithmic: true } },
  { key: 'dv', kind: 'integer', default: null, min: 1, max: 4096, optional: true, follows: 'dk' },
  { key: 'seed', kind: 'seed', default: 7, length: 400 },
  { key: 'scale', kind: 'rules', default: ['none', 'sqrt'], choices: ['none', 'sqrt', 'linear'], named: true, min: -1e6, max: 1e6, count: 4 },
  { key: 'temperature', kind: 'number', default: 1, min: 0.01, max: 100, slider: { min: 0.1, max: 10, logarithmic: true } },
  { key: 'mask', kind: 'choice', default: 'none', choices: ['none', 'causal', 'window'] },
  {
    key: 'window', kind: 'integer', default: 4, min: 1, max: 1024, slider: { min: 1, max: 64 },
    when: (/** @type {Values} */ values) => values.mask === 'window',
  },
  { key: 'softmax', kind: 'choice', default: 'stable', choices: ['stable', 'naive'] },
  { key: 'precision', kind: 'choice', default: 'f64', choices: ['f64', 'f32', 'f16', 'bf16'] },
];

/** What single figures add. */
const figureParameters = [
  { key: 'show', kind: 'choice', default: 'weights', choices: ['weights', 'logits', 'scaled'] },
  { key: 'axis', kind: 'choice', default: 'shared', choices: ['shared', 'own'] },
  { key: 'layer', kind: 'choice', default: '0', choices: ['0', '1'] },
  { key: 'headscale', kind: 'rules', default: ['none', 'sqrt', 'linear'], choices: ['none', 'sqrt', 'linear'], min: -1e6, max: 1e6, count: 4 },
  { key: 'order', kind: 'choice', default: 'file', choices: ['file', 'share', 'max', 'jacobian'] },
  { key: 'head', kind: 'integer', default: 1, min: 1, max: 65536 },
  { key: 'seeds', kind: 'integers', default: [0, 1, 2, 3, 4], min: 0, max: Number.MAX_SAFE_INTEGER, count: 100_000 },
  { key: 'dks', kind: 'integers', default: [16, 64, 256], min: 1, max: 4096, count: 64 },
  { key: 'widths', kind: 'integers', default: [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 96, 128, 256], min: 1, max: 4096, count: 64 },
  { key: 'runs', kind: 'integer', default: 1000, min: 1, max: 100_000 },
  { key: 'level', kind: 'number', default: 0.5, min: 0.02, max: 0.98 },
  { key: 'gain', kind: 'number', default: 2, min: 0.001, max: 1e6, slider: { min: 0.1, max: 1000, logarithmic: true } },
  { key: 'query', kind: 'integer', default: 1, min: 1, max: 1024 },
  { key: 'format', kind: 'choice', default: 'f16', choices: ['f64', 'f32', 'f16', 'bf16'] },
  // The figure cost: how far it measures, and whose n x n it counts.
  { key: 'upto', kind: 'choice', default: '4096', choices: ['1024', '2048', '4096', '8192', '16384', '32768', '65536'] },
  { key: 'tokens', kind: 'integer', default: 128_000, min: 1, max: 16_777_216 },
  { key: 'numbers', kind: 'choice', default: 'float32', choices: ['float32', 'float16', 'bfloat16', 'int8', 'fp8'] },
  { key: 'mheads', kind: 'integer', default: 1, min: 1, max: 1024, slider: { min: 1, max: 128, logarithmic: true } },
  { key: 'mlayers', kind: 'integer', default: 1, min: 1, max: 1024, slider: { min: 1, max: 128, logarithmic: true } },
  { key: 'batch', kind: 'integer', default: 1, min: 1, max: 65_536, slider: { min: 1, max: 64, logarithmic: true } },
  { key: 'ram', kind: 'number', default: 16, min: 0.001, max: 1_000_000, slider: { min: 1, max: 1000, logarithmic: true } },
];

/** Context window and command-line flags, under llama.cpp's own names where it has short ones. */
const memoryParameters = [
  { key: 'model', kind: 'choice', default: 'llama-3.1-8b', choices: modelIds, verbatim: true },
  { key: 'ctx', kind: 'size', default: 32768, min: 0, max: 2 ** 31 - 1 },
  { key: 'np', kind: 'integer', default: null, min: 1, max: 256, optional: true },
  { key: 'ctk', kind: 'choice', default: 'f16', choices: cacheTypes, verbatim: true },
  { key: 'ctv', kind: 'choice', default: 'f16', choices: cacheTypes, verbatim: true },
  { key: 'fa', kind: 'choice', default: 'auto', choices: ['auto', 'on', 'off'] },
  { key: 'weights', kind: 'number', default: null, min: 0.001, max: 100_000, optional: true },
  { key: 'budget', kind: 'number', default: null, min: 0.001, max: 100_000, optional: true },
  { key: 'cache', kind: 'choice', default: 'llama.cpp', choices: ['llama.cpp', 'dense', 'windowed'] },
  { key: 'app', kind: 'choice', default: 'server', choices: ['server', 'cli'] },
  { key: 'kvu', kind: 'choice', default: 'off', choices: ['off', 'on'] },
  { key: 'swafull', kind: 'choice', default: 'off', choices: ['off', 'on'] },
  { key: 'b', kind: 'size', default: 2048, min: 1, max: 2 ** 31 - 1 },
  { key: 'ub', kind: 'size', default: 512, min: 0, max: 2 ** 31 - 1 },
];

/** A model brings its own. @param {Values} values */
const ownPositions = ({ config, ropemodel }) => config.trim() === '' && ropemodel === 'none';

/** Rotary positions: the figures `position` and `length`. */
const positionParameters = [
  { key: 'rope', kind: 'choices', default: ['default', 'linear', 'ntk-aware', 'yarn'], choices: ropeTypes, count: 4, when: ownPositions },
  { key: 'theta', kind: 'number', default: 10_000, min: 2, max: 1e9, when: ownPositions },
  { key: 'trained', kind: 'integer', default: 4096, min: 16, max: 1e7, slider: { min: 256, max: 131_072, logarithmic: true }, when: ownPositions },
  { key: 'stretch', kind: 'number', default: 4, min: 1, max: 1024, slider: { min: 1, max: 64, logarithmic: true }, when: ownPositions },
  { key: 'step', kind: 'integer', default: 1024, min: 1, max: 1e6, slider: { min: 1, max: 16_384, logarithmic: true } },
  { key: 'ropemodel', kind: 'choice', default: 'none', choices: ['none', ...modelIds], verbatim: true, when: (/** @type {Values} */ { config }) => config.trim() === '' },
  { key: 'config', kind: 'text', default: '', length: 10_000_000, local: true },
  { key: 'command', kind: 'text', default: '', length: 1_000_000, local: true },
  {
    key: 'curves', kind: 'rules', named: true, min: -1e6, max: 1e6, count: 6,
    default: ['sqrt', 'log-n:512', 'ssmax:0.43', 'trained-temperature:512', 'sinks:508'],
    choices: [
      'sqrt', 'log-n:512', 'ssmax:0.43', 'trained-temperature:512', 'sinks:508', 'entropy-invariant:512', 'llama4:8192',
      'softcap:50', 'qk-norm', 'off-by-one', 'sink:4',
    ],
  },
  { key: 'measure', kind: 'choice', default: 'share', choices: ['share', 'entropy', 'effective'] },
  { key: 'longest', kind: 'choice', default: '131072', choices: ['2048', '8192', '32768', '131072'] },
  { key: 'lengthseeds', kind: 'integers', default: Array.from({ length: 20 }, (_, seed) => seed), min: 0, max: Number.MAX_SAFE_INTEGER, count: 1000 },
  { key: 'queries', kind: 'integer', default: 4, min: 1, max: 8 },
  { key: 'lengthrope', kind: 'choice', default: 'none', choices: ['none', ...ropeTypes] },
];

const settable = [...pageParameters, ...runParameters, ...figureParameters, ...memoryParameters, ...positionParameters];
const settableKeys = settable.map(({ key }) => key);

/** @type {readonly Parameter[]} */
export const parameters = Object.freeze(/** @type {Parameter[]} */ ([
  { key: 'v', kind: 'integer', default: 1, min: 1, max: 1 },
  ...settable,
  { key: 'hide', kind: 'choices', default: [], choices: settableKeys, count: settableKeys.length },
  { key: 'lock', kind: 'choices', default: [], choices: settableKeys, count: settableKeys.length },
]));

/** @type {ReadonlyMap<string, Parameter>} */
const byKey = new Map(parameters.map((parameter) => [parameter.key, parameter]));

/** The row of the table for a key. @param {string} key @returns {Parameter} */
export function parameterOf(key) {
  const found = byKey.get(key);
  if (!found) throw new RangeError(`no parameter ${key}`);
  return found;
}

/** @param {string} key */
export const isParameter = (key) => byKey.has(key);

/** All defaults: the article's run. @returns {Values} */
export function defaultValues() {
  return Object.fromEntries(parameters.map(({ key, default: value }) => [key, value]));
}

/** A page with a question, or one that waits for a guess, shows one figure. @param {Values} values */
export const isLesson = ({ ask, predict }) => ask !== '' || predict === 'on';

/** The same settings as a page of one's own: without question, locks and hidden controls. @param {Values} values @returns {Values} */
export const withoutLesson = (values) => ({ ...values, ask: '', predict: 'off', hide: [], lock: [] });

/** A value, with what an empty one follows filled in. @param {Values} values @param {string} key */
export function effective(values, key) {
  const { follows } = parameterOf(key);
  return values[key] === null && follows ? values[follows] : values[key];
}
