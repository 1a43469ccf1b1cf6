import { choice, masking, members, number, sampled, sampleNames } from './request.js';
import { cancelled, wrong } from './wrong.js';

/**
 * @typedef {object} MeasureParams
 * @property {'loop' | 'rows' | 'matrix' | 'tiled'} algorithm
 * @property {import('./request.js').Sizes} sizes
 * @property {number[]} seed
 * @property {import('./request.js').Mask} mask
 * @property {'f32' | 'f64'} precision
 *
 * @typedef {ReturnType<import('./sweep.js').Executor['fork']>} Thread
 * @typedef {{ thread: Thread, steps: number, rows: number }} Share a worker and its part of the queries, ready to run
 */

/** What all runs together have to take, and one time that counts, in milliseconds and in steps of the clock. */
const wantedTotal = { milliseconds: 50, clockSteps: 50 };
const timesWanted = 5;

/** Longer runs are taken this often too, unless they then took more than so many milliseconds in all: the first is slow. */
const fewTimes = 3;
const fewTimesTotal = 500;

/** A request to a worker lasts about this long, in milliseconds: then progress is told and a signal is heard. */
const partTime = 40;

/** About how many multiplications the check against the loop may take, and on how many rows it is made at least. */
const checkEffort = 2e7;
const checkedRows = 4;

/**
 * @param {import('./sweep.js').Executor} executor
 * @param {import('./api.js').MeasureInput} input
 * @param {import('./api.js').ProgressOptions} options
 * @returns {Promise<import('./api.js').Measured>}
 */
export async function measure(executor, input, { signal, onProgress }) {
  const params = measureParams(input);
  const repeats = wholeFromOne(input.repeats ?? 1, 'repeats');
  const workers = Math.min(wholeFromOne(input.workers ?? 1, 'workers'), Math.max(1, executor.size), params.sizes.n);
  if (signal?.aborted) throw cancelled();

  const threads = Array.from({ length: Math.max(1, workers) }, () => executor.fork());
  try {
    const parts = rowParts(params.sizes.n, threads.length);
    const prepared = await Promise.all(threads.map((thread, i) => thread.run('prepareMeasurement', { ...params, ...parts[i] }, signal)));
    const shares = threads.map((thread, i) => ({ thread, steps: prepared[i].steps, rows: parts[i].rows }));
    const times = await timesOf(shares, repeats, executor.size === 0, { signal, onProgress });
    const differences = await Promise.all(shares.map((share) => difference(share, params.sizes, signal)));
    const sum = (/** @type {'workingBytes' | 'formulaBytes'} */ name) => prepared.reduce((total, part) => total + part[name], 0);
    return {
      ...times,
      workers: threads.length,
      workingBytes: sum('workingBytes'),
      formulaBytes: sum('formulaBytes'),
      inputBytes: inputBytes(params, threads.length),
      maxDifference: differences.some(Number.isNaN) ? null : Math.max(...differences),
    };
  } finally {
    for (const thread of threads) thread.close();
  }
}

const measureNames = [...sampleNames, 'algorithm', 'mask', 'precision', 'repeats', 'workers'];

/** @param {import('./api.js').MeasureInput} input @returns {MeasureParams} */
function measureParams(input) {
  const { algorithm, mask, precision = 'f32', seed = 0 } = members(input, 'input', measureNames);
  const run = masking(mask);
  if (run.sinks !== 0) throw wrong('unknown-choice', 'mask', mask, "'none', 'causal' or { window } without sinks");
  return {
    algorithm: choice(algorithm, ['loop', 'rows', 'matrix', 'tiled'], 'algorithm'),
    ...sampled({ ...input, seed }),
    mask: run,
    precision: choice(precision, ['f32', 'f64'], 'precision'),
  };
}

/** @param {unknown} value @param {string} field */
function wholeFromOne(value, field) {
  const given = number(value, field);
  if (!Number.isInteger(given) || given < 1) throw wrong('out-of-range', field, given, 'a whole number from 1 on');
  return given;
}

