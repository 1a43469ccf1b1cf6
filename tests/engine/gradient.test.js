import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engine, engines, isClose, numbersIn } from './setup.js';

const golden = JSON.parse(readFileSync(new URL('../golden/article.json', import.meta.url), 'utf8'));

/** diag(w) - w w^T times a vector, without cancellation in its diagonal. */
function jacobianTimes(/** @type {number[]} */ w, /** @type {number[]} */ x) {
  return w.map((weight, i) => weight * w.reduce((sum, other, j) => sum + (j === i ? 0 : other * (x[i] - x[j])), 0));
}

/** The largest eigenvalue by power iteration. */
function largestEigenvalue(/** @type {number[]} */ w) {
  let x = w.map((_, i) => Math.sin(i + 1));
  let length = 0;
  for (let step = 0; step < 20_000; ++step) {
    const y = jacobianTimes(w, x);
    length = Math.hypot(...y);
    x = y.map((value) => value / length);
  }
  return length;
}

test('Frobenius norms of the article\'s rows', async () => {
  for (const run of golden) {
    const { rowJacobian } = await engine.gradient({ seed: run.seed, n: run.n, dK: run.d_k }, { scale: run.scale, mask: run.mask });
    assert.ok(isClose(rowJacobian, run.row_jacobian_norm, 1e-9), `${run.scale} ${run.mask}`);
  }
});

test('spectral norms are the largest eigenvalues', async () => {
  for (const scale of /** @type {const} */ (['none', 'sqrt', 'linear'])) {
    const { weights, rowSpectral, rowJacobian } = await engine.gradient({ seed: 7, n: 8, dK: 64 }, { scale });
    for (let i = 0; i < 8; ++i) {
      const expected = largestEigenvalue(Array.from(weights.slice(i * 8, i * 8 + 8)));
      assert.ok(Math.abs(rowSpectral[i] - expected) <= 1e-6 * expected, `${scale}, row ${i}: ${rowSpectral[i]}, not ${expected}`);
      assert.ok(rowSpectral[i] <= rowJacobian[i] && rowJacobian[i] <= Math.sqrt(7) * rowSpectral[i]);
    }
  }
});

test('spectral norms in closed form', async () => {
  const two = await engine.gradient({ q: [[1]], k: [[0], [40]], v: [[1], [0]] }, { scale: 1 });
  const other = Math.exp(-40); // diag(w) - w w^T of two weights has the eigenvalues 0 and 2 w (1 - w)
  assert.ok(isClose(two.rowSpectral, [2 * other], 1e-12));
  const uniform = await engine.gradient({ seed: 1, n: 5, dK: 3 }, { scale: 0 });
  assert.ok(isClose(uniform.rowSpectral, Array(5).fill(1 / 5), 1e-12));
  const causal = await engine.gradient({ seed: 1, n: 5, dK: 3 }, { mask: 'causal' });
  assert.equal(causal.rowSpectral[0], 0);
  assert.equal(causal.rowDerivative[0], 0);
});

test('the derivative of the output by central differences', async () => {
  const [n, dK, dV] = [6, 5, 4];
  const { q, k, v } = await engine.sample({ seed: 3, n, dK, dV });
  const step = 1e-5;
  for (const scale of /** @type {const} */ (['none', 'sqrt', 'linear', -0.7])) {
    for (const mask of /** @type {const} */ (['none', 'causal', { window: 3 }])) {
      const options = { scale, mask, temperature: 1.5 };
      const { rowDerivative } = await engine.gradient({ q, k, v, n, dK, dV }, options);
      const squares = new Float64Array(n);
      for (let c = 0; c < dK; ++c) {
        // A column of all queries moves at once: an output row depends on its own query only.
        const moved = (/** @type {number} */ by) => engine.attend({ q: q.map((value, at) => value + (at % dK === c ? by : 0)), k, v, n, dK, dV }, options);
        const [above, below] = await Promise.all([moved(step), moved(-step)]);
        const [up, down] = [above.output, below.output].map((output) => /** @type {Float64Array} */ (output));
        up.forEach((value, at) => (squares[Math.floor(at / dV)] += ((value - down[at]) / (2 * step)) ** 2));
      }
      const expected = squares.map(Math.sqrt);
      rowDerivative.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 1e-7 * Math.max(1, expected[i]), `${scale}, row ${i}: ${value}, not ${expected[i]}`));
    }
  }
});

test('a nearly one-hot row keeps its digits', async () => {
  const k = [[0], [60], [-5]];
  const v = [[1, 0], [0, 1], [2, 3]];
  const { rowDerivative } = await engine.gradient({ q: [[1]], k, v }, { scale: 1 });
  // To first order in w_0 = e^-60: w_0 (k_0 - k_1) (v_0 - v_1), and e^-65 of the third key.
  const parts = [0, 1].map((c) => Math.exp(-60) * -60 * (v[0][c] - v[1][c]) + Math.exp(-65) * -65 * (v[2][c] - v[1][c]));
  assert.ok(isClose(rowDerivative, [Math.hypot(...parts)], 1e-12));
});

test('needs values; equal bits in both modules', async () => {
  await assert.rejects(engine.gradient({ q: [[1]], k: [[1]] }), { code: 'not-an-array', field: 'v' });
  const [simd, relaxed] = await Promise.all(engines.map((each) => each.gradient({ seed: 5, n: 12, dK: 20 })));
  assert.deepEqual(numbersIn(simd), numbersIn(relaxed));
});
