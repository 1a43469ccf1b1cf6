import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, engines } from './setup.js';

const rules = ['sqrt', 'log-n:64', 'ssmax:0.43', 'yarn:4', 'off-by-one'];
const points = [8, 64, 1024].flatMap((length) => rules.map((scale) => ({ length, scale, mask: /** @type {const} */ ('causal') })));

test('every point is attend on the same draw', async () => {
  const rotated = { length: 700, scale: 'sqrt', mask: { window: 64, sinks: 4 }, positions: { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 128 } };
  const input = { dK: 16, queries: 4, seeds: [5], points: [...points, rotated] };
  const { rows } = await engine.lengths(input);
  for (const [i, { length, scale, mask, ...more }] of input.points.entries()) {
    const attention = await engine.attend({ seed: 5, n: 4, keys: length, dK: 16, dV: 1 }, { scale, mask, ...more });
    assert.equal(rows[i].meanEntropy, attention.meanEntropy);
    assert.equal(rows[i].entropyShare, attention.entropyShare);
    assert.equal(rows[i].maxWeight, attention.maxWeight);
  }
});

test('several seeds: means, bands and progress; the same bits in both modules', async () => {
  /** @type {number[]} */
  const progress = [];
  const input = { dK: 16, seeds: [0, 1, 2, 3], points };
  const { rows } = await engine.lengths(input, { onProgress: ({ done, total }) => progress.push(done / total) });
  assert.deepEqual(progress, [0.25, 0.5, 0.75, 1]);
  assert.deepEqual((await engines[1].lengths(input)).rows, rows);
  const alone = await Promise.all(input.seeds.map((seed) => engine.lengths({ ...input, seeds: [seed] })));
  const shares = alone.map((one) => Number(one.rows[0].entropyShare));
  assert.equal(rows[0].entropyShare, (shares[0] + shares[1] + shares[2] + shares[3]) / 4);
  const [low, , , , high] = rows[0].shareQuantiles;
  assert.ok(Number(low) >= Math.min(...shares) && Number(high) <= Math.max(...shares));
});

test('divided by the root, attention thins out; a window with sinks does not let it', async () => {
  const { rows } = await engine.lengths({
    dK: 64,
    seeds: [0, 1, 2, 3, 4],
    points: [64, 16384].flatMap((length) => [{ length }, { length, mask: { window: 60, sinks: 4 } }]),
  });
  const [short, , long, windowed] = rows.map(({ effectiveKeys }) => Number(effectiveKeys));
  assert.ok(long > 100 * short, `${short} ${long}`);
  assert.ok(windowed < 64);
  assert.equal(rows[3].visibleKeys, 64);
});

test('wrong requests are refused by name, and the next one works', async () => {
  const good = { dK: 16, seeds: [1], points: [{ length: 8 }] };
  const refuses = (/** @type {object} */ change, /** @type {string} */ code, /** @type {string} */ field) =>
    assert.rejects(engine.lengths({ ...good, ...change }), { code, field });
  await refuses({ points: [{ length: 3 }] }, 'out-of-range', 'lengths');
  await refuses({ points: [{ length: 1e12 }] }, 'too-large', 'lengths');
  await refuses({ points: [{ length: '8' }] }, 'not-a-number', 'lengths');
  await refuses({ points: [] }, 'empty-list', 'points');
  await refuses({ seeds: [] }, 'empty-list', 'seeds');
  await refuses({ dK: 0 }, 'out-of-range', 'dK');
  assert.equal((await engine.lengths(good)).rows.length, 1);
});

test('an aborted one is cancelled', async () => {
  const stop = new AbortController();
  const running = engine.lengths({ dK: 64, seeds: [1, 2, 3, 4], points: [{ length: 8192 }] }, { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(running, { code: 'cancelled' });
});
