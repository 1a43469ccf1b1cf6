/**
 * How each kind of parameter reads and writes text. Reading is total: it always answers with a value, and with a
 * problem when that value is not what was written.
 *
 * @typedef {import('./parameters.js').Parameter} Parameter
 * @typedef {Object} Problem
 * @property {'not-a-number' | 'not-whole' | 'not-a-size' | 'too-small' | 'too-large' | 'sign-dropped' | 'unknown-choice' | 'too-many' | 'too-long' | 'malformed' | 'empty'} code
 * @property {string} key
 * @property {string} given   what was written, cut to a length that can be shown
 * @property {any} used       the value that stands in for it
 * @property {{ min: number, max: number }} [range]  where it is not the parameter's own
 * @typedef {{ value: any, problem?: Problem }} Reading
 */
import { parseNumber, toLatinDigits } from '../text/numbers.js';
import { namedRules, parseNamedRule } from './named-rules.js';
import { parseSize } from '../text/sizes.js';

const shownLength = 40;

/** @param {Parameter} parameter @param {Problem['code']} code @param {string} given @param {any} used @returns {Reading} */
function problem(parameter, code, given, used = parameter.default) {
  const shown = given.length > shownLength ? `${given.slice(0, shownLength)}\u2026` : given;
  return { value: used, problem: { code, key: parameter.key, given: shown, used } };
}

/** @param {Parameter} parameter @param {string} text @param {boolean} whole @returns {Reading} */
function readNumber(parameter, text, whole) {
  if (text.trim() === '' && parameter.optional) return { value: null };
  const number = parseNumber(text);
  if (number === null) return problem(parameter, 'not-a-number', text);
  const { min = -Infinity, max = Infinity } = parameter;
  if (number < min) return problem(parameter, 'too-small', text, min);
  if (number > max) return problem(parameter, 'too-large', text, max);
  if (whole && !Number.isInteger(number)) return problem(parameter, 'not-whole', text, Math.round(number));
  return { value: number };
}

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
function readSize(parameter, text) {
  const size = parseSize(text);
  return size === null ? problem(parameter, 'not-a-size', text) : readNumber(parameter, String(size), true);
}

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
function readSeed(parameter, text) {
  const latin = toLatinDigits(text).replaceAll(',', '');
  if (latin.length > (parameter.length ?? Infinity)) return problem(parameter, 'too-long', text);
  const match = /^([-+]?)(\d+)(-?)$/.exec(latin);
  if (!match) return problem(parameter, 'not-a-number', text);
  const [, sign, digits, trailingMinus] = match;
  const seed = Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  return sign === '-' || trailingMinus ? problem(parameter, 'sign-dropped', text, seed) : { value: seed };
}

/** Items of a list as written: commas between, spaces ignored, the Persian comma too. @param {string} text */
const items = (text) => toLatinDigits(text).split(/[,\s]+/).filter((item) => item !== '');

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
function readIntegers(parameter, text) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, count = Infinity } = parameter;
  /** @type {Set<number>} */
  const found = new Set();
  for (const item of items(text)) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(item);
    if (!match) return problem(parameter, 'not-a-number', item);
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (Math.min(first, last) < min) return problem(parameter, 'too-small', item);
    if (Math.max(first, last) > max) return problem(parameter, 'too-large', item);
    if (last < first) return problem(parameter, 'malformed', item);
    if (last - first >= count || found.size > count) return problem(parameter, 'too-many', text);
    for (let value = first; value <= last; value += 1) found.add(value);
  }
  if (found.size === 0) return problem(parameter, 'empty', text);
  if (found.size > count) return problem(parameter, 'too-many', text);
  return { value: [...found] };
}

/** Runs of consecutive numbers are written as ranges. @param {number[]} numbers */
function writeIntegers(numbers) {
  /** @type {string[]} */
  const parts = [];
  for (let start = 0, end; start < numbers.length; start = end + 1) {
    for (end = start; numbers[end + 1] === numbers[end] + 1; ) end += 1;
    if (end - start >= 2) parts.push(`${numbers[start]}-${numbers[end]}`);
    else for (let at = start; at <= end; at += 1) parts.push(String(numbers[at]));
  }
  return parts.join(',');
}

