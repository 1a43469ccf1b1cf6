/**
 * From numbers to places along an axis, linearly or by the logarithm. d3-scale does this and much more, for 7 KB of the site's 300.
 *
 * @typedef {((value: number) => number) & {
 *   ticks: (count: number) => number[],
 *   invert: (place: number) => number,
 *   range: (places: readonly number[]) => void,
 * }} Scale
 */
import { ticks } from 'd3-array';

/** @param {readonly number[]} domain @param {readonly number[]} range @returns {Scale} */
export const scaleLinear = (domain, range) => scale((value) => value, (value) => value, domain, range);

/** @param {readonly number[]} domain positive numbers @param {readonly number[]} range @returns {Scale} */
export const scaleLog = (domain, range) => scale(Math.log, Math.exp, domain, range);

/** @param {(value: number) => number} straighten @param {(value: number) => number} bend @param {readonly number[]} domain @param {readonly number[]} range @returns {Scale} */
function scale(straighten, bend, domain, [start, end]) {
  const [low, high] = domain.map(straighten);
  const span = high - low;
  // All values of a domain without extent stand in the middle.
  const place = (/** @type {number} */ value) => start + (span ? (straighten(value) - low) / span : 0.5) * (end - start);
  return Object.assign(place, {
    ticks: (/** @type {number} */ count) => ticks(domain[0], domain[1], count),
    invert: (/** @type {number} */ at) => bend(low + ((at - start) / (end - start)) * span),
    range: (/** @type {readonly number[]} */ places) => {
      [start, end] = places;
    },
  });
}

/** Powers of `base` within the domain, at most `most` of them. @param {[number, number]} domain @param {number} base @param {number} most */
export function powersIn([low, high], base, most = 9) {
  const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const powers = [];
  for (let power = first; power <= last; power += step) powers.push(base ** power);
  return powers;
}
