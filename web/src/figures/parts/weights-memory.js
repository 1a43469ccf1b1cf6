/** What n x n weights take, as formulas. */
/** Bytes of one number. @type {Readonly<Record<string, number>>} */
export const formatBytes = Object.freeze({ float32: 4, float16: 2, bfloat16: 2, int8: 1, fp8: 1 });

/** The table's lengths: powers of two, and the 128,000 that models are sold with. */
export const tableLengths = Object.freeze([1024, 2048, 4096, 8192, 16384, 32768, 65536, 128000, 131072, 262144, 524288, 1048576]);

/**
 * @typedef {{ heads: number, layers: number, batch: number, format: string }} Matrices how many matrices of what numbers
 *
 * @param {number} n @param {Matrices} matrices
 */
export function weightsMemory(n, { heads, layers, batch, format }) {
  const perPair = heads * layers * batch * formatBytes[format];
  const bytes = n * n * perPair;
  return { bytes, gigabytes: bytes / 1e9, gibibytes: bytes / 2 ** 30, causalBytes: ((n * (n + 1)) / 2) * perPair };
}

/** The largest n whose matrices fit in so many bytes. @param {number} bytes @param {Matrices} matrices */
export function largestLength(bytes, { heads, layers, batch, format }) {
  const perPair = heads * layers * batch * formatBytes[format];
  let n = Math.floor(Math.sqrt(bytes / perPair));
  while (n * n * perPair > bytes) n -= 1; // where the root was rounded up
  return n;
}
