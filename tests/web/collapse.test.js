import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossing, crossingInterval, tailPower } from '../../web/src/figures/collapse/crossing.js';
import { averagedShare, gammaShare, plainShare, rowLogs } from '../../web/src/figures/collapse/large-n.js';

const near = (/** @type {number} */ actual, /** @type {number} */ expected, /** @type {number} */ error) =>
  assert.ok(Math.abs(actual - expected) <= error, `${actual}, not ${expected}`);

test('the incomplete gamma function where it has a closed form', () => {
  for (const x of [1e-3, 0.5, 1, 2, 7, 30]) {
    near(gammaShare(1, x), 1 - Math.exp(-x), 1e-14);
    near(gammaShare(3, x), 1 - Math.exp(-x) * (1 + x + (x * x) / 2), 1e-13);
  }
  near(gammaShare(0.5, 0.5), 0.6826894921370859, 1e-13); // one standard deviation of a normal number
  near(gammaShare(2048, 2048), 0.5029384, 1e-6); // 1/2 + 1/(3 sqrt(2 pi a))
});

test('the averaged share is the integral over chi-squared', () => {
  for (const [dk, m, factor] of [[3, 8, 1], [8, 64, 1], [64, 8, 1], [256, 1024, 1 / 16], [5, 30, 0.4]]) {
    const log = Math.log(m);
    const [steps, end] = [200_000, dk + 40 * Math.sqrt(2 * dk)];
    let [sum, total] = [0, 0];
    for (let i = 0; i < steps; i += 1) {
      const x = ((i + 0.5) * end) / steps;
      const density = Math.exp((dk / 2 - 1) * Math.log(x / dk) - (x - dk) / 2);
      total += density;
      sum += density * Math.max(0, 1 - (factor * factor * x) / 2 / log);
    }
    near(averagedShare(dk, factor, [log]), sum / total, 1e-6);
  }
  near(averagedShare(64, 0, [1]), 1, 0);
});

test('the plain share falls to nothing at variance 2 ln n', () => {
  const logs = rowLogs(8, 'none', 1);
  assert.deepEqual(logs, [Math.log(8)]);
  near(plainShare(Math.log(8), logs), 0.5, 1e-12);
  assert.equal(plainShare(2 * Math.log(8) + 1e-9, logs), 0);
  assert.deepEqual(rowLogs(4, 'causal', 1), [2, 3, 4].map(Math.log));
  assert.deepEqual(rowLogs(4, 'window', 2), [2, 2, 2].map(Math.log));
  assert.deepEqual(rowLogs(1, 'none', 1), []);
});

test('a curve crosses a level between its points, in the logarithm', () => {
  near(Number(crossing([1, 4, 16], [1, 0.6, 0.4], 0.5)), 8, 1e-12);
  assert.equal(crossing([1, 4], [1, 0.6], 0.5), null);
  assert.equal(crossing([1, 4, 16], [1, null, 0.4], 0.5), null);
  const resamples = [0.6, 0.4].map((share) => Float64Array.from({ length: 200 }, (_, b) => share + (b - 99.5) * 1e-4));
  const interval = crossingInterval([4, 16], resamples, 0.5);
  assert.ok(interval && interval[0] < 8 && 8 < interval[1] && interval[1] - interval[0] < 1.5);
  assert.equal(crossingInterval([4, 16], resamples, 0.4), null, 'half of the curves do not cross');
});

test('the power of the tail', () => {
  const dks = [4, 16, 64, 256, 1024];
  near(Number(tailPower(dks, dks.map((dk) => 1.2 / Math.sqrt(dk)))), -0.5, 1e-12);
  assert.equal(tailPower(dks, [1, 1, 0.9, 0.2, 0.1]), null);
});
