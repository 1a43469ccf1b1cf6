import { LOGIT_RULES, parseLogitRule } from './logit-rules.js';
import { seedWords } from './seed.js';
import { unexpected, wrong } from './wrong.js';

/**
 * What a caller may hand over, made into the one plain form that goes to the core (also to another thread). Only kinds and
 * shapes are judged here: whether a number is one, whether rows have one length. Ranges are the core's to judge.
 *
 * @typedef {import('./api.js').AttendInput} AttendInput
 * @typedef {import('./api.js').AttendOptions} AttendOptions
 * @typedef {import('./api.js').SampleInput} SampleInput
 *
 * @typedef {'none' | 'sqrt' | 'linear' | 'factor' | import('./logit-rules.js').LogitRule} RuleName
 * @typedef {{ rule: RuleName, parameter: number, temperature: number }} Scaling
 * @typedef {{ kind: 'none' | 'causal' | 'window', window: number, sinks: number }} Mask
 * @typedef {{ n: number, keys: number, dK: number, dV: number, hasValues: boolean }} Sizes
 * @typedef {ArrayLike<number>} Numbers
 * @typedef {{ q: Numbers, k: Numbers, v: Numbers | null }} Data
 * @typedef {{ sizes: Sizes, seed: number[] }} SampleParams
 * @typedef {object} AttendParams
 * @property {Sizes} sizes
 * @property {number[] | null} seed words of the seed that draws the data, if no data are given
 * @property {Data | null} data
 * @property {Scaling} scaling
 * @property {Mask} mask
 * @property {import('./positions.js').PositionsParams | null} positions
 * @property {'stable' | 'naive'} softmax
 * @property {'f64' | 'f32' | 'f16' | 'bf16'} precision
 */

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {number}
 */
export function number(value, field) {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrong('not-a-number', field, value, 'a number');
  return value;
}

/**
 * @template T
 * @param {T} value
 * @param {string} field
 */
export function object(value, field) {
  if (typeof value !== 'object' || value === null) throw wrong('not-an-object', field, value, 'an object');
  return value;
}

/**
 * An object that has no other members.
 *
 * @template T
 * @param {T} value
 * @param {string} field
 * @param {readonly string[]} names
 */
export function members(value, field, names) {
  for (const name of Object.keys(/** @type {object} */ (object(value, field)))) if (!names.includes(name)) throw unexpected(name, field, names);
  return value;
}

/**
 * Options of a call, with what is known about the run of any.
 *
 * @template {import('./api.js').ProgressOptions} Options
 * @param {Options} options
 * @param {readonly string[]} [names]
 */
export function runOptions(options, names = ['signal']) {
  const { signal = null, onProgress = null } = members(options, 'options', names);
  if (signal !== null && typeof signal.addEventListener !== 'function') throw wrong('wrong-kind', 'signal', signal, 'an AbortSignal');
  if (onProgress !== null && typeof onProgress !== 'function') throw wrong('wrong-kind', 'onProgress', onProgress, 'a function');
  return options;
}

/** @param {import('./api.js').ProgressOptions} options @returns {import('./api.js').ProgressOptions} */
export const progressOptions = (options) => ({ ...runOptions(options, ['signal', 'onProgress']) });

/**
 * @template T
 * @param {readonly T[]} values
 * @param {string} field
 */
export function list(values, field) {
  if (!Array.isArray(values) || values.length === 0) throw wrong('empty-list', field, values, 'a list with at least one entry');
  return values;
}

/**
 * @template {string} Choice
 * @param {unknown} value
 * @param {readonly Choice[]} choices
 * @param {string} field
 * @returns {Choice}
 */
export function choice(value, choices, field) {
  if (choices.includes(/** @type {Choice} */ (value))) return /** @type {Choice} */ (value);
  throw wrong('unknown-choice', field, value, choices.map((name) => `'${name}'`).join(' or '));
}

/**
 * @param {unknown} scale
 * @param {unknown} temperature
 * @returns {Scaling}
 */
export function scaling(scale = 'sqrt', temperature = 1) {
  const { rule, parameter } = scaleRule(scale);
  return { rule, parameter, temperature: number(temperature, 'temperature') };
}

/**
 * @param {unknown} scale
 * @returns {{ rule: RuleName, parameter: number }}
 */
