import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exponent, lastDoubling } from '../../web/src/figures/cost/power-law.js';
import { formatBytes, largestLength, weightsMemory } from '../../web/src/figures/parts/weights-memory.js';
import { compute, series, sizesUpTo } from '../../web/src/lab/computations/cost.js';
import { formatBytesShort, formatTime } from '../../web/src/text/units.js';

const one = { heads: 1, layers: 1, batch: 1, format: 'float32' };

describe('the n x n table', () => {
  test('has the numbers of the article and of its sources', () => {
    const { bytes, gigabytes, gibibytes, causalBytes } = weightsMemory(128000, one);
    assert.equal(bytes, 65_536_000_000);
    assert.equal(gigabytes, 65.536);
    assert.equal(gibibytes.toFixed(2), '61.04');
    assert.equal(causalBytes, 4 * 64000 * 128001);
    assert.equal(weightsMemory(131072, { ...one, heads: 32 }).gibibytes, 2048);
    assert.equal(weightsMemory(1024, { heads: 2, layers: 3, batch: 5, format: 'fp8' }).bytes, 30 * 1024 ** 2);
  });

  test('pitfall 60: sizes beyond 32 bits do not wrap', () => {
    for (const [n, bytes] of [[16384, 2 ** 30], [23171, 2147580964], [32768, 2 ** 32], [40000, 6.4e9], [65536, 2 ** 34]]) {
      assert.equal(weightsMemory(n, one).bytes, bytes);
    }
  });

  test('the largest n that fits just fits', () => {
    for (const format of Object.keys(formatBytes)) {
      for (const gibibytes of [0.001, 1, 16, 24.5, 1024]) {
        const matrices = { heads: 3, layers: 2, batch: 1, format };
        const n = largestLength(gibibytes * 2 ** 30, matrices);
        assert.ok(weightsMemory(n, matrices).bytes <= gibibytes * 2 ** 30);
        assert.ok(weightsMemory(n + 1, matrices).bytes > gibibytes * 2 ** 30);
      }
    }
    assert.equal(largestLength(16 * 2 ** 30, one), 65536);
  });
});

describe('how a cost grows', () => {
  const points = [512, 1024, 2048, 4096].map((n) => ({ n, value: 3e-6 * n ** 2 }));

  test('the exponent of a power law and its last doubling', () => {
    assert.ok(Math.abs(Number(exponent(points)) - 2) < 1e-12);
    assert.equal(lastDoubling(points), 4);
  });

  test('pitfall 75: times that were not resolved are left out', () => {
    const broken = [{ n: 128, value: 0 }, { n: 256, value: Infinity }, ...points, { n: 8192, value: NaN }];
    assert.ok(Math.abs(Number(exponent(broken)) - 2) < 1e-12);
    assert.equal(lastDoubling(broken), 4);
    assert.equal(exponent([{ n: 8, value: 0 }]), null);
    assert.equal(lastDoubling([{ n: 8, value: 1 }, { n: 32, value: 2 }]), null);
  });
});

describe('the measurement', () => {
  /** An engine whose times follow a law, and which has no memory for a matrix beyond 1,024. */
  const engineOf = (/** @type {any[]} */ asked) => ({
    info: { workers: 2, variant: 'simd' },
    measure: async (/** @type {any} */ input) => {
      asked.push(input);
      const { algorithm, n } = input;
      if (algorithm === 'matrix' && n > 1024) throw Object.assign(new Error(), { code: 'too-large', values: { given: 4 * n * n } });
      const median = (algorithm === 'loop' ? 1e-3 : 1e-5) * n * n;
      return { milliseconds: { min: median, median, max: median }, repeats: 1, workingBytes: 1, formulaBytes: 1, inputBytes: 1, maxDifference: 0 };
    },
  });
  const values = { dk: 64, upto: '4096', seed: 7 };
  const run = { signal: new AbortController().signal, given: null, onProgress: () => {}, onPartial: () => {} };

  test('starts on the wish of the reader alone', async () => {
    /** @type {any[]} */
    const asked = [];
    const data = await compute(engineOf(asked), values, { ...run, isAsked: false });
    assert.deepEqual([asked.length, data.results.length], [0, 0]);
  });

  test('says where a way was refused for memory or left for its time, and goes on with the others', async () => {
    /** @type {any[]} */
    const asked = [];
    /** @type {number[]} */
    const progress = [];
    const onProgress = (/** @type {any} */ { done, total }) => progress.push(done / total);
    const { results, stops } = await compute(engineOf(asked), values, { ...run, onProgress, isAsked: true });
    assert.deepEqual(stops, [
      { series: 'loop', n: 2048, reason: 'slow', milliseconds: 4 * 1e-3 * 1024 ** 2 },
      { series: 'matrix', n: 2048, reason: 'memory', bytes: 4 * 2048 ** 2 },
    ]);
    for (const id of ['rows', 'tiled', 'workers', 'causal', 'window']) {
      assert.deepEqual(results.filter((/** @type {any} */ result) => result.series === id).map((/** @type {any} */ { n }) => n), sizesUpTo(4096));
    }
    assert.ok(asked.every(({ workers, mask, algorithm }) => workers === 1 || (algorithm === 'tiled' && mask === undefined)));
    assert.equal(progress.at(-1), 1);
    assert.deepEqual(progress, progress.toSorted((a, b) => a - b));
  });

  test('measures more workers only where there are some', async () => {
    /** @type {any[]} */
    const asked = [];
    const alone = { ...engineOf(asked), info: { workers: 1, variant: 'simd' } };
    const data = await compute(alone, values, { ...run, isAsked: true });
    assert.equal(data.series.length, series.length - 1);
    assert.ok(asked.every(({ workers }) => workers === 1));
  });
});

test('times and sizes are said in the unit that fits', () => {
  assert.equal(formatTime('en', 0.0123), '12.3\u00a0\u00b5s');
  assert.equal(formatTime('en', 999.9), '1\u00a0s');
  assert.equal(formatTime('en', null), '\u2013');
  assert.equal(formatBytesShort('en', 2 ** 30), '1\u00a0GiB');
  assert.equal(formatBytesShort('en', 0), '0\u00a0B');
});
