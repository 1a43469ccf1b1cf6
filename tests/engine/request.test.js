import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { createEngine, engine } from './setup.js';

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

describe('names that are not read', () => {
  const attend = (/** @type {object} */ input, /** @type {object} */ options = {}) => engine.attend(wrong(input), options);
  /** @type {[string, string, () => Promise<unknown>][]} */
  const calls = [
    ['options', 'sacle', () => attend(good, { sacle: 'none' })],
    ['options without a value', 'sacle', () => attend(good, { sacle: undefined })],
    ['input', 'key', () => attend({ ...good, key: 9 })],
    ['input with data', 'V', () => attend({ ...data, V: [[1], [2]] })],
    ['a seed beside data', 'seed', () => attend({ ...data, seed: 7 })],
    ['a seed beside values', 'seed', () => attend({ ...good, v: [[1]] })],
    ['sample', 'v', () => engine.sample(wrong({ ...good, v: null }))],
    ['options of sample', 'seed', () => engine.sample(good, wrong({ seed: 7 }))],
    ['mask', 'sink', () => attend(good, { mask: { window: 2, sink: 1 } })],
    ['scale', 'parameter', () => attend(good, { scale: { rule: 'softcap', cap: 5, parameter: 5 } })],
    ['a rule without a parameter', 's', () => attend(good, { scale: { rule: 'qk-norm', s: 5 } })],
    ['positions', 'theta', () => attend({ ...good, dK: 4 }, { positions: { theta: 100 } })],
    ['positions beside a config', 'factor', () => attend({ ...good, dK: 4 }, { positions: { config: { ropeType: 'linear', factor: 2 }, factor: 4 } })],
    ['options of outline', 'positions', () => engine.outline(good, wrong({ positions: {} }))],
    ['options of gradient', 'softmax', () => engine.gradient(good, wrong({ softmax: 'naive' }))],
    ['options of overflow', 'mask', () => engine.overflow(good, wrong({ mask: 'causal' }))],
    ['sweep', 'seed', () => engine.sweep(wrong({ n: 2, dK: 2, seeds: [1], seed: 1 }))],
    ['options of sweep', 'onprogress', () => engine.sweep({ n: 2, dK: 2, seeds: [1] }, wrong({ onprogress: () => {} }))],
    ['measure', 'threads', () => engine.measure(wrong({ algorithm: 'rows', n: 2, dK: 2, threads: 1 }))],
    ['options of measure', 'resamples', () => engine.measure({ algorithm: 'rows', n: 2, dK: 2 }, wrong({ resamples: 1 }))],
    ['lengths', 'lengths', () => engine.lengths(wrong({ dK: 2, points: [{ length: 8 }], seeds: [1], lengths: [8] }))],
    ['a point of lengths', 'keys', () => engine.lengths({ dK: 2, points: [wrong({ length: 8, keys: 8 })], seeds: [1] })],
    ['options of ropeFrequencies', 'layer', () => engine.ropeFrequencies({ ropeType: 'default', headDim: 4 }, wrong({ layer: 1 }))],
    ['options of createEngine', 'worker', () => createEngine(wrong({ worker: 1 }))],
  ];
  for (const [place, field, call] of calls) test(place, () => refuses(call(), 'unexpected', field, /has no place in .*, which has /));

  test('what is null or undefined is not given', async () => {
    const expected = await engine.attend(good);
    assert.deepEqual(await attend({ ...good, q: undefined, k: undefined, v: null }, { positions: null, signal: undefined }), expected);
    assert.deepEqual(await attend({ ...data, seed: undefined }), await engine.attend(data));
  });

  test('documents of others are left alone', async () => {
    const config = { ropeType: 'default', headDim: 4, anything: 1 };
    assert.equal((await engine.ropeFrequencies(config)).rotaryDim, 4);
    assert.equal((await attend({ ...good, dK: 4 }, { positions: { config } })).n, 4);
  });
});

describe('what is of the wrong kind', () => {
  const point = { dK: 2, points: [{ length: 8 }], seeds: [1] };
  const timed = /** @type {const} */ ({ algorithm: 'rows', n: 2, dK: 2 });
  const swept = { n: 2, dK: 2, seeds: [1] };
  /** @type {[string, (options: any) => Promise<unknown>][]} */
  const methods = [
    ['sample', (options) => engine.sample(good, options)],
    ['attend', (options) => engine.attend(good, options)],
    ['outline', (options) => engine.outline(good, options)],
    ['gradient', (options) => engine.gradient(good, options)],
    ['overflow', (options) => engine.overflow(good, options)],
    ['sweep', (options) => engine.sweep(swept, options)],
    ['measure', (options) => engine.measure(timed, options)],
    ['lengths', (options) => engine.lengths(point, options)],
    ['ropeFrequencies', (options) => engine.ropeFrequencies({ ropeType: 'default', headDim: 4 }, options)],
  ];
  for (const [name, call] of methods) {
    test(`options and signal of ${name}`, async () => {
      for (const options of [null, 5, 'sqrt']) await refuses(call(options), 'not-an-object', 'options');
      for (const signal of [{}, 5, { aborted: true }]) await refuses(call({ signal }), 'wrong-kind', 'signal');
      assert.ok(await call({ signal: null }));
    });
    if (['sweep', 'measure', 'lengths'].includes(name)) {
      test(`onProgress of ${name}`, async () => {
        for (const onProgress of [5, {}, 'log']) await refuses(call({ onProgress }), 'wrong-kind', 'onProgress');
        assert.ok(await call({ onProgress: null }));
      });
    }
  }
  test('options of createEngine', async () => {
    await refuses(createEngine(wrong(null)), 'not-an-object', 'options');
    await refuses(createEngine(wrong(2)), 'not-an-object', 'options');
  });
  test('parts of an input', async () => {
    await refuses(engine.lengths({ ...point, points: [wrong(null)] }), 'not-an-object', 'points');
    await refuses(engine.lengths({ ...point, points: [{ length: 8, positions: wrong(5) }] }), 'not-an-object', 'positions');
    for (const positions of [0, false, '']) await refuses(engine.attend(good, { positions: wrong(positions) }), 'not-an-object', 'positions');
    await refuses(engine.attend({ ...good, dK: 4 }, { positions: { sequenceLength: wrong('long') } }), 'not-a-number', 'sequenceLength');
    await refuses(engine.attend(good, { scale: { rule: wrong(Object.create(null)) } }), 'unknown-choice', 'scale');
    await refuses(engine.attend({ q: [[1]], k: [[1]], dK: 1e300 }), 'wrong-shape', 'q');
    await refuses(engine.attend({ q: wrong(new BigInt64Array(0)), k: [], n: 1, dK: 1 }), 'wrong-shape', 'q');
    await refuses(engine.ropeFrequencies({ head_dim: 4, rope_theta: 5n }), 'wrong-shape', 'config');
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
