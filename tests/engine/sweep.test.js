import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { engine, isClose, servedBy } from './setup.js';
import { compile } from '../../web/src/engine/compile.js';
import { engineOn } from '../../web/src/engine/engine-on.js';
import { partsOf } from '../../web/src/engine/sweep.js';
import { WorkerPool } from '../../web/src/engine/worker-pool.js';
import { ThreadWorker } from './thread-worker.js';

/** @type {WebAssembly.Module} */
let module;
before(async () => {
  module = await compile('whole');
});

const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);

test('every combination in the order of the lists', async () => {
  const { rows } = await engine.sweep({ n: [4, 8], dK: [16, 3], scale: ['none', 0.5], mask: ['none', { window: 2 }], seeds: [1, 2] });
  assert.deepEqual(
    rows.slice(0, 5).map(({ n, dK, scale, mask }) => [n, dK, scale, mask]),
    [[4, 16, 'none', 'none'], [4, 16, 'none', { window: 2 }], [4, 16, 0.5, 'none'], [4, 16, 0.5, { window: 2 }], [4, 3, 'none', 'none']],
  );
  assert.equal(rows.length, 16);
});

test('says what attend says of each seed', async () => {
  const seeds = [0, 1, 2, 3, -4, 2n ** 80n];
  const shape = { n: 9, dK: 20 };
  for (const scale of /** @type {const} */ (['none', 'sqrt', 'linear', 0.3])) {
    for (const mask of /** @type {const} */ (['none', 'causal', { window: 3 }])) {
      const { rows: [row] } = await engine.sweep({ ...shape, scale, mask, temperature: 2, seeds });
      const runs = await Promise.all(seeds.map((seed) => engine.attend({ seed, ...shape }, { scale, mask, temperature: 2 })));
      const mean = (/** @type {(run: any) => number} */ of) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
      const expected = [
        Math.max(...runs.map((run) => Number(run.maxWeight))),
        mean((run) => run.maxWeight),
        mean((run) => run.meanEntropy),
        mean((run) => run.entropyShare),
        mean((run) => run.meanJacobian),
        Math.sqrt(mean((run) => run.meanSquareLogit)),
      ];
      const { maxWeight, meanMaxWeight, meanEntropy, entropyShare, meanJacobian, rmsLogit } = row;
      const actual = [maxWeight, meanMaxWeight, meanEntropy, entropyShare, meanJacobian, rmsLogit].map(Number);
      assert.ok(isClose(actual, expected, 1e-9), `${scale}: ${actual} instead of ${expected}`);
    }
  }
});

test('intervals and quantiles enclose the mean; one seed has no interval', async () => {
  const { rows: [many] } = await engine.sweep({ n: 8, dK: 64, scale: 'none', seeds: range(200) });
  const [low, high] = many.shareInterval.map(Number);
  assert.ok(low < Number(many.entropyShare) && Number(many.entropyShare) < high && high - low < 0.05);
  assert.deepEqual([...many.shareQuantiles].sort((a, b) => Number(a) - Number(b)), many.shareQuantiles);
  const { rows: [one] } = await engine.sweep({ n: 8, dK: 64, seeds: [7] });
  assert.deepEqual(one.shareInterval, [null, null]);
});

test('shares by row position are the means of what attend says of the rows', async () => {
  const input = { n: 6, dK: 10, mask: /** @type {const} */ ('causal') };
  const { rows: [{ rowShare }] } = await engine.sweep({ ...input, seeds: range(40) }, { rowShares: true });
  const runs = await Promise.all(range(40).map((seed) => engine.attend({ seed, n: 6, dK: 10 }, { mask: 'causal' })));
  assert.equal(rowShare?.length, 6);
  assert.equal(rowShare[0], null);
  for (let i = 1; i < 6; ++i) {
    const mean = runs.reduce((sum, run) => sum + Number(run.rowShare[i]), 0) / 40;
    assert.ok(Math.abs(Number(rowShare[i]) - mean) < 1e-9);
  }
});

test('bootstrap means spread as the interval says, and together in all combinations', async () => {
  const { rows } = await engine.sweep({ n: 8, dK: [64, 64], scale: 'none', seeds: range(500) }, { resamples: 2000 });
  const [{ shareResamples, entropyShare, shareInterval }, again] = rows;
  assert.deepEqual(again.shareResamples, shareResamples);
  const sorted = Float64Array.from(/** @type {Float64Array} */ (shareResamples)).sort();
  const [low, high] = shareInterval.map(Number);
  assert.ok(Math.abs(sorted[50] - low) < 0.1 * (high - low) && Math.abs(sorted[1949] - high) < 0.1 * (high - low));
  assert.ok(sorted[0] < Number(entropyShare) && Number(entropyShare) < sorted[1999]);
  await assert.rejects(engine.sweep({ n: 2, dK: 2, seeds: [1] }, { resamples: 1.5 }), { code: 'not-whole', field: 'resamples' });
});

