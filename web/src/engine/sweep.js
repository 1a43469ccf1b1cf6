import { snapshot } from './kept.js';
import { inParallel, nextTask } from './parallel.js';
import { list, masking, members, number, runOptions, scaling } from './request.js';
import { seedWords } from './seed.js';
import { wrong } from './wrong.js';

/**
 * @typedef {{ n: number, dK: number, scaling: import('./request.js').Scaling, mask: import('./request.js').Mask }} Configuration
 * @typedef {{ first: number, last: number, from: number, to: number }} Part configurations first .. last for the seeds from .. to
 * @typedef {import('./calling-thread.js').CallingThread | import('./worker-pool.js').WorkerPool} Executor
 */

/** How long one part should take, in nanoseconds: short enough to be cancelled between two, long enough to be worth a message. */
const partTime = 50e6;

/**
 * What a caller asks for, as it is now: rows name their combinations too.
 *
 * @param {import('./api.js').SweepInput} input
 * @param {import('./api.js').SweepOptions} options
 */
export function sweepParams(input, options) {
  const { rowShares = false, resamples = 0, signal, onProgress } = runOptions(options, ['signal', 'onProgress', 'rowShares', 'resamples']);
  const { temperature, seeds, ...axes } = members(input, 'input', ['n', 'dK', 'scale', 'mask', 'temperature', 'seeds']);
  const combinations = combinationsOf(snapshot(axes, 'input'));
  const configurations = combinations.map(({ n, dK, scale, mask }) => ({
    n: number(n, 'n'),
    dK: number(dK, 'dK'),
    scaling: scaling(scale, temperature),
    mask: masking(mask),
  }));
  count(resamples, 'resamples');
  const words = list(seeds, 'seeds').map((seed) => seedWords(seed, 'seeds'));
  return { combinations, configurations, seeds: words, rowShares, resamples, signal, onProgress };
}

/**
 * Runs every combination for every seed in parts, spread over the executor's threads. The statistics of each seed are kept and
 * summarized in the order of the seeds, so the result has the same bits however the parts were cut and whoever computed them.
 *
 * @param {ReturnType<typeof sweepParams>} params
 * @param {Executor} executor
 * @returns {Promise<{ rows: import('./api.js').SweepRow[] }>}
 */
export async function sweep({ combinations, configurations, seeds, rowShares, resamples, signal, onProgress }, executor) {
  const parts = partsOf(configurations, seeds.length);
  const positions = configurations.map(() => /** @type {number[]} */ ([]));
  const total = configurations.length * seeds.length;
  let done = 0;
  const results = await inParallel(parts, Math.max(1, executor.size), signal, async ({ first, last, from, to }, signal) => {
    const params = { configurations: configurations.slice(first, last), seeds: seeds.slice(from, to), rowShares };
    const { statistics, sums } = await executor.run('sweepSeeds', params, signal);
    addPositions(positions.slice(first, last), configurations.slice(first, last), sums);
    done += (last - first) * (to - from);
    onProgress?.({ done, total });
    if (executor.size === 0) await nextTask(); // lets the caller's page live, and the signal be heard
    return statistics;
  });

  const statistics = configurations.map((_, c) => inSeedOrder(c, parts, results));
  const summaries = await executor.run('summarize', { statistics, resamples }, signal);
  const rowShare = (/** @type {number} */ c) => (rowShares ? { rowShare: means(positions[c]) } : {});
  return { rows: combinations.map((combination, c) => ({ ...combination, ...summaries[c], ...rowShare(c) })) };
}

/**
 * Adds the sums of a part. They are exact (see sweep.hpp), so that the order in which parts arrive does not matter.
 *
 * @param {number[][]} positions
 * @param {Configuration[]} configurations
 * @param {Float64Array} sums the share and the seeds of each row of each configuration; empty when not asked for
 */
function addPositions(positions, configurations, sums) {
  let at = 0;
  for (const [c, { n }] of configurations.entries()) {
    for (let i = 0; i < 2 * n && at < sums.length; ++i, ++at) positions[c][i] = (positions[c][i] ?? 0) + sums[at];
  }
}

/** @param {number[]} sums */
const means = (sums) => Array.from({ length: sums.length / 2 }, (_, i) => (sums[2 * i + 1] > 0 ? sums[2 * i] / sums[2 * i + 1] : null));

/** @param {unknown} value @param {string} field */
function count(value, field) {
  const most = 10_000;
  const given = number(value, field);
  if (Number.isInteger(given) && given >= 0 && given <= most) return;
  throw wrong(given < 0 || given > most ? 'out-of-range' : 'not-whole', field, given, `a whole number from 0 to ${most}`, { lowest: 0, highest: most });
}

/** @param {Omit<import('./api.js').SweepInput, 'temperature' | 'seeds'>} axes */
function combinationsOf({ n, dK, scale = 'sqrt', mask = 'none' }) {
  const [ns, dKs, scales, masks] = [asList(n, 'n'), asList(dK, 'dK'), asList(scale, 'scale'), asList(mask, 'mask')];
  return ns.flatMap((n) => dKs.flatMap((dK) => scales.flatMap((scale) => masks.map((mask) => ({ n, dK, scale, mask })))));
}

/**
 * @template T
 * @param {T | readonly T[]} value
 * @param {string} field
 */
const asList = (value, field) => (Array.isArray(value) ? list(/** @type {readonly T[]} */ (value), field) : [/** @type {T} */ (value)]);

/**
 * Cuts the work: neighbouring configurations stay together, because they share the draw of their seeds, unless a single seed
 * of them would take too long.
 *
 * @param {Configuration[]} configurations
 * @param {number} seeds
 */
export function partsOf(configurations, seeds) {
  /** @type {Part[]} */
  const parts = [];
  for (let first = 0, last; first < configurations.length; first = last) {
    let time = runTime(configurations[first]);
    for (last = first + 1; last < configurations.length; ++last) {
      const more = runTime(configurations[last]);
      if (time + more > partTime) break;
      time += more;
    }
    const step = Math.max(1, Math.floor(partTime / time));
    for (let from = 0; from < seeds; from += step) parts.push({ first, last, from, to: Math.min(from + step, seeds) });
  }
  return parts;
}

/**
 * About how long one seed takes, in nanoseconds: numbers drawn, products, exponentials. At least a microsecond, also for sizes
 * that the core is going to refuse.
 *
 * @param {Configuration} configuration
 */
const runTime = ({ n, dK }) => Math.max(1000, 2 * n * dK * 12 + n * n * (dK + 20));

/**
 * The statistics of configuration c for all seeds. The parts of one configuration come in the order of their seeds.
 *
 * @param {number} c
 * @param {Part[]} parts
 * @param {Float64Array[]} results
 */
function inSeedOrder(c, parts, results) {
  const pieces = parts.flatMap(({ first, last }, i) => {
    if (c < first || c >= last) return [];
    const length = results[i].length / (last - first);
    return [results[i].subarray((c - first) * length, (c - first + 1) * length)];
  });
  const whole = new Float64Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
