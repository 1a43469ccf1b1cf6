/**
 * Counts in equal bins over [low, high], as a density, so that it can stand behind a density curve. What lies outside
 * is counted in the total and not drawn.
 * @param {ArrayLike<number>} values @param {number} low @param {number} high @param {number} bins
 * @returns {{ from: number, to: number, density: number }[]}
 */
export function histogram(values, low, high, bins) {
  const width = (high - low) / bins;
  const counts = new Array(bins).fill(0);
  for (let at = 0; at < values.length; at += 1) {
    const bin = Math.floor((values[at] - low) / width);
    if (bin >= 0 && bin < bins) counts[bin] += 1;
  }
  return counts.map((count, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width,
    density: values.length > 0 ? count / values.length / width : 0,
  }));
}

/** Density of N(0, deviation^2). @param {number} x @param {number} deviation */
export const normalDensity = (x, deviation) =>
  Math.exp(-0.5 * (x / deviation) ** 2) / (deviation * Math.sqrt(2 * Math.PI));

/** Root of the mean square. @param {ArrayLike<number>} values */
export function rootMeanSquare(values) {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ** 2;
  return values.length > 0 ? Math.sqrt(sum / values.length) : null;
}
