/** Over a list of numbers in its own order, so that the same list gives the same bits. null where nothing is defined. */

/** @param {number[]} values */
export const mean = (values) => (values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

/** Standard deviation of the sample. @param {number[]} values */
export function deviation(values) {
  if (values.length < 2) return null;
  const middle = /** @type {number} */ (mean(values));
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** Interpolated between neighbours, as NumPy does by default. @param {number[]} values */
export function quantiles(values, at = [0.05, 0.25, 0.5, 0.75, 0.95]) {
  const sorted = Float64Array.from(values).sort();
  return at.map((quantile) => {
    if (sorted.length === 0) return null;
    const place = quantile * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  });
}
