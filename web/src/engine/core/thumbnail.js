/**
 * Each cell is the largest weight of its block.
 *
 * @param {{ n: number, keys: number, weights: Float64Array, scaled: Float64Array }} attention
 * @param {number} side the most cells on a side
 * @returns {import('../api.js').SmallWeights}
 */
export function thumbnail({ n, keys, weights, scaled }, side) {
  const rows = Math.min(n, side);
  const columns = Math.min(keys, side);
  const small = { n: rows, keys: columns, weights: new Float32Array(rows * columns), scaled: new Float32Array(rows * columns).fill(-Infinity) };
  const columnOf = Uint32Array.from({ length: keys }, (_, j) => Math.floor((j * columns) / keys));
  for (let i = 0; i < n; i += 1) {
    const row = Math.floor((i * rows) / n) * columns;
    for (let j = 0; j < keys; j += 1) {
      const from = i * keys + j;
      if (scaled[from] === -Infinity) continue;
      const to = row + columnOf[j];
      small.scaled[to] = 0;
      if (weights[from] > small.weights[to]) small.weights[to] = weights[from];
    }
  }
  return small;
}