/** A rule with a parameter of its own, `softcap:50`. @param {Parameter} parameter @param {string} text @returns {Reading | null} */
function readNamedRule(parameter, text) {
  const rule = parseNamedRule(toLatinDigits(text));
  if (!rule || !parameter.named) return null;
  const { name, parameter: value } = rule;
  const range = namedRules[name];
  if (range === null || value === null) return { value: name };
  /** @param {Problem['code']} code @param {any} [used] @returns {Reading} */
  const refuse = (code, used) => {
    const reading = problem(parameter, code, text, used);
    return { ...reading, problem: { .../** @type {Problem} */ (reading.problem), range } };
  };
  if (Number.isNaN(value)) return refuse('not-a-number');
  if (value < range.min) return refuse('too-small', `${name}:${range.min}`);
  if (value > range.max) return refuse('too-large', `${name}:${range.max}`);
  return { value: `${name}:${value}` };
}

/** One scale rule: a name, a name with its parameter or a plain factor. @param {Parameter} parameter @param {string} text @returns {Reading} */
export function readRule(parameter, text) {
  if (parameter.choices?.includes(text)) return { value: text };
  const named = readNamedRule(parameter, text);
  if (named) return named;
  const number = parseNumber(text);
  if (number === null) return problem(parameter, 'unknown-choice', text);
  const { min = -Infinity, max = Infinity } = parameter;
  if (number < min) return problem(parameter, 'too-small', text, min);
  if (number > max) return problem(parameter, 'too-large', text, max);
  return { value: number === 0 ? 0 : number };
}

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
function readRules(parameter, text) {
  const found = new Set();
  /** @type {Problem | undefined} */
  let first;
  for (const item of text.split(/[,\u060c]+/).map((part) => part.trim()).filter(Boolean)) {
    const reading = readRule(parameter, item);
    first ??= reading.problem;
    if (!Array.isArray(reading.value)) found.add(reading.value); // a list is the default, given for what is no rule
  }
  if (found.size === 0) return first ? { value: parameter.default, problem: { ...first, used: parameter.default } } : problem(parameter, 'empty', text);
  const value = [...found];
  if (value.length > (parameter.count ?? Infinity)) return problem(parameter, 'too-many', text, value.slice(0, parameter.count));
  return first ? { value, problem: { ...first, used: value } } : { value };
}

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
function readChoices(parameter, text) {
  const written = text.split(',').map((part) => part.trim()).filter(Boolean);
  const value = [...new Set(written.filter((item) => parameter.choices?.includes(item)))];
  const unknown = written.find((item) => !parameter.choices?.includes(item));
  return unknown === undefined ? { value } : problem(parameter, 'unknown-choice', unknown, value);
}

/** @type {Record<Parameter['kind'], { read: (parameter: Parameter, text: string) => Reading, write: (value: any) => string }>} */
const kinds = {
  integer: { read: (parameter, text) => readNumber(parameter, text, true), write: String },
  number: { read: (parameter, text) => readNumber(parameter, text, false), write: String },
  size: { read: readSize, write: String },
  seed: { read: readSeed, write: String },
  integers: { read: readIntegers, write: writeIntegers },
  choice: {
    read: (parameter, text) =>
      parameter.choices?.includes(text) ? { value: text } : problem(parameter, 'unknown-choice', text),
    write: String,
  },
  choices: { read: readChoices, write: (value) => value.join(',') },
  rules: { read: readRules, write: (value) => value.join(',') },
  text: {
    read: (parameter, text) => {
      const { length = Infinity } = parameter;
      return text.length > length ? problem(parameter, 'too-long', text, text.slice(0, length)) : { value: text };
    },
    write: String,
  },
};

/** @param {Parameter} parameter @param {string} text @returns {Reading} */
export const readParameter = (parameter, text) => kinds[parameter.kind].read(parameter, text);

/** @param {Parameter} parameter @param {any} value */
export const writeParameter = (parameter, value) => (value === null ? '' : kinds[parameter.kind].write(value));

/** @param {Parameter} parameter @param {any} left @param {any} right */
export const sameValue = (parameter, left, right) =>
  Object.is(left, right) || writeParameter(parameter, left) === writeParameter(parameter, right);
