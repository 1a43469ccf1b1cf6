/** Where a falling curve of shares over d_k crosses a level, and how it ends. Widths are on a logarithmic axis throughout. */

/**
 * The first crossing from above, between the points as if they were joined by straight lines; null if there is none.
 * @param {readonly number[]} dks  rising @param {readonly (number | null)[]} shares @param {number} level
 */
export function crossing(dks, shares, level) {
  for (let i = 1; i < dks.length; i += 1) {
    const [before, after] = [shares[i - 1], shares[i]];
    if (before === null || after === null || before < level || after >= level) continue;
    const part = (before - level) / (before - after);
    return Math.exp(Math.log(dks[i - 1]) + part * Math.log(dks[i] / dks[i - 1]));
  }
  return null;
}

/**
 * The middle 95 % of the crossings of the bootstrap curves; null where some of them do not cross.
 * @param {readonly number[]} dks @param {readonly Float64Array[]} resamples  of every width, drawn together @param {number} level
 * @returns {[number, number] | null}
 */
export function crossingInterval(dks, resamples, level) {
  const curves = Array.from(resamples[0], (_, b) => crossing(dks, resamples.map((means) => means[b]), level));
  const found = curves.filter((dk) => dk !== null).sort((a, b) => a - b);
  if (found.length < curves.length || found.length < 40) return null;
  const at = (/** @type {number} */ quantile) => found[Math.round(quantile * (found.length - 1))];
  return [at(0.025), at(0.975)];
}

/** Shares below this belong to the tail. */
const tailBelow = 0.25;

/**
 * The power p of share ~ d_k^p that fits the tail best on logarithmic axes, from three points on; null with fewer.
 * @param {readonly number[]} dks @param {readonly (number | null)[]} shares
 */
export function tailPower(dks, shares) {
  const points = dks
    .map((dk, i) => ({ x: Math.log(dk), share: shares[i] ?? 0 }))
    .filter(({ share }) => share > 0 && share < tailBelow)
    .map(({ x, share }) => ({ x, y: Math.log(share) }));
  if (points.length < 3) return null;
  const middle = (/** @type {'x' | 'y'} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [middle('x'), middle('y')];
  const products = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return products / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}
