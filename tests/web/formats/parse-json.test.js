import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../web/src/formats/parse-json.js';

/** @param {string} text */
function refusal(text) {
  try {
    parseJson(text, { file: 'x.json' });
  } catch (error) {
    const { code, values } = /** @type {any} */ (error);
    return [code, values.line, values.column, values.given];
  }
  return null;
}

test('JSON is read as JSON.parse reads it, a byte-order mark dropped', () => {
  assert.deepEqual(parseJson('\ufeff{"q": [[1, -2.5e-3]]}'), { q: [[1, -0.0025]] });
});

test('pitfall 117: the token that is not JSON is named with its line and column', () => {
  assert.deepEqual(refusal('{"q": [[1, NaN]]}'), ['not-finite', 1, 12, 'NaN']);
  assert.deepEqual(refusal('[1,\n -Infinity]'), ['not-finite', 2, 2, '-Infinity']);
  assert.deepEqual(refusal('{"q": [1, 2,],\n"k": 1}'), ['json-syntax', 1, 13, ']']);
  assert.deepEqual(refusal('{"q": [1, 2],\n}'), ['json-syntax', 2, 1, '}']);
});

test('every kind of fault is found where it stands', () => {
  const cases = /** @type {[string, [string, number, number, string]][]} */ ([
    ['', ['json-syntax', 1, 1, '']],
    ['[1, 2', ['json-syntax', 1, 6, '']],
    ['[1 2]', ['json-syntax', 1, 4, '2']],
    ['[1] x', ['json-syntax', 1, 5, 'x']],
    ['{q: 1}', ['json-syntax', 1, 2, 'q']],
    ['{"q" 1}', ['json-syntax', 1, 6, '1']],
    ['{"q": }', ['json-syntax', 1, 7, '}']],
    ['[01]', ['json-syntax', 1, 2, '01']],
    ['[1.]', ['json-syntax', 1, 2, '1.']],
    ['[+1]', ['json-syntax', 1, 2, '+1']],
    ['["a\\x"]', ['json-syntax', 1, 2, '"']],
    ['["a\nb"]', ['json-syntax', 1, 2, '"']],
    ['["open]', ['json-syntax', 1, 2, '"']],
    ['[1}', ['json-syntax', 1, 3, '}']],
    ['\n\n  nul', ['json-syntax', 3, 3, 'nul']],
  ]);
  for (const [text, expected] of cases) assert.deepEqual(refusal(text), expected, text);
});

test('depth and length cost no stack', () => {
  assert.deepEqual(refusal('['.repeat(200000)), ['json-syntax', 1, 200001, '']);
  assert.deepEqual(refusal(`["${'\\"'.repeat(300000)}`), ['json-syntax', 1, 2, '"']);
  assert.deepEqual(refusal(`[${'1'.repeat(500000)}x]`)?.slice(0, 3), ['json-syntax', 1, 2]);
});
