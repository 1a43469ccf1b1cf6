import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { engine, engines, isClose } from './setup.js';

/** @param {string} name */
const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'));

/** @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected @param {string} what */
const assertClose = (actual, expected, what) => assert.ok(isClose(actual, expected), `${what}: ${actual} instead of ${expected}`);

describe('article.json', () => {
  for (const expected of golden('article')) {
    const { n, d_k: dK, d_v: dV, seed, scale, mask } = expected;
    test(`n ${n}, d_k ${dK}, d_v ${dV ?? dK}, seed ${seed}, ${scale}, ${JSON.stringify(mask)}`, async () => {
      const actual = await engine.attend({ seed, n, dK, dV }, { scale, mask });
      const width = dV ?? dK;
      assertClose(actual.weights, expected.weights.flat(), 'weights');
      assertClose(actual.rowEntropy, expected.row_entropy, 'row entropy');
      assertClose(actual.rowJacobian, expected.row_jacobian_norm, 'row Jacobian');
      assert.ok(actual.output);
      assertClose(actual.output.subarray(0, width), expected.output_first_row, 'first row of the output');
      assertClose(actual.output.subarray((n - 1) * width), expected.output_last_row, 'last row of the output');
      const scalars = {
        meanEntropy: expected.mean_entropy,
        uniformEntropy: expected.uniform_entropy,
        maxWeight: expected.max_weight,
        meanSquareLogit: expected.mean_square_logit,
        rmsLogit: expected.rms_logit,
        rmsScaledLogit: expected.rms_scaled_logit,
        meanJacobian: expected.mean_jacobian_norm,
      };
      for (const [name, value] of Object.entries(scalars)) {
        assertClose([/** @type {any} */ (actual)[name]], [value], name);
      }
      assert.deepEqual(actual.events, []);
    });
  }
});

describe('the published figures', () => {
  const { single_run: run, trend } = golden('article_tables');

  test('the single run', async () => {
    const none = await engine.attend({ seed: run.seed, n: run.n, dK: run.d_k }, { scale: 'none' });
    const sqrt = await engine.attend({ seed: run.seed, n: run.n, dK: run.d_k });
    assert.equal(none.meanSquareLogit?.toFixed(1), run.mean_square_logit.toFixed(1));
    assert.equal(none.rmsLogit?.toFixed(2), run.rms_logit.toFixed(2));
    assert.equal(sqrt.rmsScaledLogit?.toFixed(2), run.rms_logit_scaled.toFixed(2));
    assert.equal(none.uniformEntropy.toFixed(4), run.uniform_entropy.toFixed(4));
    assert.equal(none.maxWeight?.toFixed(6), run.none.max_weight.toFixed(6));
    assert.equal(none.meanEntropy?.toFixed(4), run.none.mean_entropy.toFixed(4));
    assert.equal(sqrt.maxWeight?.toFixed(6), run.sqrt.max_weight.toFixed(6));
    assert.equal(sqrt.meanEntropy?.toFixed(4), run.sqrt.mean_entropy.toFixed(4));
    assert.equal((100 * Number(sqrt.entropyShare)).toFixed(0), String(run.sqrt.share_percent));
  });

  test('the trend over d_k', async () => {
    const { rows } = await engine.sweep({ n: trend.n, dK: [16, 64, 256], scale: trend.scale, seeds: trend.seeds });
    assert.deepEqual(rows.map(({ dK }) => dK), trend.rows.map((/** @type {any} */ row) => row.d_k));
    for (const [i, row] of trend.rows.entries()) {
      assert.equal(rows[i].maxWeight?.toFixed(5), row.max_weight.toFixed(5));
      assert.equal(rows[i].meanEntropy?.toFixed(2), row.entropy.toFixed(2));
      assert.equal(rows[i].meanEntropy?.toFixed(5), trend.exact_entropy[i].toFixed(5));
      assert.equal((100 * Number(rows[i].entropyShare)).toFixed(0), String(row.share_percent));
    }
  });
});

describe("CPython's random.Random(seed).gauss(0, 1)", () => {
  for (const { seed_label: label, seed, gauss_0_1: gauss } of golden('cpython_random').seeds) {
    test(`seed ${label}`, async () => {
      const expected = gauss.map(Number);
      const { q } = await engine.sample({ seed: BigInt(seed), n: 1, dK: expected.length });
      assert.ok(isClose(q, expected, 2 * Number.EPSILON), `${q} instead of ${expected}`);
      assert.deepEqual(Array.from(q, Math.fround), expected.map(Math.fround));
      // Pitfall 122: Python drops the sign.
      const { q: ofNegative } = await engine.sample({ seed: -BigInt(seed), n: 1, dK: expected.length });
      assert.deepEqual(ofNegative, q);
    });
  }

  test('q, k and v are one stream', async () => {
    const { q, k, v } = await engine.sample({ seed: 3, n: 2, keys: 3, dK: 5, dV: 4 });
    const { q: all } = await engine.sample({ seed: 3, n: 1, dK: 10 + 15 + 12 });
    assert.deepEqual([...q, ...k, ...v], [...all]);
  });
});

test('both modules give the same bits', async () => {
  for (const precision of /** @type {const} */ (['f64', 'f32', 'f16', 'bf16'])) {
    const [simd, relaxed] = await Promise.all(
      engines.map((engine) => engine.attend({ seed: 5, n: 13, keys: 17, dK: 33, dV: 3 }, { precision, mask: 'causal' })),
    );
    assert.deepEqual(relaxed, simd);
  }
  const [simd, relaxed] = await Promise.all(engines.map((engine) => engine.sweep({ n: 9, dK: [5, 64], seeds: [1, 2, 3] })));
  assert.deepEqual(relaxed, simd);
  assert.deepEqual(engines.map(({ info }) => info.variant), ['simd', 'relaxed']);
});

test('data drawn by the engine and handed back give the same bits', async () => {
  const sizes = { n: 8, keys: 6, dK: 64, dV: 5 };
  const sample = await engine.sample({ seed: 7, ...sizes });
  assert.deepEqual(await engine.attend({ ...sample, ...sizes }), await engine.attend({ seed: 7, ...sizes }));
});
