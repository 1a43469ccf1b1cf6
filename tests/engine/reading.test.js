import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CallingThread } from '../../web/src/engine/calling-thread.js';
import { compile } from '../../web/src/engine/compile.js';
import { engineOn } from '../../web/src/engine/engine-on.js';
import { WorkerPool } from '../../web/src/engine/worker-pool.js';
import { engine, servedBy } from './setup.js';
import { ThreadWorker } from './thread-worker.js';

/** What a caller gave is read during the call: it may write over its arrays and objects as soon as the call has returned. */

const module = await compile('whole');
const pool = () => new WorkerPool({ createWorker: () => new ThreadWorker(), module, part: 'whole', size: 1 });

/** Every way to answer a request, each still cold. @type {[string, () => import('../../web/src/engine/api.js').Engine][]} */
const engines = [
  ['the calling thread', () => engine],
  ['a calling thread that still loads', () => engineOn(servedBy(new CallingThread(module, 'whole')), { ...engine.info })],
  ['a worker', () => engineOn(servedBy(pool()), { ...engine.info })],
];
const k = [1, 0, 0, 1];
const v = [1, 2];
const sizes = { n: 2, dK: 2, dV: 1 };
/** The rows' first number says which fill was read. @param {{ logits: Float64Array }[]} results */
const firsts = (results) => results.map(({ logits }) => logits[0]);

for (const [name, start] of engines) {
  describe(`given to ${name}`, () => {
    test('one buffer, filled anew for every call', async (t) => {
      const each = start();
      if (each !== engine) t.after(() => each.close());
      for (const buffer of [new Float64Array(4), new Float32Array(4), [0, 0, 0, 0]]) {
        const calls = /** @type {const} */ (['attend', 'gradient', 'overflow']).flatMap((method) =>
          [1, 2, 3].map((value) => each[method]({ q: buffer.fill(value), k, v, ...sizes }, { scale: 'none' })));
        const rotated = [1, 2, 3].map((value) => each.attend({ q: buffer.fill(value), k, v, ...sizes }, { positions: { step: 0 } }));
        const outlines = [1, 2, 3].map((value) => each.outline({ q: buffer.fill(value), k, v, ...sizes }));
        buffer.fill(9);
        assert.deepEqual(firsts(await Promise.all(calls)), [1, 2, 3, 1, 2, 3, 1, 2, 3]);
        assert.deepEqual(firsts(await Promise.all(rotated)), [1, 2, 3]);
        assert.deepEqual((await Promise.all(outlines)).map(({ rmsLogit }) => rmsLogit), [1, 2, 3]);
      }
    });

    test('lists and objects', async (t) => {
      const each = start();
      if (each !== engine) t.after(() => each.close());
      const seeds = [1];
      const mask = { window: 1 };
      const positions = { ropeType: 'longrope', factor: 2, maxPositionEmbeddings: 4, originalMaxPositionEmbeddings: 4, shortFactor: [1], longFactor: new Float64Array([1]) };
      const config = { head_dim: 4, rope_theta: 100, rope_scaling: { type: 'linear', factor: 4 } };
      const point = { length: 8, mask, positions };
      const signal = new AbortController().signal;
      const sweepOptions = { signal, onProgress: () => {} };
      const ask = () => Promise.all([
        each.sweep({ n: [4], dK: [2], mask, seeds }, sweepOptions),
        each.lengths({ dK: 2, queries: 1, points: [point], seeds }),
        each.attend({ seed: 7, n: 8, dK: 2 }, { positions }),
        each.ropeFrequencies(config),
        each.attend({ seed: 7, n: 8, dK: 4 }, { positions: { config } }),
      ]);
      const expected = structuredClone(await ask());
      const asked = ask();
      seeds.push(2, 3);
      mask.window = 3;
      point.length = 2;
      positions.shortFactor[0] = 5;
      positions.longFactor[0] = 5;
      config.rope_scaling.factor = 32;
      sweepOptions.onProgress = () => { throw new Error('not the one that was given'); };
      assert.deepEqual(await asked, expected);
    });
  });
}

test('a config that holds itself is refused', async () => {
  /** @type {Record<string, unknown>} */
  const config = { head_dim: 4 };
  config.self = config;
  await assert.rejects(engine.ropeFrequencies(config), { name: 'AttentionError', code: 'wrong-shape', field: 'config' });
  await assert.rejects(engine.attend({ seed: 1, n: 2, dK: 4 }, { positions: { config } }), { name: 'AttentionError', code: 'wrong-shape', field: 'positions' });
});
