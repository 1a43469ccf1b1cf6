/** Sizes as people type them. Tools disagree about k; this page has one rule and shows what it read. */
import { parseNumber, toLatinDigits } from './numbers.js';

/** @type {Record<string, number>} */
const units = { '': 1, k: 1000, K: 1024, Ki: 1024, M: 1024 ** 2, Mi: 1024 ** 2, G: 1024 ** 3, Gi: 1024 ** 3 };

/**
 * `32k` is 32000, `32K` and `32Ki` are 32768. Null where it is no size, or no whole one.
 * @param {string} text
 */
export function parseSize(text) {
  const match = /^(.*?)\s*([kKMG]i?|)$/s.exec(toLatinDigits(text));
  if (match === null || !Object.hasOwn(units, match[2])) return null;
  const number = parseNumber(match[1]);
  if (number === null) return null;
  const size = number * units[match[2]];
  return Number.isSafeInteger(size) ? size : null;
}
