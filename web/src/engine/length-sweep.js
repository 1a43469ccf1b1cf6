import { inParallel, nextTask } from './parallel.js';
import { noPositions, positionsParams } from './positions.js';
import { list, masking, members, number, scaling } from './request.js';
import { seedWords } from './seed.js';
import { deviation, mean, quantiles } from './statistics.js';

/**
 * @typedef {object} PointParams
 * @property {number} length
 * @property {import('./request.js').Scaling} scaling
 * @property {import('./request.js').Mask} mask
 * @property {boolean} rotate
 * @property {import('./positions.js').PositionsParams} positions
 */

/** The core's LengthStatistics, in its order. */
const names = /** @type {const} */ (['meanEntropy', 'entropyShare', 'effectiveKeys', 'maxWeight', 'visibleKeys', 'sinkWeight', 'failedRows']);

/**
 * A few queries at the end of contexts of many lengths, for every seed. One request to a thread is one seed: its keys are drawn
 * once for all points. Numbers are put together in the order of the seeds, so they do not depend on the number of workers.
 *
 * @param {import('./sweep.js').Executor} executor
 * @param {import('./api.js').LengthsInput} input
 * @param {import('./api.js').ProgressOptions} options
 * @returns {Promise<{ rows: import('./api.js').LengthRow[] }>}
 */
export async function lengthSweep(executor, input, { signal, onProgress }) {
  const { dK, queries = 4, temperature, points, seeds } = members(input, 'input', ['dK', 'queries', 'temperature', 'points', 'seeds']);
  const params = {
    dK: number(dK, 'dK'),
    queries: number(queries, 'queries'),
    points: list(points, 'points').map((point) => {
      const { length, scale, mask, positions = null } = members(point, 'points', ['length', 'scale', 'mask', 'positions']);
      return {
        length: number(length, 'lengths'),
        scaling: scaling(scale, temperature),
        mask: masking(mask),
        rotate: positions !== null,
        positions: positions === null ? noPositions : positionsParams(positions, { dK, length }),
      };
    }),
  };
  const words = list(seeds, 'seeds').map((seed) => seedWords(seed, 'seeds'));
  let done = 0;
  const results = await inParallel(words, Math.max(1, executor.size), signal, async (seed, signal) => {
    const { statistics } = await executor.run('lengths', { ...params, seed }, signal);
    onProgress?.({ done: ++done, total: words.length });
    if (executor.size === 0) await nextTask(); // lets the caller's page live, and the signal be heard
    return statistics;
  });
  return { rows: points.map((point, p) => ({ ...point, ...summary(p, results) })) };
}

/**
 * @param {number} p
 * @param {Float64Array[]} results of every seed
 * @returns {import('./api.js').LengthStatistics}
 */
function summary(p, results) {
  const column = (/** @type {typeof names[number]} */ name) =>
    results.map((statistics) => statistics[p * names.length + names.indexOf(name)]).filter((value) => !Number.isNaN(value));
  const shares = column('entropyShare');
  return {
    meanEntropy: mean(column('meanEntropy')),
    entropyQuantiles: quantiles(column('meanEntropy')),
    entropyShare: mean(shares),
    shareDeviation: deviation(shares),
    shareQuantiles: quantiles(shares),
    effectiveKeys: mean(column('effectiveKeys')),
    effectiveQuantiles: quantiles(column('effectiveKeys')),
    maxWeight: column('maxWeight').reduce((a, b) => Math.max(a, b), 0),
    visibleKeys: mean(column('visibleKeys')),
    sinkWeight: mean(column('sinkWeight')),
    failedRows: column('failedRows').reduce((a, b) => a + b, 0),
  };
}
