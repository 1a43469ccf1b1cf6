import { wrong } from './wrong.js';

/** What has to wait is read again later, when its caller may have written something else over it. */

/** An object that holds itself has no end. */
const deepest = 100;

/**
 * A request as it is now.
 *
 * @template Params
 * @param {Params} params
 * @returns {Params}
 */
export function kept(params) {
  const { data } = /** @type {{ data?: import('./request.js').Data | null }} */ (params ?? {});
  return data ? { ...params, data: { q: copied(data.q), k: copied(data.k), v: data.v && copied(data.v) } } : params;
}

/** @param {any} numbers @returns {import('./request.js').Numbers} */
const copied = (numbers) => numbers.slice();

/**
 * Objects and arrays of any depth as they are now.
 *
 * @template Value
 * @param {Value} value
 * @param {string} field
 * @returns {Value}
 */
export const snapshot = (value, field) => /** @type {Value} */ (copyOf(value, field, 0));

/** @param {any} value @param {string} field @param {number} depth @returns {any} */
function copyOf(value, field, depth) {
  if (typeof value !== 'object' || value === null || value instanceof DataView) return value;
  if (ArrayBuffer.isView(value)) return copied(value);
  if (depth > deepest) throw wrong('wrong-shape', field, value, `nested no deeper than ${deepest}`);
  if (Array.isArray(value)) return value.map((entry) => copyOf(entry, field, depth + 1));
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const name of Object.keys(value)) copy[name] = copyOf(value[name], field, depth + 1);
  return copy;
}
