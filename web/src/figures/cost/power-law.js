/**
 * How a cost grows with n: the exponent p of the power law cost = c n^p that fits best (least squares of the logarithms),
 * and what the last doubling of n did.
 *
 * @typedef {{ n: number, value: number }} Point
 */

/** Points that say something: a time the clock did not resolve does not. @param {readonly Point[]} points */
const resolved = (points) => points.filter(({ value }) => Number.isFinite(value) && value > 0);

/** null with fewer than two points. @param {readonly Point[]} points @returns {number | null} */
export function exponent(points) {
  const logs = resolved(points).map(({ n, value }) => [Math.log(n), Math.log(value)]);
  if (logs.length < 2) return null;
  const mean = (/** @type {0 | 1} */ at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return variance > 0 ? covariance / variance : null;
}

/** The last value over the one at half its n. @param {readonly Point[]} points @returns {number | null} */
export function lastDoubling(points) {
  const known = resolved(points);
  const last = known[known.length - 1];
  const half = last && known.find(({ n }) => 2 * n === last.n);
  return half ? last.value / half.value : null;
}