function scaleRule(scale) {
  if (scale === 'none' || scale === 'sqrt' || scale === 'linear') return { rule: scale, parameter: 1 };
  if (typeof scale === 'number') return { rule: 'factor', parameter: number(scale, 'scale') };
  if (typeof scale === 'string') {
    const parsed = parseLogitRule(scale);
    if (parsed) return parsed;
  }
  if (typeof scale === 'object' && scale !== null && 'rule' in scale && typeof scale.rule === 'string' && Object.hasOwn(LOGIT_RULES, scale.rule)) {
    const rule = /** @type {import('./logit-rules.js').LogitRule} */ (scale.rule);
    const name = LOGIT_RULES[rule];
    members(scale, 'scale', name === null ? ['rule'] : ['rule', name]);
    return { rule, parameter: name === null ? 1 : number(/** @type {any} */ (scale)[name], name) };
  }
  const named = Object.entries(LOGIT_RULES).map(([rule, parameter]) => (parameter === null ? `'${rule}'` : `'${rule}:<${parameter}>'`));
  throw wrong('unknown-choice', 'scale', scale, `'none', 'sqrt', 'linear', a finite number or one of ${named.join(', ')}`);
}

/**
 * @param {unknown} mask
 * @returns {Mask}
 */
export function masking(mask = 'none') {
  if (mask === 'none' || mask === 'causal') return { kind: mask, window: 1, sinks: 0 };
  if (typeof mask === 'object' && mask !== null && 'window' in mask) {
    members(mask, 'mask', ['window', 'sinks']);
    const sinks = 'sinks' in mask ? (mask.sinks ?? 0) : 0;
    return { kind: 'window', window: number(mask.window, 'window'), sinks: number(sinks, 'sinks') };
  }
  throw wrong('unknown-choice', 'mask', mask, "'none', 'causal' or { window, sinks }");
}

const sizeNames = ['n', 'keys', 'dK', 'dV'];
export const sampleNames = ['seed', ...sizeNames];
const dataNames = ['q', 'k', 'v', ...sizeNames];
const inputNames = ['seed', ...dataNames];
const factorNames = ['scale', 'temperature', 'signal'];
const outlineNames = [...factorNames, 'mask', 'softmax', 'precision', 'side'];
const attendNames = [...factorNames, 'mask', 'softmax', 'precision', 'positions'];
const gradientNames = [...factorNames, 'mask'];
const overflowNames = [...factorNames, 'precision', 'row', 'gain'];

/**
 * @param {SampleInput} input
 * @returns {SampleParams}
 */
export const sampleParams = (input) => sampled(members(input, 'input', sampleNames));

/**
 * @param {SampleInput} input
 * @returns {SampleParams}
 */
export function sampled({ seed, n, keys = n, dK, dV = dK }) {
  const sizes = { n: number(n, 'n'), keys: number(keys, 'keys'), dK: number(dK, 'dK'), dV: number(dV, 'dV'), hasValues: true };
  return { sizes, seed: seedWords(seed, 'seed') };
}

/**
 * @param {AttendInput} input
 * @param {AttendOptions} options
 * @param {readonly string[]} [names] of the options
 * @returns {AttendParams}
 */
export function attendParams(input, options, names = attendNames) {
  const { scale, temperature, mask, softmax = 'stable', precision = 'f64' } = runOptions(options, names);
  const given = /** @type {import('./api.js').GivenData & Partial<SampleInput>} */ (members(input, 'input', inputNames));
  const isGiven = given.q !== undefined || given.k !== undefined || (given.v ?? null) !== null;
  if (isGiven && (given.seed ?? null) !== null) throw unexpected('seed', 'an input with q, k and v', dataNames);
  const { sizes, seed, data } = isGiven ? givenData(given) : { ...sampled(/** @type {SampleInput} */ (input)), data: null };
  return {
    sizes,
    seed,
    data,
    scaling: scaling(scale, temperature),
    mask: masking(mask),
    positions: null,
    softmax: choice(softmax, ['stable', 'naive'], 'softmax'),
    precision: choice(precision, ['f64', 'f32', 'f16', 'bf16'], 'precision'),
  };
}

/**
 * What follows the logits by one factor, the same for all, knows only rules that are one.
 *
 * @param {AttendParams} params
 * @param {unknown} scale
 */
function plainRule(params, scale) {
  if (['none', 'sqrt', 'linear', 'factor'].includes(params.scaling.rule)) return params;
  throw wrong('unknown-choice', 'scale', scale, "'none', 'sqrt', 'linear' or a finite number");
}

/**
 * @param {AttendInput} input
 * @param {import('./api.js').GradientOptions} options
 * @returns {AttendParams}
 */
