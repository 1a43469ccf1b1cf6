import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from './setup.js';

/** What the types in api.d.ts accept is accepted, and what they refuse is refused; the compiler checks its half of each line. */

const input = { seed: 7, n: 4, dK: 2 };

test('matrices: read-only and typed arrays, flat or in rows', async () => {
  const k = /** @type {readonly (readonly number[])[]} */ (Object.freeze([Object.freeze([1, 2])]));
  const flat = /** @type {readonly number[]} */ (Object.freeze([1, 2]));
  const expected = await engine.attend({ q: [[1, 2]], k });
  for (const q of /** @type {const} */ ([k, [new Float32Array(flat)], [new Uint8ClampedArray(flat)]])) {
    assert.deepEqual(await engine.attend({ q, k }), expected);
  }
  for (const q of [flat, new Float64Array(flat), new Int8Array(flat)]) assert.deepEqual(await engine.attend({ q, k, n: 1, dK: 2 }), expected);

  const refuses = (/** @type {Promise<unknown>} */ call, /** @type {string} */ code) => assert.rejects(call, { name: 'AttentionError', code, field: 'q' });
  // @ts-expect-error has a length and numbers, and is no array
  await refuses(engine.attend({ q: { length: 2, 0: 1, 1: 2 }, k, n: 1, dK: 2 }), 'not-an-array');
  // @ts-expect-error
  await refuses(engine.attend({ q: new BigInt64Array(2), k, n: 1, dK: 2 }), 'not-a-number');
  // @ts-expect-error
  await refuses(engine.attend({ q: new DataView(new ArrayBuffer(16)), k, n: 1, dK: 2 }), 'not-an-array');
});

test('divisors of rotary pairs', async () => {
  const rope = { ropeType: 'longrope', headDim: 4, factor: 2, maxPositionEmbeddings: 8, originalMaxPositionEmbeddings: 4 };
  const ofArrays = await engine.ropeFrequencies({ ...rope, shortFactor: [1, 2], longFactor: [2, 4] });
  assert.deepEqual(await engine.ropeFrequencies({ ...rope, shortFactor: new Float32Array([1, 2]), longFactor: new Uint8Array([2, 4]) }), ofArrays);
});

test('read-only lists of a sweep and of lengths', async () => {
  const seeds = Object.freeze([1, 2]);
  const widths = /** @type {readonly number[]} */ (Object.freeze([2, 4]));
  const { rows } = await engine.sweep({ n: Object.freeze([2]), dK: widths, scale: /** @type {const} */ (['none', 'sqrt']), mask: /** @type {const} */ (['causal']), seeds });
  assert.equal(rows.length, 4);
  assert.equal((await engine.lengths({ dK: 2, points: Object.freeze([{ length: 8 }]), seeds })).rows.length, 1);
});

test('gradient and overflow know factors only, and say which', async () => {
  const refusal = { name: 'AttentionError', code: 'unknown-choice', field: 'scale', message: /'none', 'sqrt', 'linear' or a finite number, but/ };
  // @ts-expect-error
  await assert.rejects(engine.gradient(input, { scale: 'softcap:50' }), refusal);
  // @ts-expect-error
  await assert.rejects(engine.overflow(input, { scale: { rule: 'qk-norm' } }), refusal);
});

test('measure knows no sinks, and says so', async () => {
  const timed = /** @type {const} */ ({ algorithm: 'rows', n: 8, dK: 2 });
  // @ts-expect-error
  const call = engine.measure({ ...timed, mask: { window: 4, sinks: 1 } });
  await assert.rejects(call, { name: 'AttentionError', code: 'unknown-choice', field: 'mask', message: /\{ window \} without sinks/ });
  assert.equal((await engine.measure({ ...timed, mask: { window: 4, sinks: 0 } })).workers, 1);
});

test('on the calling thread a call is done when it returns; one with an aborted signal does not begin', async () => {
  const abort = new AbortController();
  const running = engine.attend(input, { signal: abort.signal });
  abort.abort();
  assert.equal((await running).n, 4);
  await assert.rejects(engine.attend(input, { signal: abort.signal }), { code: 'cancelled' });
});
