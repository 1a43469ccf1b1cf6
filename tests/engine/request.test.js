import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { engine } from './setup.js';

const good = { seed: 7, n: 4, dK: 3 };
const data = { q: [[1, 2]], k: [[1, 2], [3, 4]], v: [[1], [2]] };
const wrong = /** @type {any} */ ((/** @type {any} */ value) => value);

/**
 * Rejected with this code and field, and the engine works on.
 *
 * @param {Promise<unknown>} call
 * @param {string} code
 * @param {string | null} field
 * @param {RegExp} [message]
 */
async function refuses(call, code, field, message = new RegExp(field ?? '')) {
  const error = await call.then(
    () => assert.fail('was accepted'),
    (error) => error,
  );
  assert.ok(error instanceof AttentionError, `${error}`);
  assert.deepEqual([error.code, error.field], [code, field], error.message);
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /undefined|\[object/);
  assert.equal((await engine.attend(good)).n, 4);
}

describe('sizes', () => {
  for (const field of ['n', 'keys', 'dK', 'dV']) {
    for (const [given, code] of [[0, 'out-of-range'], [-1, 'out-of-range'], [1.5, 'not-whole'], [NaN, 'not-a-number'], ['8', 'not-a-number'], [Infinity, 'out-of-range'], [null, 'not-a-number'], [1e9, 'too-large']]) {
      test(`${field} = ${JSON.stringify(given)}`, async () => {
        await refuses(engine.attend({ ...good, [field]: wrong(given) }), String(code), field);
        await refuses(engine.sample({ ...good, [field]: wrong(given) }), String(code), field);
      });
    }
  }

  test('n and d_k of a sweep', async () => {
    await refuses(engine.sweep({ n: 0, dK: 4, seeds: [1] }), 'out-of-range', 'n');
    await refuses(engine.sweep({ n: [4, 1.5], dK: 4, seeds: [1] }), 'not-whole', 'n');
    await refuses(engine.sweep({ n: 4, dK: wrong(['8']), seeds: [1] }), 'not-a-number', 'dK');
    await refuses(engine.sweep({ n: 1e9, dK: 4, seeds: [1] }), 'too-large', 'n');
    await refuses(engine.sweep({ n: [], dK: 4, seeds: [1] }), 'empty-list', 'n');
  });

  test('what does not fit is refused before memory grows', async () => {
    for (const n of [16384, 23171, 32768, 40000, 65536, 2 ** 31, 2 ** 53 - 1]) {
      await refuses(engine.attend({ seed: 1, n, dK: 1 }), 'too-large', 'n', /MiB/);
    }
  });
});

describe('choices', () => {
  for (const scale of ['cube', '__proto__', 'factor', '0.5', null, {}]) {
    test(`scale ${JSON.stringify(scale)}`, () => refuses(engine.attend(good, { scale: wrong(scale) }), 'unknown-choice', 'scale'));
  }
  test('scale NaN and Infinity', async () => {
    await refuses(engine.attend(good, { scale: NaN }), 'not-a-number', 'scale');
    await refuses(engine.attend(good, { scale: Infinity }), 'out-of-range', 'scale');
  });
  for (const mask of ['Causal', 'window', 4, null, {}, []]) {
    test(`mask ${JSON.stringify(mask)}`, () => refuses(engine.attend(good, { mask: wrong(mask) }), 'unknown-choice', 'mask'));
  }
  test('window', async () => {
    await refuses(engine.attend(good, { mask: { window: 0 } }), 'out-of-range', 'window');
    await refuses(engine.attend(good, { mask: { window: 1.5 } }), 'not-whole', 'window');
    await refuses(engine.attend(good, { mask: { window: wrong('4') } }), 'not-a-number', 'window');
  });
  test('softmax and precision', async () => {
    await refuses(engine.attend(good, { softmax: wrong('hard') }), 'unknown-choice', 'softmax');
    await refuses(engine.attend(good, { precision: wrong('f8') }), 'unknown-choice', 'precision');
    await refuses(engine.attend(good, { precision: wrong('toString') }), 'unknown-choice', 'precision');
  });
  test('temperature', async () => {
    await refuses(engine.attend(good, { temperature: 0 }), 'out-of-range', 'temperature');
    await refuses(engine.attend(good, { temperature: -1 }), 'out-of-range', 'temperature');
    await refuses(engine.attend(good, { temperature: NaN }), 'not-a-number', 'temperature');
    await refuses(engine.attend(good, { temperature: wrong('hot') }), 'not-a-number', 'temperature');
  });
});

describe('seeds', () => {
  for (const [seed, code] of [['x', 'not-a-number'], ['7', 'not-a-number'], [null, 'not-a-number'], [NaN, 'not-a-number'], [1.5, 'not-whole'], [Infinity, 'not-whole'], [2 ** 53, 'out-of-range']]) {
    test(`${JSON.stringify(seed)} ${seed}`, async () => {
      await refuses(engine.attend({ ...good, seed: wrong(seed) }), String(code), 'seed');
      await refuses(engine.sweep({ n: 2, dK: 2, seeds: [1, wrong(seed)] }), String(code), 'seeds');
    });
  }
  test('none', async () => {
    await refuses(engine.attend(wrong({ n: 2, dK: 2 })), 'not-a-number', 'seed', /missing/);
    await refuses(engine.sweep({ n: 2, dK: 2, seeds: [] }), 'empty-list', 'seeds');
    await refuses(engine.sweep({ n: 2, dK: 2, seeds: wrong(3) }), 'empty-list', 'seeds');
  });
});