/** Queries as evenly as can be. A wrong n makes one part, for the core to refuse. @param {number} n @param {number} count */
export function rowParts(n, count) {
  const ends = Array.from({ length: count + 1 }, (_, i) => (count === 1 ? i * n : Math.round((i * n) / count)));
  return Array.from({ length: count }, (_, i) => ({ firstRow: ends[i], rows: ends[i + 1] - ends[i] }));
}

/** @param {MeasureParams} params @param {number} workers */
function inputBytes({ sizes: { n, keys, dK, dV }, precision }, workers) {
  return (precision === 'f64' ? 8 : 4) * (n + workers * keys) * (dK + dV);
}

/**
 * @param {Share[]} shares
 * @param {number} repeats
 * @param {boolean} pausing whether the calling thread computes, and has to be given back between two parts
 * @param {import('./api.js').ProgressOptions} options
 */
async function timesOf(shares, repeats, pausing, { signal, onProgress }) {
  const { step } = await shares[0].thread.run('clockStep', undefined, signal);
  const wanted = Math.max(wantedTotal.milliseconds, wantedTotal.clockSteps * step);
  const resolved = wanted / timesWanted;
  const run = runner(shares, pausing, signal);

  /** @type {number[]} */
  let times = [];
  let together = 1; // runs that are timed as one
  let total = 0;
  let shown = 0;
  while (total < wanted || times.length < repeats || (times.length < fewTimes && total < fewTimesTotal)) {
    const mean = total / times.length;
    const runs = times.length === 0 ? 1 : Math.max(repeats, wanted / mean, Math.min(fewTimes, fewTimesTotal / mean));
    const milliseconds = await run(together, (share) => {
      const done = Math.min(1, (times.length + share) / runs);
      if (together === 1 && done > shown) onProgress?.({ done: (shown = done), total: 1 });
    });
    if (milliseconds < resolved) {
      // Too short for this clock. What was timed before was slower, as the first runs of a program are: forgotten.
      together *= milliseconds > 0 ? Math.min(16, Math.ceil((1.2 * resolved) / milliseconds)) : 16;
      times = [];
      total = 0;
      continue;
    }
    times.push(milliseconds / together);
    total += milliseconds;
  }
  onProgress?.({ done: 1, total: 1 });
  times.sort((a, b) => a - b);
  const middle = (times.length - 1) / 2;
  const median = (times[Math.floor(middle)] + times[Math.ceil(middle)]) / 2;
  return { milliseconds: { min: times[0], median, max: times[times.length - 1] }, repeats: times.length * together };
}

/**
 * A function that runs the algorithm some times over on all shares at once and answers how long that took.
 *
 * @param {Share[]} shares
 * @param {boolean} pausing
 * @param {AbortSignal | undefined} signal
 */
function runner(shares, pausing, signal) {
  const lengths = shares.map(() => 1); // of the next part, in steps

  return async (/** @type {number} */ times, /** @type {(share: number) => void} */ onProgress) => {
    const done = shares.map(() => 0);
    const steps = shares.reduce((sum, share) => sum + share.steps, 0);
    const start = performance.now();
    const own = await Promise.all(
      shares.map(async (share, i) => {
        let sum = 0;
        while (done[i] < share.steps) {
          const first = done[i];
          const past = times > 1 ? share.steps : Math.min(first + lengths[i], share.steps);
          const { milliseconds } = await share.thread.run('runMeasurement', { first, past, times }, signal);
          sum += milliseconds;
          done[i] = past;
          if (times === 1) lengths[i] = Math.max(1, Math.floor((past - first) * Math.min(4, partTime / Math.max(milliseconds, 0.01))));
          onProgress(done.reduce((a, b) => a + b) / steps);
          if (pausing) await nextTask();
        }
        return sum;
      }),
    );
    return shares.length === 1 ? own[0] : performance.now() - start;
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {Share} share
 * @param {import('./request.js').Sizes} sizes
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<number>}
 */
async function difference({ thread, rows }, { keys, dK, dV }, signal) {
  const affordable = Math.max(checkedRows, Math.floor(checkEffort / (keys * (dK + dV))));
  return (await thread.run('checkMeasurement', { rows: Math.min(rows, affordable) }, signal)).difference;
}
