import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powersIn, scaleLinear, scaleLog } from '../../web/src/figures/charts/scale.js';

test('numbers are placed linearly and by their logarithm, and places give them back', () => {
  const linear = scaleLinear([0, 8], [100, 20]);
  assert.deepEqual([0, 2, 8].map(linear), [100, 80, 20]);
  assert.equal(linear.invert(80), 2);
  assert.deepEqual(linear.ticks(4), [0, 2, 4, 6, 8]);
  const logarithmic = scaleLog([1, 256], [0, 8]);
  for (const power of [0, 3, 8]) {
    assert.ok(Math.abs(logarithmic(2 ** power) - power) < 1e-12);
    assert.ok(Math.abs(logarithmic.invert(power) / 2 ** power - 1) < 1e-12);
  }
  linear.range([0, 1]);
  assert.equal(linear(4), 0.5);
});

test('a domain without extent stands in the middle', () => {
  assert.equal(scaleLinear([3, 3], [0, 10])(3), 5);
  assert.equal(scaleLog([64, 64], [0, 10])(64), 5);
});

test('powers within a domain, its ends included, thinned where they are many', () => {
  assert.deepEqual(powersIn([1, 1000], 10), [1, 10, 100, 1000]);
  assert.deepEqual(powersIn([0.5, 300], 2, 5), [0.5, 2, 8, 32, 128]);
  assert.deepEqual(powersIn([2, 9], 10), []);
});