export function gradientParams(input, options) {
  const params = plainRule(attendParams(input, options, gradientNames), options.scale);
  if (!params.sizes.hasValues) throw wrong('not-an-array', 'v', undefined, 'an array of numbers or of rows');
  return params;
}

/**
 * @param {AttendInput} input
 * @param {import('./api.js').OutlineOptions} options
 */
export function outlineParams(input, options) {
  const params = attendParams(input, options, outlineNames);
  const { side = 48 } = options;
  if (Number.isInteger(side) && side >= 1 && side <= 4096) return { ...params, side };
  throw wrong('out-of-range', 'side', side, 'a whole number from 1 to 4096', { lowest: 1, highest: 4096 });
}

/**
 * @param {AttendInput} input
 * @param {import('./api.js').OverflowOptions} options
 */
export function overflowParams(input, options) {
  const params = plainRule(attendParams(input, options, overflowNames), options.scale);
  const { row = 0, gain = 1 } = options;
  const place = number(row, 'row');
  if (!Number.isSafeInteger(place) || place < 0) throw wrong('not-whole', 'row', row, 'a whole number, 0 or more');
  const factor = number(gain, 'gain');
  if (!Number.isFinite(factor)) throw wrong('not-finite', 'gain', gain, 'finite');
  return { ...params, row: place, gain: factor };
}

/**
 * @param {import('./api.js').GivenData} input
 * @returns {{ sizes: Sizes, seed: null, data: Data }}
 */
function givenData(input) {
  const hasValues = input.v !== undefined && input.v !== null;
  const q = matrix(input.q, 'q', [input.n, 'n'], [input.dK, 'dK']);
  const k = matrix(input.k, 'k', [input.keys ?? (isRows(input.k) ? undefined : q.rows), 'keys'], [q.columns, 'dK']);
  const v = hasValues ? matrix(input.v, 'v', [k.rows, 'keys'], [input.dV ?? (isRows(input.v) ? undefined : q.columns), 'dV']) : null;
  return {
    sizes: { n: q.rows, keys: k.rows, dK: q.columns, dV: v ? v.columns : q.columns, hasValues },
    seed: null,
    data: { q: q.numbers, k: k.numbers, v: v && v.numbers },
  };
}

/** @param {unknown} value @returns {value is ArrayLike<any>} */
export const isArray = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** @param {unknown} value @returns {value is ArrayLike<ArrayLike<any>>} */
const isRows = (value) => Array.isArray(value) && isArray(value[0]);

/**
 * A matrix as flat numbers. Rows say their own sizes; sizes that are given beside them must agree. Whether flat numbers are
 * as many as the sizes say can be asked once the core has judged the sizes: see Core.
 *
 * @param {unknown} value
 * @param {string} field
 * @param {[number | undefined, string]} rows the size and its name
 * @param {[number | undefined, string]} columns
 * @returns {{ rows: number, columns: number, numbers: Numbers }}
 */
function matrix(value, field, [rows, rowsField], [columns, columnsField]) {
  if (!isArray(value)) throw wrong('not-an-array', field, value, 'an array of numbers or of rows');
  if (isRows(value)) {
    rows = number(rows ?? value.length, rowsField);
    columns = number(columns ?? value[0].length, columnsField);
    if (value.length !== rows) throw wrong('wrong-shape', field, value, `${rows} rows (${rowsField})`, { rows, columns });
    for (const [i, row] of Array.from(value).entries()) {
      if (!isArray(row) || row.length !== columns) {
        throw wrong('wrong-shape', field, row, `rows of ${columns} numbers (${columnsField}); row ${i}`, { rows, columns });
      }
    }
    const numbers = new Float64Array(rows * columns);
    for (let i = 0; i < rows; ++i) numbers.set(onlyNumbers(value[i], field), i * columns);
    return { rows, columns, numbers };
  }
  return { rows: number(rows, rowsField), columns: number(columns, columnsField), numbers: onlyNumbers(value, field) };
}

/**
 * @param {ArrayLike<any>} values
 * @param {string} field
 * @returns {Numbers}
 */
function onlyNumbers(values, field) {
  if (Array.isArray(values)) {
    for (let i = 0; i < values.length; ++i) {
      if (typeof values[i] !== 'number') throw wrong('not-a-number', field, values[i], `numbers throughout; number ${i}`, { at: i });
    }
  } else if (typeof values[0] === 'bigint') {
    throw wrong('not-a-number', field, values[0], 'numbers');
  }
  return values;
}
