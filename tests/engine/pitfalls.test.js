import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engine, isClose, numbersIn } from './setup.js';

/** Cases that others met in public, by the number each has in the project's list of them; through the public interface. */

/** @typedef {import('../../web/src/engine/api.js').AttendOptions} AttendOptions */

/**
 * Weights of one row with exactly these logits: the query is 1, the keys are the logits.
 *
 * @param {number[]} logits
 * @param {AttendOptions} [options]
 */
const row = (logits, options) => engine.attend({ q: [[1]], k: logits.map((logit) => [logit]) }, { scale: 'none', ...options });

/** @param {ArrayLike<number>} actual @param {number[]} expected */
const near = (actual, expected, tolerance = 1e-9) =>
  assert.ok(actual.length === expected.length && expected.every((value, i) => Math.abs(actual[i] - value) <= tolerance), `${actual} instead of ${expected}`);

/** @param {unknown} result */
const withoutNaN = (result) => assert.ok(!numbersIn(result).some(Number.isNaN), 'NaN in a result');

describe('masks', () => {
  test('pitfall 1: a row that sees no key has weights, entropy and output 0, an event, and leaves other rows alone', async () => {
    const result = await engine.attend({ q: [[0], [0], [0]], k: [[0], [0]], v: [[3], [5]] }, { mask: 'causal' });
    near(result.weights, [0, 0, 1, 0, 0.5, 0.5]);
    near(result.rowEntropy, [0, 0, Math.LN2]);
    near(/** @type {Float64Array} */ (result.output), [0, 3, 4]);
    assert.deepEqual([...result.rowVisible], [0, 1, 2]);
    assert.deepEqual(result.rowShare, [0, null, 1]);
    assert.deepEqual(result.events, [{ code: 'fully-masked', stage: 'mask', row: 0, key: null }]);
    near([Number(result.meanEntropy), Number(result.entropyShare)], [Math.LN2 / 2, 1]);
    withoutNaN(result);
  });

  test('pitfall 4: NaN in a masked key and value does not leak', async () => {
    const result = await engine.attend({ q: [[1, 1]], k: [[NaN, NaN], [1, 2]], v: [[NaN, NaN], [3, 4]] }, { mask: { window: 1 } });
    near(result.weights, [0, 1]);
    near(/** @type {Float64Array} */ (result.output), [3, 4]);
    near(result.rowEntropy, [0]);
    assert.deepEqual(result.events, []);
    withoutNaN(result);
  });

  test('pitfall 20: the causal diagonal ends bottom right, also when keys differ from n', async () => {
    const more = await engine.attend({ q: [[0], [0]], k: [[0], [0], [0], [0], [0]] }, { mask: 'causal' });
    near(more.weights, [0.25, 0.25, 0.25, 0.25, 0, 0.2, 0.2, 0.2, 0.2, 0.2]);
    const fewer = await engine.attend({ q: [[0], [0], [0], [0], [0]], k: [[0], [0]] }, { mask: 'causal' });
    near(fewer.weights, [0, 0, 0, 0, 0, 0, 1, 0, 0.5, 0.5]);
    assert.deepEqual(fewer.events.map(({ row }) => row), [0, 1, 2]);
  });
});

describe('softmax and entropy', () => {
  test('pitfall 5: large logits', async () => {
    const stable = await row([151.29, 150.29], { precision: 'f32' });
    near(stable.weights, [0.731058579, 0.268941421], 1e-6);
    assert.deepEqual(stable.events, []);
    const naive = await row([151.29, 150.29], { precision: 'f32', softmax: 'naive' });
    assert.deepEqual(naive.events, [{ code: 'overflow', stage: 'softmax', row: 0, key: 0 }]);
    assert.deepEqual([...naive.weights], [0, 0]);
    assert.deepEqual([naive.maxWeight, naive.meanEntropy, naive.entropyShare], [null, null, null]);
    withoutNaN(naive);
    near((await row([1000, 999])).weights, [0.731058579, 0.268941421]);
    assert.equal((await row([1000, 999], { softmax: 'naive' })).events[0].code, 'overflow');
  });

  test('pitfall 8: 0 ln 0 is 0, and never -0', async () => {
    near((await row([-800, 0, 0])).rowEntropy, [Math.LN2]);
    for (const logits of [[-800, -800, 0], [1]]) {
      const { rowEntropy } = await row(logits);
      assert.ok(Object.is(rowEntropy[0], 0), String(rowEntropy[0]));
    }
  });

  test('pitfall 10: a row sum of 4096 equal weights does not saturate in half precision', async () => {
    for (const precision of /** @type {const} */ (['f16', 'bf16'])) {
      const { weights, rowEntropy } = await row(Array(4096).fill(0), { precision });
      assert.ok(weights.every((weight) => weight === 1 / 4096));
      near(rowEntropy, [Math.log(4096)]);
    }
  });

  test('pitfall 23: no fast-math', async () => {
    near((await row([0, -1])).weights, [0.731058579, 0.268941421]);
  });
});

