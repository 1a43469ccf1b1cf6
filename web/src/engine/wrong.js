import { AttentionError } from './attention-error.js';

/** The errors the engine makes itself, each worded in one place. */

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return value === undefined ? 'missing' : String(value);
}

/**
 * A part of the request that cannot be.
 *
 * @param {string} code
 * @param {string} field the parameter as the request names it
 * @param {unknown} given
 * @param {string} allowed completes "field must be ..."
 * @param {Record<string, unknown>} [values] further values a sentence about it names
 */
export const wrong = (code, field, given, allowed, values) =>
  new AttentionError(code, { field, given, ...values }, `${field} must be ${allowed}, but is ${shown(given)}`);

/**
 * A name that is not read there: misspelt, or of another request.
 *
 * @param {string} name
 * @param {string} place
 * @param {readonly string[]} names what is read there
 */
export const unexpected = (name, place, names) =>
  new AttentionError('unexpected', { field: name, given: name, names }, `${name} has no place in ${place}, which has ${names.join(', ')}`);

export const cancelled = () => new AttentionError('cancelled', {}, 'The request was cancelled');

export const closed = () => new AttentionError('closed', {}, 'The engine is closed');

/** @param {unknown} reason */
export const crashed = (reason) => new AttentionError('crashed', {}, `The engine stopped and was started afresh: ${reason}`);

/** @param {number} bytes */
const mebibytes = (bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** @type {Record<string, (refusal: { field: string, given: number, lowest: number, highest: number }) => string>} */
const sentences = {
  'not-a-number': ({ field, given }) => `${field} must be a number, but is ${given}`,
  'not-whole': ({ field, given }) => `${field} must be a whole number, but is ${given}`,
  'out-of-range': ({ field, given, lowest, highest }) => `${field} must be from ${lowest} to ${highest}, but is ${given}`,
  'not-finite': ({ field, given }) => `${field} must be finite, but its number ${given} is not`,
  'not-even': ({ field, given }) => `${field} must be even, because rotation turns pairs, but is ${given}`,
  'wrong-length': ({ field, given, highest }) => `${field} must have ${highest} entries, but has ${given}`,
  'too-large': ({ field, given, highest }) =>
    `${field} must be smaller: the request needs ${mebibytes(given)}, and ${mebibytes(highest)} are allowed`,
  'out-of-memory': ({ field }) => `${field} must be smaller: there is no memory left for the request`,
};

/**
 * What the core refuses.
 *
 * @param {import('./generated/attention.js').Refusal} refusal
 */
export function refused({ code, field, given, lowest, highest }) {
  const values = { field: String(field), given, lowest, highest };
  return new AttentionError(String(code), values, sentences[String(code)](values));
}