test('the share falls as far as an independent measurement says', async () => {
  const { rows } = await engine.sweep({ n: 8, dK: [64, 256], scale: 'none', seeds: range(1000) });
  assert.ok(Math.abs(Number(rows[0].entropyShare) - 0.154) < 0.006);
  assert.ok(Math.abs(Number(rows[1].entropyShare) - 0.073) < 0.005);
});

test('rows that see one key have no share', async () => {
  const { rows: [row] } = await engine.sweep({ n: 1, dK: 4, seeds: [1, 2] });
  assert.deepEqual([row.entropyShare, row.maxWeight, row.meanEntropy], [null, 1, 0]);
});

describe('the same bits', () => {
  const input = { n: [5, 64], dK: [7, 300], scale: /** @type {const} */ (['none', 'sqrt']), mask: /** @type {const} */ (['causal']), seeds: range(60) };
  const options = { rowShares: true, resamples: 20 };
  /** @type {unknown} */
  let expected;
  before(async () => {
    expected = await engine.sweep(/** @type {any} */ (input), options);
  });

  for (const workers of [1, 2, 5]) {
    test(`with ${workers} workers`, async (t) => {
      const pool = new WorkerPool({ createWorker: () => new ThreadWorker(), module, part: 'whole', size: workers });
      t.after(() => pool.close());
      assert.deepEqual(await engineOn(servedBy(pool), { ...engine.info, workers }).sweep(/** @type {any} */ (input), options), expected);
    });
  }

  test('for each combination alone', async () => {
    const { rows } = /** @type {any} */ (expected);
    for (const row of rows) {
      const { rows: [alone] } = await engine.sweep({ n: row.n, dK: row.dK, scale: row.scale, mask: row.mask, seeds: input.seeds }, options);
      assert.deepEqual(alone, row);
    }
  });
});

test('parts cover every run exactly once', () => {
  const configuration = (/** @type {number} */ n, /** @type {number} */ dK) => /** @type {any} */ ({ n, dK });
  const configurations = [...range(40).map((i) => configuration(8, 16 * (i + 1))), configuration(4096, 4096), configuration(1e9, 1), configuration(-1, 1)];
  const seeds = 10000;
  const runs = partsOf(configurations, seeds).reduce((sum, { first, last, from, to }) => sum + (last - first) * (to - from), 0);
  assert.equal(runs, configurations.length * seeds);
  for (const c of configurations.keys()) {
    const mine = partsOf(configurations, 777).filter(({ first, last }) => first <= c && c < last);
    assert.equal(mine[0].from, 0);
    assert.equal(mine[mine.length - 1].to, 777);
    for (const [i, part] of mine.slice(1).entries()) assert.equal(part.from, mine[i].to);
  }
});

test('progress counts runs up to all of them', async () => {
  /** @type {{ done: number, total: number }[]} */
  const progress = [];
  await engine.sweep({ n: 32, dK: [64, 256], seeds: range(600) }, { onProgress: (event) => progress.push(event) });
  assert.ok(progress.length > 1);
  assert.deepEqual(progress[progress.length - 1], { done: 1200, total: 1200 });
  assert.ok(progress.every(({ done, total }, i) => total === 1200 && done > (progress[i - 1]?.done ?? 0)));
});

test('can be cancelled between two parts, on the calling thread and on workers', async (t) => {
  const pool = new WorkerPool({ createWorker: () => new ThreadWorker(), module, part: 'whole', size: 2 });
  t.after(() => pool.close());
  for (const each of [engine, engineOn(servedBy(pool), { ...engine.info, workers: 2 })]) {
    const abort = new AbortController();
    let last = 0;
    const running = each.sweep(
      { n: 64, dK: 256, seeds: range(100_000) },
      { signal: abort.signal, onProgress: ({ done }) => { last = done; setTimeout(() => abort.abort()); } },
    );
    await assert.rejects(running, { code: 'cancelled' });
    assert.ok(last > 0 && last < 100_000);
    assert.equal((await each.attend({ seed: 7, n: 8, dK: 64 })).n, 8);
  }
});

test('a callback that throws ends the sweep with its error', async () => {
  const failing = engine.sweep({ n: 8, dK: 8, seeds: [1] }, { onProgress: () => { throw new RangeError('mine'); } });
  await assert.rejects(failing, new RangeError('mine'));
});

test('a sweep over n up to 4096 and d_k up to 4096', async () => {
  const { rows } = await engine.sweep({ n: [1, 4096], dK: 1, scale: 'sqrt', seeds: [0] });
  assert.ok(Number(rows[1].entropyShare) > 0.9);
  const { rows: [wide] } = await engine.sweep({ n: 2, dK: 4096, scale: 'none', seeds: range(5) });
  assert.ok(Math.abs(Number(wide.rmsLogit) / 64 - 1) < 0.5);
});