describe('arrays', () => {
  test('ragged rows', async () => {
    await refuses(engine.attend({ ...data, k: [[1, 2], [3]] }), 'wrong-shape', 'k');
    await refuses(engine.attend({ ...data, q: [[1, 2], wrong(3)] }), 'wrong-shape', 'q');
  });
  test('rows of another width than dK, other rows than keys', async () => {
    await refuses(engine.attend({ ...data, k: [[1, 2, 3]] }), 'wrong-shape', 'k');
    await refuses(engine.attend({ ...data, v: [[1], [2], [3]] }), 'wrong-shape', 'v');
    await refuses(engine.attend({ ...data, n: 2 }), 'wrong-shape', 'q');
    await refuses(engine.attend({ ...data, dV: 2 }), 'wrong-shape', 'v');
  });
  test('too short and too long flat arrays', async () => {
    const flat = { q: [1, 2], k: [1, 2, 3, 4], v: [1, 2], n: 1, keys: 2, dK: 2, dV: 1 };
    assert.deepEqual((await engine.attend(flat)).weights, (await engine.attend(data)).weights);
    await refuses(engine.attend({ ...flat, q: [1] }), 'wrong-shape', 'q');
    await refuses(engine.attend({ ...flat, k: new Float64Array(3) }), 'wrong-shape', 'k');
    await refuses(engine.attend({ ...flat, k: new Float64Array(5) }), 'wrong-shape', 'k');
    await refuses(engine.attend({ ...flat, v: [] }), 'wrong-shape', 'v');
    await refuses(engine.attend({ ...flat, n: 1.5 }), 'not-whole', 'n');
    await refuses(engine.attend({ ...flat, n: 1e9 }), 'too-large', 'n');
  });
  test('what are no numbers', async () => {
    await refuses(engine.attend({ ...data, q: wrong([['1', 2]]) }), 'not-a-number', 'q');
    await refuses(engine.attend({ ...data, q: wrong([[null, 2]]) }), 'not-a-number', 'q');
    await refuses(engine.attend({ ...data, q: wrong(new BigInt64Array(2)), n: 1, dK: 2 }), 'not-a-number', 'q');
    await refuses(engine.attend({ ...data, q: wrong('12') }), 'not-an-array', 'q');
    await refuses(engine.attend({ ...data, k: wrong(undefined) }), 'not-an-array', 'k');
    await refuses(engine.attend({ ...data, q: [], n: 1, dK: 2 }), 'wrong-shape', 'q');
  });
  test('Infinity and NaN in q', async () => {
    await refuses(engine.attend({ ...data, q: [[1, Infinity]] }), 'not-finite', 'q');
    await refuses(engine.attend({ ...data, q: [[NaN, 1]] }), 'not-finite', 'q');
    await refuses(engine.attend({ ...data, q: new Float32Array([1, -Infinity]), n: 1, dK: 2 }), 'not-finite', 'q');
  });
  test('no object at all', async () => {
    await refuses(engine.attend(wrong(undefined)), 'not-an-object', 'input');
    await refuses(engine.sample(wrong(null)), 'not-an-object', 'input');
    await refuses(engine.sweep(wrong(8)), 'not-an-object', 'input');
  });
});

describe('forms of the same data', () => {
  const rows = { q: [[1, 0.5], [-2, 4]], k: [[1, 2], [3, 4], [0.25, -1]], v: [[1, 2, 3], [4, 5, 6], [7, 8, 9]] };
  const sizes = { n: 2, keys: 3, dK: 2, dV: 3 };
  const flat = { q: rows.q.flat(), k: rows.k.flat(), v: rows.v.flat(), ...sizes };

  test('rows, flat arrays, typed arrays of every kind, typed rows', async () => {
    const expected = await engine.attend(rows);
    assert.deepEqual([expected.n, expected.keys, expected.dK, expected.dV], [2, 3, 2, 3]);
    const forms = [
      flat,
      { ...flat, q: new Float64Array(flat.q), k: new Float32Array(flat.k), v: new Uint8Array(flat.v) },
      { ...rows, v: new Int16Array(flat.v), dV: 3 },
      { ...rows, k: rows.k.map((row) => new Float32Array(row)) },
      { ...rows, ...sizes },
    ];
    for (const form of forms) assert.deepEqual(await engine.attend(form), expected);
  });

  test('a typed array that begins inside its buffer', async () => {
    const padded = new Float32Array([NaN, ...flat.q, NaN]);
    assert.deepEqual((await engine.attend({ ...flat, q: padded.subarray(1, 5) })).logits, (await engine.attend(rows)).logits);
  });

  test('without v there is no output', async () => {
    for (const v of [undefined, null]) {
      const { output, dV, weights } = await engine.attend({ ...rows, v });
      assert.deepEqual([output, dV], [null, null]);
      assert.deepEqual(weights, (await engine.attend(rows)).weights);
    }
  });

  test('the caller keeps its arrays', async () => {
    const q = new Float64Array(flat.q);
    await engine.attend({ ...flat, q });
    assert.deepEqual([...q], flat.q);
  });
});
