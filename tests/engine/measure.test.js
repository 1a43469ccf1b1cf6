import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { rowParts } from '../../web/src/engine/measure.js';
import { engineOn } from '../../web/src/engine/engine-on.js';
import { compile } from '../../web/src/engine/compile.js';
import { WorkerPool } from '../../web/src/engine/worker-pool.js';
import { engine, engines, servedBy } from './setup.js';
import { ThreadWorker } from './thread-worker.js';

const algorithms = /** @type {const} */ (['loop', 'rows', 'matrix', 'tiled']);
const masks = /** @type {const} */ (['none', 'causal', { window: 5 }]);

describe('measure', () => {
  test('every algorithm agrees with the loop, in both modules, both precisions and under every mask', async () => {
    for (const one of engines) {
      for (const precision of /** @type {const} */ (['f32', 'f64'])) {
        for (const algorithm of algorithms) {
          for (const mask of masks) {
            const { maxDifference } = await one.measure({ algorithm, n: 67, keys: 75, dK: 19, dV: 7, mask, precision });
            const bound = precision === 'f32' ? 2e-6 : 1e-14;
            assert.ok(maxDifference !== null && maxDifference < bound, `${algorithm} ${precision} ${JSON.stringify(mask)}: ${maxDifference}`);
          }
        }
      }
    }
  });

  test('times are ordered and resolved, and repeats at least as many as asked for', async () => {
    const { milliseconds, repeats } = await engine.measure({ algorithm: 'tiled', n: 16, dK: 8, repeats: 3 });
    const { min, median, max } = milliseconds;
    assert.ok(min > 0 && min <= median && median <= max && Number.isFinite(max), JSON.stringify(milliseconds));
    assert.ok(repeats >= 3, String(repeats));
  });

  test('pitfall 75: a clock with coarse steps never gives 0 or infinity', async (t) => {
    const real = performance.now.bind(performance);
    for (const step of [1, 100]) {
      t.mock.method(performance, 'now', () => Math.floor(real() / step) * step);
      const { milliseconds } = await engine.measure({ algorithm: 'rows', n: 16, dK: 8 });
      t.mock.restoreAll();
      const { min, max } = milliseconds;
      assert.ok(min > 0 && Number.isFinite(max) && max < 5, `steps of ${step} ms: ${JSON.stringify(milliseconds)}`);
    }
  });

  test('working bytes come from the allocator: n x keys for matrix, the same at any n for tiled', async () => {
    const bytes = async (/** @type {typeof algorithms[number]} */ algorithm, /** @type {number} */ n) =>
      (await engine.measure({ algorithm, n, dK: 16 })).workingBytes;
    assert.ok((await bytes('matrix', 1024)) >= 4 * 1024 ** 2);
    assert.ok((await bytes('matrix', 1024)) < 1.2 * 4 * 1024 ** 2);
    assert.equal(await bytes('tiled', 1024), await bytes('tiled', 2048));
    assert.ok((await bytes('rows', 2048)) < 4 * 2048 * 1.2);
  });

  test('pitfall 60: matrix refuses what does not fit before allocating, with the size it would need; tiled goes on', async () => {
    for (const [n, matrix] of [[16384, 2 ** 30], [23171, 2147580964], [32768, 2 ** 32], [40000, 6.4e9], [65536, 2 ** 34]]) {
      await assert.rejects(engine.measure({ algorithm: 'matrix', n, dK: 1 }), (/** @type {any} */ error) => {
        assert.equal(error.code, 'too-large');
        assert.ok(error.values.given >= matrix && error.values.given < matrix * 1.01, `${n}: ${error.values.given}`);
        return true;
      });
    }
    const { maxDifference } = await engine.measure({ algorithm: 'tiled', n: 16384, dK: 1, mask: { window: 4 } });
    assert.ok(maxDifference !== null && maxDifference < 1e-6);
  });

  test('names what is wrong with a request', async () => {
    /** @type {[any, string, string][]} */
    const wrongs = [
      [{ algorithm: 'fast', n: 8, dK: 8 }, 'unknown-choice', 'algorithm'],
      [{ algorithm: 'tiled', n: 0, dK: 8 }, 'out-of-range', 'n'],
      [{ algorithm: 'tiled', n: 8.5, dK: 8 }, 'not-whole', 'n'],
      [{ algorithm: 'tiled', n: 8, dK: NaN }, 'not-a-number', 'dK'],
      [{ algorithm: 'tiled', n: 8, dK: 8, precision: 'f16' }, 'unknown-choice', 'precision'],
      [{ algorithm: 'tiled', n: 8, dK: 8, workers: 0 }, 'out-of-range', 'workers'],
      [{ algorithm: 'tiled', n: 8, dK: 8, mask: { window: 0 } }, 'out-of-range', 'window'],
      [{ algorithm: 'tiled', n: 8, dK: 8, mask: { window: 2, sinks: 1 } }, 'unknown-choice', 'mask'],
    ];
    for (const [input, code, field] of wrongs) {
      await assert.rejects(engine.measure(input), { code, field }, JSON.stringify(input));
    }
  });

  test('tells progress, in order and up to the whole', async () => {
    /** @type {number[]} */
    const told = [];
    await engine.measure({ algorithm: 'loop', n: 400, dK: 64 }, { onProgress: ({ done, total }) => told.push(done / total) });
    assert.equal(told.at(-1), 1);
    assert.deepEqual(told, told.toSorted((a, b) => a - b));
  });

  test('is cancelled between two parts on the calling thread', async () => {
    const stop = new AbortController();
    const running = engine.measure(
      { algorithm: 'loop', n: 3000, dK: 64 },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await assert.rejects(running, { code: 'cancelled' });
    const { maxDifference } = await engine.measure({ algorithm: 'tiled', n: 9, dK: 3 });
    assert.ok(maxDifference !== null, 'the engine works on');
  });
});

describe('measure on workers', async () => {
  const module = await compile('kernels-simd');
  const pool = new WorkerPool({ createWorker: () => new ThreadWorker(), module, part: 'kernels', size: 2 });
  const parallel = engineOn(servedBy(pool), { variant: 'simd', lanes: 4, workers: 2, version: '' });
  after(() => parallel.close());

  test('shares the rows of q out and gives the same output under every mask', async () => {
    for (const mask of masks) {
      const { workers, maxDifference } = await parallel.measure({ algorithm: 'tiled', n: 131, keys: 140, dK: 8, mask, workers: 2 });
      assert.equal(workers, 2);
      assert.ok(maxDifference !== null && maxDifference < 2e-6, String(maxDifference));
    }
  });

  test('uses no more workers than there are, nor than there are rows', async () => {
    assert.equal((await parallel.measure({ algorithm: 'tiled', n: 9, dK: 4, workers: 16 })).workers, 2);
    assert.equal((await parallel.measure({ algorithm: 'tiled', n: 1, keys: 9, dK: 4, workers: 2 })).workers, 1);
  });

  test('is cancelled within 200 ms, whatever it is at', async (t) => {
    const stop = new AbortController();
    const running = parallel.measure({ algorithm: 'tiled', n: 65536, dK: 64, workers: 2 }, { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const start = performance.now();
    stop.abort();
    await assert.rejects(running, { code: 'cancelled' });
    const milliseconds = performance.now() - start;
    t.diagnostic(`cancelled within ${milliseconds.toFixed(1)} ms`);
    assert.ok(milliseconds < 200, `${milliseconds} ms`);
    assert.equal((await parallel.measure({ algorithm: 'tiled', n: 9, dK: 4, workers: 2 })).workers, 2, 'its workers are free again');
  });
});

test('parts of the rows are as even as can be and cover all', () => {
  assert.deepEqual(rowParts(10, 3), [
    { firstRow: 0, rows: 3 },
    { firstRow: 3, rows: 4 },
    { firstRow: 7, rows: 3 },
  ]);
  assert.deepEqual(rowParts(8.5, 1), [{ firstRow: 0, rows: 8.5 }]);
});
