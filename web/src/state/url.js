/**
 * The hash of the page as values and back. Pure: no location, no history. Anything may stand in a hash; what is not
 * allowed is replaced and reported, never thrown.
 *
 * @typedef {import('./parameters.js').Values} Values
 * @typedef {import('./kinds.js').Problem} Problem
 */
import { defaultValues, isParameter, parameterOf, parameters } from './parameters.js';
import { readParameter, sameValue, writeParameter } from './kinds.js';

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Commas stay readable; marks that end an address in running text do not. @param {string} text */
const encode = (text) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/**
 * @param {string} hash  with or without its '#'
 * @returns {{ values: Values, problems: Problem[] }}
 */
export function parseHash(hash) {
  const values = defaultValues();
  /** @type {Map<string, Problem>} */
  const problems = new Map();
  for (const pair of hash.replace(/^#/, '').split('&')) {
    const [key, ...rest] = pair.split('=');
    if (!isParameter(key) || rest.length === 0) continue;
    const parameter = parameterOf(key);
    if (parameter.local) continue;
    const written = parameter.kind === 'text' ? rest.join('=').replaceAll('+', ' ') : rest.join('=');
    const text = decode(written);
    const reading =
      text === null
        ? { value: parameter.default, problem: { code: /** @type {const} */ ('malformed'), key, given: written.slice(0, 40), used: parameter.default } }
        : readParameter(parameter, text);
    values[key] = reading.value;
    if (reading.problem) problems.set(key, reading.problem);
    else problems.delete(key);
  }
  return { values, problems: [...problems.values()] };
}

/** Of all values those that an address sets: what a reader has pasted stays when it changes. @param {Values} values @returns {Values} */
export const addressed = (values) => Object.fromEntries(Object.entries(values).filter(([key]) => !parameterOf(key).local));

/** What differs from the defaults, as keys and texts, in the order of the table. @param {Values} values */
export const changedEntries = (values) =>
  parameters
    .filter((parameter) => !parameter.local && !sameValue(parameter, values[parameter.key], parameter.default))
    .map((parameter) => /** @type {const} */ ([parameter.key, writeParameter(parameter, values[parameter.key])]));

/** The same as a hash; '' when nothing differs. @param {Values} values */
export const formatHash = (values) =>
  changedEntries(values)
    .map(([key, text]) => `${key}=${encode(text)}`)
    .join('&');
