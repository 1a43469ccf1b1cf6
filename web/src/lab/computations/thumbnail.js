/** The most cells a small matrix has on a side. */
const kSide = 48;

/**
 * The weights in a size that a hundred of them can be shown at once: each cell is the largest weight of its block.
 * @param {{ n: number, keys: number, weights: Float64Array, scaled: Float64Array }} attention
 */
export function thumbnail({ n, keys, weights, scaled }) {
  const rows = Math.min(n, kSide);
  const columns = Math.min(keys, kSide);
  const small = { n: rows, keys: columns, weights: new Float32Array(rows * columns), scaled: new Float32Array(rows * columns).fill(-Infinity) };
  for (let i = 0; i < n; i += 1) {
    const row = Math.floor((i * rows) / n) * columns;
    for (let j = 0; j < keys; j += 1) {
      const from = i * keys + j;
      if (scaled[from] === -Infinity) continue;
      const to = row + Math.floor((j * columns) / keys);
      small.scaled[to] = 0;
      if (weights[from] > small.weights[to]) small.weights[to] = weights[from];
    }
  }
  return small;
}
