import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, parseHash } from '../../web/src/state/url.js';
import { defaultValues } from '../../web/src/state/parameters.js';

test('the empty hash is the article\'s run, and is written as nothing', () => {
  const { values, problems } = parseHash('');
  assert.deepEqual(values, defaultValues());
  assert.deepEqual(problems, []);
  assert.equal(formatHash(values), '');
});

test('values survive the way into the address and back', () => {
  const cases = [
    { n: 3, keys: 5, dk: 7, dv: 2, seed: 123456789012345678901234567890n },
    { scale: ['sqrt', 0, -0.5, 'linear'], temperature: 0.25, mask: 'window', window: 3 },
    { softmax: 'naive', precision: 'bf16', show: 'logits', lang: 'fa', theme: 'dark', fig: 'trend' },
    { seeds: [0, 1, 2, 9, 11, 12], dks: [1, 2, 4096], hide: ['n', 'seed'], lock: ['dk'] },
    { ask: 'Why √d_k, and not d_k? 100% & more = "less" #1 +2, <b>' },
  ];
  for (const changes of cases) {
    const hash = formatHash({ ...defaultValues(), ...changes });
    const { values, problems } = parseHash(`#${hash}`);
    assert.deepEqual(problems, [], hash);
    assert.deepEqual(values, { ...defaultValues(), ...changes }, hash);
  }
});

test('lists and ranges are written the short way', () => {
  const write = (/** @type {object} */ changes) => formatHash({ ...defaultValues(), ...changes });
  assert.equal(write({ dks: [16, 64, 128] }), 'dks=16,64,128');
  assert.equal(write({ seeds: [0, 1, 2, 3, 4, 5] }), 'seeds=0-5');
  assert.equal(write({ scale: ['none', 0] }), 'scale=none,0');
});

test('a scale of 0 is not the same as no scale given', () => {
  assert.deepEqual(parseHash('scale=0').values.scale, [0]);
  assert.deepEqual(parseHash('scale=').values.scale, ['none', 'sqrt']);
  assert.deepEqual(parseHash('').values.scale, ['none', 'sqrt']);
});

test('what is out of range is clamped and reported', () => {
  const cases = [
    ['n=1e9', 'n', 1024, 'too-large'],
    ['n=0', 'n', 1, 'too-small'],
    ['n=-1', 'n', 1, 'too-small'],
    ['n=1.5', 'n', 2, 'not-whole'],
    ['n=NaN', 'n', 8, 'not-a-number'],
    ['n=1e999', 'n', 1024, 'too-large'],
    ['n=%E2%88%92%DB%B3', 'n', 1, 'too-small'],
    ['dk=0', 'dk', 1, 'too-small'],
    ['temperature=0', 'temperature', 0.01, 'too-small'],
    ['seed=-7', 'seed', 7, 'sign-dropped'], // pitfall 122
    ['seed=%E2%88%92%DB%B7', 'seed', 7, 'sign-dropped'],
    ['seed=1.5', 'seed', 7, 'not-a-number'],
    ['mask=diagonal', 'mask', 'none', 'unknown-choice'],
    ['dks=0', 'dks', [16, 64, 256], 'too-small'],
    ['seeds=5-1', 'seeds', [0, 1, 2, 3, 4], 'malformed'],
    ['seeds=0-99999999', 'seeds', [0, 1, 2, 3, 4], 'too-many'],
    ['hide=n,everything', 'hide', ['n'], 'unknown-choice'],
    ['v=2', 'v', 1, 'too-large'],
  ];
  for (const [hash, key, used, code] of cases) {
    const { values, problems } = parseHash(/** @type {string} */ (hash));
    assert.deepEqual(values[/** @type {string} */ (key)], used, String(hash));
    assert.deepEqual(problems.map((problem) => [problem.key, problem.code]), [[key, code]], String(hash));
  }
});

test('hostile hashes give the defaults and change no prototype', () => {
  const hashes = [
    '#n=1e9&scale=<img src=x onerror=alert(1)>&seed=__proto__',
    '#__proto__=1&constructor=2&toString=3',
    '#%',
    '#n=%&seed=%E0%A4%A',
    '#&&&===&n&=8&#',
    `#ask=${'a'.repeat(100_000)}`,
    `#seed=${'9'.repeat(100_000)}`,
    '#seeds={"__proto__":{"polluted":true}}',
  ];
  for (const hash of hashes) {
    const { values } = parseHash(hash);
    assert.deepEqual(Object.keys(values), Object.keys(defaultValues()), hash.slice(0, 60));
    assert.equal(values.n === 8 || values.n === 1024, true);
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
  }
  const { problems } = parseHash(hashes[0]);
  assert.deepEqual(problems.map(({ key }) => key), ['n', 'scale', 'seed']);
  assert.ok(problems.every(({ given }) => given.length <= 41));
});
