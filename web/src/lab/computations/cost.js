/** Times attention computed four ways, on the reader's machine and only on the reader's wish. */

/** @typedef {import('../../engine/api.js').MeasureInput} MeasureInput */

/** Keys in sight of the window whose cost is shown. */
export const windowKeys = 256;

const smallest = 256;

/** The loop and the rows are not pursued beyond this, in milliseconds: they would keep the reader waiting for no news. */
const longestRun = 3000;

/**
 * What is measured, in the order of the figure. `effort` is a first guess of the time a multiplication takes, relative to
 * the others, for the progress bar.
 *
 * @type {readonly { id: string, input: Pick<MeasureInput, 'algorithm' | 'mask'>, everyWorker?: boolean, effort: number, growth: number, limit?: number }[]}
 */
export const series = Object.freeze([
  { id: 'loop', input: { algorithm: 'loop' }, effort: 25, growth: 4, limit: longestRun },
  { id: 'rows', input: { algorithm: 'rows' }, effort: 2, growth: 4, limit: longestRun },
  { id: 'matrix', input: { algorithm: 'matrix' }, effort: 1, growth: 4 },
  { id: 'tiled', input: { algorithm: 'tiled' }, effort: 1, growth: 4 },
  { id: 'workers', input: { algorithm: 'tiled' }, everyWorker: true, effort: 0.6, growth: 4 },
  { id: 'causal', input: { algorithm: 'tiled', mask: 'causal' }, effort: 0.5, growth: 4 },
  { id: 'window', input: { algorithm: 'tiled', mask: { window: windowKeys } }, effort: 0.1, growth: 2 },
]);

/** Doubling from 256 on. @param {number} largest */
export function sizesUpTo(largest) {
  const sizes = [];
  for (let n = smallest; n <= largest; n *= 2) sizes.push(n);
  return sizes;
}

/** @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress, onPartial, isAsked }) {
  const { dk, upto, seed } = values;
  const { workers, variant } = engine.info;
  const sizes = sizesUpTo(Number(upto));
  const chosen = series.filter(({ everyWorker }) => !everyWorker || workers > 1);
  /** @type {any} */
  let data = { dk, workers, variant, window: windowKeys, series: chosen.map(({ id }) => id), results: [], stops: [] };
  if (!isAsked) return data;

  const plan = sizes.flatMap((n) => chosen.map((one) => ({ ...one, n, share: one.effort * n ** 2 })));
  const total = plan.reduce((sum, { share }) => sum + share, 0);
  let done = 0;
  for (const { id, input, everyWorker, growth, limit = Infinity, n, share } of plan) {
    const stopped = data.stops.some((/** @type {any} */ stop) => stop.series === id);
    const last = data.results.findLast((/** @type {any} */ result) => result.series === id);
    const expected = last ? last.milliseconds.median * growth : 0;
    if (!stopped && expected > limit) {
      data = { ...data, stops: [...data.stops, { series: id, n, reason: 'slow', milliseconds: expected }] };
    } else if (!stopped) {
      try {
        const result = await engine.measure(
          { ...input, n, dK: dk, seed, workers: everyWorker ? workers : 1 },
          { signal, onProgress: (/** @type {any} */ part) => onProgress({ done: done + (share * part.done) / part.total, total }) },
        );
        data = { ...data, results: [...data.results, { series: id, n, ...result }] };
      } catch (/** @type {any} */ error) {
        if (error.code !== 'too-large' && error.code !== 'out-of-memory') throw error;
        data = { ...data, stops: [...data.stops, { series: id, n, reason: 'memory', bytes: error.values.given || n ** 2 * 4 }] };
      }
    }
    done += share;
    onProgress({ done, total });
    onPartial(data);
  }
  return data;
}
