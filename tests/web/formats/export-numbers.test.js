import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from '../../../web/src/formats/csv.js';
import { csvText, jsonText } from '../../../web/src/formats/export-numbers.js';

const origin = { version: '1.0.0', module: 'simd', figure: 'rows', parameters: { n: '2', ask: 'two\nlines' } };

test('CSV: a header of comments, full precision, what is missing empty, what overflowed named, quotes only where needed', () => {
  const rows = [['none', 0.1 + 0.2, null], ['a, "b"', -Infinity, 12345678901234567890n], ['c', NaN, Infinity]];
  assert.equal(csvText(origin, { columns: ['rule', 'max-weight', 'x'], rows }), [
    '# Attention Lab 1.0.0, module simd, figure rows', '# n: 2', '# ask: two lines',
    'rule,max-weight,x', 'none,0.30000000000000004,', '"a, ""b""",-inf,12345678901234567890', 'c,nan,inf', '',
  ].join('\n'));
});

test('the CSV written here is read back by the reader here', async () => {
  const text = csvText(origin, { columns: ['token', 'x', 'y'], rows: [['the', 1 / 3, -2], ['#, cat', 4e-300, 5]] });
  const { tensors: [tensor] } = await readCsv(text, 'q', 'q.csv');
  assert.deepEqual([...await tensor.read()], [1 / 3, -2, 4e-300, 5]);
  assert.deepEqual(tensor.labels, ['the', '#, cat']);
});

test('JSON: typed arrays as lists, big integers exact, what overflowed named', () => {
  const data = { weights: new Float64Array([0.5, 1e-300]), seed: 2n ** 70n, share: null, nested: [{ x: -Infinity, y: new Float64Array([NaN, Infinity]) }] };
  const { data: read, ...rest } = JSON.parse(jsonText(origin, data));
  assert.deepEqual(read, { weights: [0.5, 1e-300], seed: '1180591620717411303424', share: null, nested: [{ x: '-Infinity', y: ['NaN', 'Infinity'] }] });
  assert.deepEqual(rest, { lab: 'Attention Lab', ...origin });
});
