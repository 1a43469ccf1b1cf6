import v8 from 'node:v8';

// Node 20 has relaxed SIMD behind this flag, which newer ones do not know. It must be set before the first module is compiled.
if (parseInt(process.versions.node) < 22) v8.setFlagsFromString('--experimental-wasm-relaxed-simd');

const { createEngine } = await import('../../web/src/engine/engine.js');

export { createEngine };

/** Both modules, in the order [simd, relaxed]. */
export const engines = await Promise.all([createEngine({ variant: 'simd' }), createEngine({ variant: 'relaxed' })]);

export const engine = engines[0];

/** Relative to the expected number: rounding of a few hundred float64 operations stays far below. */
export const tolerance = 1e-12;

/**
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 */
export function isClose(actual, expected, relative = tolerance) {
  if (actual.length !== expected.length) return false;
  return Array.from(actual).every((value, i) => Math.abs(value - expected[i]) <= relative * Math.abs(expected[i]));
}

/** Every number in a result, whatever it is in. @param {unknown} value @returns {number[]} */
export function numbersIn(value) {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return (ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : Object.values(value)).flatMap(numbersIn);
}

/**
 * One executor for requests of every kind.
 *
 * @param {import('../../web/src/engine/sweep.js').Executor} executor
 * @returns {import('../../web/src/engine/engine-on.js').Executors}
 */
export const servedBy = (executor) => ({ first: executor, whole: async () => executor, kernels: async () => executor, close: () => executor.close() });
