import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, engines, isClose, numbersIn } from './setup.js';

/** One query of width 1, so that the logits are the keys. @param {number[]} logits */
const row = (logits) => ({ q: [[1]], k: logits.map((logit) => [logit]) });

/** @typedef {import('../../web/src/engine/api.js').OverflowOptions['precision']} Precision */

// The last number whose exponential is still finite and the next one, in each format.
for (const [precision, last, next] of /** @type {[Precision, number, number][]} */ ([
  ['f64', 709.78, 709.79],
  ['f32', 88.72, 88.73],
  ['f16', 11.0859375, 11.09375],
  ['bf16', 88.5, 89],
])) {
  test(`e^s breaks between ${last} and ${next} in ${precision}; with the maximum it never does`, async () => {
    const fits = await engine.overflow(row([0, last]), { scale: 1, precision });
    assert.equal(fits.naive.event, null);
    assert.ok(fits.naive.sums[1] <= fits.largest);
    const breaks = await engine.overflow(row([0, last, 1, next]), { scale: 1, precision });
    assert.deepEqual(breaks.naive.event, { code: 'overflow', stage: 'softmax', row: 0, key: 3 });
    assert.ok(breaks.naive.weights.every(Number.isNaN));
    assert.equal(breaks.stable.event, null);
    assert.ok(breaks.stable.weights[3] > 0.5);
  });
}

test('all terms vanish: underflow', async () => {
  const { naive, stable } = await engine.overflow(row([-20, -30]), { scale: 1, precision: 'f16' });
  assert.equal(naive.event?.code, 'underflow');
  assert.equal(stable.event, null);
});

test('a half-precision product beyond 65504 is lost before it is scaled', async () => {
  const input = { q: [[300]], k: [[1], [218], [219]] }; // 65400 and 65700: the one in the format, the other beyond
  const half = await engine.overflow(input, { scale: 0.01, precision: 'f16' });
  assert.deepEqual(half.stable.event, { code: 'overflow', stage: 'logits', row: 0, key: 2 });
  assert.deepEqual([half.logits[1], half.logits[2]], [65408, Infinity]); // multiples of 32 here
  assert.ok(half.stable.weights.every(Number.isNaN));
  const scaledFirst = await engine.overflow({ ...input, q: [[3]] }, { scale: 1, precision: 'f16' });
  assert.equal(scaledFirst.stable.event, null);
  for (const precision of /** @type {const} */ (['f64', 'f32', 'bf16'])) {
    assert.equal((await engine.overflow(input, { scale: 0.01, precision })).stable.event, null);
  }
});

test('a sum in the narrow type stands still', async () => {
  const equal = (/** @type {number} */ count) => row(Array(count).fill(0));
  const half = await engine.overflow(equal(2100), { scale: 1, precision: 'f16' });
  assert.equal(half.stable.sums[2099], 2048);
  assert.equal(half.stable.lost, 52); // 11 bits: 2048 + 1 rounds to 2048
  const brain = await engine.overflow(equal(300), { scale: 1, precision: 'bf16' });
  assert.equal(brain.stable.sums[299], 256);
  assert.equal(brain.stable.lost, 44);
  assert.equal((await engine.overflow(equal(2100), { scale: 1, precision: 'f32' })).stable.sums[2099], 2100);
});

test('after an overflow no term counts as lost', async () => {
  const { naive } = await engine.overflow(row([12, 0, 1, 2]), { scale: 1, precision: 'f16' });
  assert.deepEqual([naive.event?.key, naive.lost], [0, 0]);
});

test('the online sum ends where the two-pass sum does', async () => {
  const input = { seed: 7, n: 8, dK: 64 };
  const { online, stable, scaled } = await engine.overflow(input, { row: 2, gain: 2, precision: 'f64' });
  assert.ok(isClose([online.sums[7]], [stable.sums[7]], 1e-14));
  let largest = -Infinity;
  scaled.forEach((value, j) => assert.equal(online.maxima[j], (largest = Math.max(largest, value))));
});

test('in float64 and without a gain: the weights of attend', async () => {
  const input = { seed: 11, n: 5, keys: 9, dK: 16 };
  const { weights } = await engine.attend(input, { scale: 'none' });
  const { stable, naive, logits } = await engine.overflow(input, { scale: 'none', row: 4 });
  assert.ok(isClose(stable.weights, weights.slice(36), 1e-12));
  assert.ok(isClose(naive.weights, weights.slice(36), 1e-12));
  assert.equal(logits.length, 9);
});

test('every number is one of the format', async () => {
  const trace = await engine.overflow({ seed: 1, n: 4, dK: 32 }, { precision: 'f32' });
  assert.ok(numbersIn(trace).every((value) => Object.is(Math.fround(value), value)));
  const bf16 = numbersIn(await engine.overflow({ seed: 1, n: 4, dK: 32 }, { precision: 'bf16' }));
  const bits = new Uint32Array(new Float32Array(bf16).buffer);
  assert.ok(bits.every((word, at) => (word & 0xffff) === 0 || Number.isInteger(bf16[at])));
});

test('refuses numbers that are not finite, with their place', async () => {
  await assert.rejects(engine.overflow(row([0, NaN, 1])), { code: 'not-finite', field: 'k' });
  await assert.rejects(engine.overflow({ q: [[Infinity]], k: [[1]] }), { code: 'not-finite', field: 'q' });
});

test('refuses a row that is not there and a gain that is not finite; equal bits in both modules', async () => {
  const input = { seed: 1, n: 4, dK: 2 };
  await assert.rejects(engine.overflow(input, { row: 4 }), { code: 'out-of-range', field: 'row' });
  await assert.rejects(engine.overflow(input, { row: 0.5 }), { code: 'not-whole', field: 'row' });
  await assert.rejects(engine.overflow(input, { gain: Infinity }), { code: 'not-finite', field: 'gain' });
  const [simd, relaxed] = await Promise.all(engines.map((each) => each.overflow(input, { gain: 50, precision: 'f16' })));
  assert.deepEqual(numbersIn(simd), numbersIn(relaxed));
});
