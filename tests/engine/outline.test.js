import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from './setup.js';

const input = { seed: 5, n: 7, keys: 9, dK: 16 };

test('an outline says what attention says, without its matrices', async () => {
  for (const options of [{}, { mask: /** @type {const} */ ('causal'), scale: 'none' }, { precision: /** @type {const} */ ('f16'), scale: 1e5 }, { scale: 'sink:1' }]) {
    const { logits, scaled, weights, output, ...rest } = await engine.attend(input, options);
    const { small, ...outline } = await engine.outline(input, { ...options, side: 100 });
    assert.deepEqual(outline, rest);
    assert.deepEqual([small.n, small.keys], [7, 9]);
    assert.deepEqual(small.weights, Float32Array.from(weights));
    assert.deepEqual([...small.scaled].map((value) => value === -Infinity), [...scaled].map((value) => value === -Infinity));
    // What is given away is a copy: the next request must not change it.
    await engine.outline({ ...input, seed: 6 });
    assert.deepEqual(outline, rest);
  }
});

test('each cell of the small matrix is the largest weight of its block', async () => {
  const { weights } = await engine.attend({ ...input, n: 8, keys: 8 });
  const { small } = await engine.outline({ ...input, n: 8, keys: 8 }, { side: 3 });
  const blocks = Array.from({ length: 3 }, (_, at) => [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => Math.floor((i * 3) / 8) === at));
  const wanted = blocks.flatMap((rows) => blocks.map((keys) => Math.fround(Math.max(...rows.flatMap((i) => keys.map((j) => weights[i * 8 + j]))))));
  assert.deepEqual([...small.weights], wanted);
});

test('a side that is none is refused by name', async () => {
  for (const side of [0, 1.5, 5000, NaN]) {
    await assert.rejects(engine.outline(input, { side }), (/** @type {any} */ error) => error.code === 'out-of-range' && error.field === 'side');
  }
});