describe('scale', () => {
  const scores = { q: [[2, 0, 0, 0]], k: [[2, 0, 0, 0], [0, 0, 0, 0]] };

  test('pitfall 12: 0 is a factor, not "not given"', async () => {
    near((await engine.attend(scores)).weights, [0.880797078, 0.119202922]);
    near((await engine.attend(scores, { scale: undefined })).weights, [0.880797078, 0.119202922]);
    near((await engine.attend(scores, { scale: 0 })).weights, [0.5, 0.5]);
    near((await engine.attend(scores, { scale: -0 })).weights, [0.5, 0.5]);
  });

  test("pitfall 13: the width of the head counts, not the model's", async () => {
    const head = Array(16).fill(0);
    const { weights } = await engine.attend({ q: [[8, ...head.slice(1)]], k: [[1, ...head.slice(1)], head] });
    near(weights, [0.880797078, 0.119202922]);
  });

  test('pitfall 19: scale by d_k, output as wide as the values', async () => {
    const result = await engine.attend({ q: [[1]], k: [[0], [0]], v: [[1, 2, 3], [3, 4, 5]] });
    near(result.weights, [0.5, 0.5]);
    near(/** @type {Float64Array} */ (result.output), [2, 3, 4]);
  });
});

describe('numbers in memory', () => {
  for (const [dK, dot] of [[1, 1], [2, 5], [3, 14], [5, 55], [7, 140]]) {
    test(`pitfall 16: d_k ${dK} with NaN after each array`, async () => {
      const values = Array.from({ length: dK }, (_, i) => i + 1);
      const padded = new Float64Array([...values, NaN, NaN, NaN]).subarray(0, dK);
      for (const precision of /** @type {const} */ (['f64', 'f32'])) {
        const { logits } = await engine.attend({ q: padded, k: padded, n: 1, dK }, { precision });
        assert.deepEqual([...logits], [dot]);
      }
    });
  }

  test('pitfall 17: arrays that begin 4 bytes into their buffer', async () => {
    const q = new Float32Array([NaN, 1, 2, 3, 4]).subarray(1);
    const { logits } = await engine.attend({ q, k: q, n: 1, dK: 4 });
    assert.deepEqual([...logits], [30]);
  });

  test('pitfall 18: rows are rows', async () => {
    const { weights } = await engine.attend({ q: [[1, 0]], k: [[1, 4], [2, 5], [3, 6]] }, { scale: 'none' });
    near(weights, [0.0900305732, 0.244728471, 0.665240956]);
  });
});

describe('overflow', () => {
  test('pitfall 6: half precision cannot hold the logit', async () => {
    const input = { q: [Array(128).fill(256)], k: [Array(128).fill(256), Array(128).fill(255)] };
    const half = await engine.attend(input, { precision: 'f16' });
    assert.deepEqual(half.events, [{ code: 'overflow', stage: 'logits', row: 0, key: 0 }]);
    assert.equal(half.logits[0], Infinity);
    withoutNaN(half);
    const single = await engine.attend(input, { precision: 'f32' });
    assert.equal(single.logits[0], 8388608);
    near(single.weights, [1, 0]);
    assert.deepEqual(single.events, []);
  });

  test('pitfall 24: infinity minus infinity is an event, not NaN', async () => {
    const input = { q: [[1e20]], k: [[1e20], [1]], v: [[1], [2]] };
    const single = await engine.attend(input, { precision: 'f32' });
    assert.deepEqual(single.events, [{ code: 'overflow', stage: 'logits', row: 0, key: 0 }]);
    assert.deepEqual([...single.weights, .../** @type {Float64Array} */ (single.output)], [0, 0, 0]);
    withoutNaN(single);
    near((await engine.attend(input)).weights, [1, 0]);
  });

  test('a row that sees NaN is named', async () => {
    const result = await engine.attend({ q: [[1], [1]], k: [[1], [NaN]], v: [[1], [2]] }, { mask: 'causal' });
    assert.deepEqual(result.events, [{ code: 'not-finite', stage: 'input', row: 1, key: 1 }]);
    withoutNaN(result);
  });
});

describe('memory', () => {
  test('pitfall 55: results and inputs survive growth', async () => {
    const before = await engine.attend({ seed: 7, n: 8, dK: 64 });
    const copy = structuredClone(before);
    const n = 1600;
    const large = await engine.attend({ q: new Float64Array(n).fill(1), k: new Float64Array(n).fill(1), v: new Float64Array(n).fill(3), n, dK: 1 });
    assert.deepEqual(before, copy);
    assert.ok(isClose(/** @type {Float64Array} */ (large.output), Array(n).fill(3)));
  });

  test('pitfall 58: what the core refuses comes as an error with a message, and the next run works', async () => {
    for (const call of [
      () => engine.attend({ seed: 1, n: 2, dK: 0 }),
      () => engine.attend({ q: [[1, 2]], k: [[1, 2], [3]] }),
      () => engine.attend({ seed: 1, n: 2, dK: 2 }, { scale: /** @type {any} */ ('cube') }),
    ]) {
      await assert.rejects(call, { name: 'AttentionError', message: /dK|k must|scale/ });
      assert.equal((await engine.attend({ seed: 1, n: 2, dK: 2 })).weights.length, 4);
    }
  });
});
