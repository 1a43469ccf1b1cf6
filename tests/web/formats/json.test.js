import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from '../../../web/src/formats/json.js';
import { readFile } from '../../../web/src/formats/read-files.js';
import { refusal } from './files.js';

/** @param {unknown} value @param {string} [name] */
const read = (value, name = 'x') => readJson(typeof value === 'string' ? value : JSON.stringify(value), name, 'x.json');
/** @param {string} text */
const refused = (text) => refusal((async () => read(text))());

test('nested, flat with a shape, flat with sizes beside it, bare', async () => {
  const files = [
    { q: [[1, 2], [3, 4]] },
    { q: { shape: [2, 2], data: [1, 2, 3, 4] } },
    { q: [1, 2, 3, 4], shape: [2, 2] },
    { q: [1, 2, 3, 4], n: 2, dK: 2 },
  ];
  for (const file of files) {
    const { tensors: [{ name, shape, read: values }] } = read(file);
    assert.deepEqual([name, shape, [...await values()]], ['q', [2, 2], [1, 2, 3, 4]]);
  }
  assert.deepEqual(read({ shape: [1, 2], data: [1, 2] }, 'k').tensors.map(({ name, shape }) => [name, shape]), [['k', [1, 2]]]);
  assert.deepEqual(read([[1, 2]], 'keys').tensors.map(({ name, shape }) => [name, shape]), [['keys', [1, 2]]]);
  const sizes = read({ n: 2, keys: 3, dK: 1, dV: 2, q: [1, 2], k: [1, 2, 3], v: [1, 2, 3, 4, 5, 6] });
  assert.deepEqual(sizes.tensors.map(({ shape }) => shape), [[2, 1], [3, 1], [3, 2]]);
});

test('layers and heads in objects, tokens and scalars as metadata', () => {
  const { tensors, metadata } = read({ tokens: ['a', 'b'], model: 'm', layers: [{ q: [[1]], k: [[2]] }, { q: [[3]], k: [[4]] }] });
  assert.deepEqual(tensors.map(({ name }) => name), ['layers.0.q', 'layers.0.k', 'layers.1.q', 'layers.1.k']);
  assert.deepEqual({ ...metadata }, { tokens: '["a","b"]', model: 'm' });
  assert.deepEqual(read('{"__proto__": {"q": [[1]]}}').tensors.map(({ name }) => name), ['__proto__.q']);
});

test('pitfall 117: NaN, 1e400, text for a number, a trailing comma, a byte-order mark', async () => {
  const nan = await refused('{"q":[[1,NaN]],"k":[]}');
  assert.deepEqual([nan.code, nan.given, nan.line, nan.column], ['not-finite', 'NaN', 1, 10]);
  const huge = await refused('{"q": [[1, 2], [3, 1e400]]}');
  assert.deepEqual([huge.code, huge.place], ['not-finite', 'q[1][1]']);
  const text = await refused('{"q": [[1, "1.5"]]}');
  assert.deepEqual([text.code, text.place, text.given], ['not-a-number', 'q[0][1]', '"1.5"']);
  const comma = await refused('{"q": [1, 2,]}');
  assert.deepEqual([comma.code, comma.column, comma.given], ['json-syntax', 13, ']']);
  assert.equal((await readFile(new Blob(['\ufeff{"q": [[1]]}']), 'x.json')).tensors.length, 1);
});

test('ragged, mixed, deep and empty lists are named with their place', async () => {
  const cases = /** @type {[string, string, string | undefined][]} */ ([
    ['{"q": [[1, 2], [3]]}', 'ragged-list', 'q[1]'],
    ['{"q": [[1, 2], 3]}', 'not-a-list', 'q[1]'],
    ['{"q": [[1, [2]]]}', 'not-a-number', 'q[0][1]'],
    ['{"q": [[1, null]]}', 'not-a-number', 'q[0][1]'],
    ['{"q": [[1, {}]]}', 'not-a-number', 'q[0][1]'],
    ['{"q": {"shape": [2, 2], "data": [1, 2, 3]}}', 'wrong-count', undefined],
    ['{"q": {"shape": [9007199254740992], "data": []}}', 'bad-shape', undefined],
    ['{"q": {"shape": [94906267, 94906267], "data": []}}', 'too-large', undefined],
    ['{"q": {"shape": ["2"], "data": [1, 2]}}', 'bad-shape', undefined],
    [`{"q": ${'['.repeat(9)}1${']'.repeat(9)}}`, 'too-many-dimensions', undefined],
    ['{"a": 1}', 'no-arrays', undefined],
    ['3', 'no-arrays', undefined],
  ]);
  for (const [text, code, place] of cases) {
    const values = await refused(text);
    assert.deepEqual([values.code, values.place], [code, place], text);
  }
  await refused('['.repeat(100000) + ']'.repeat(100000));
});
