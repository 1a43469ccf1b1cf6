import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { ropeRequest, positionsParams } from '../../web/src/engine/positions.js';
import { wrong } from '../../web/src/engine/wrong.js';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { errorText } from '../../web/src/text/error-text.js';
import { hasText, loadChapter, loadLanguage } from '../../web/src/text/index.js';
import { textOf } from './source-files.js';

const languages = /** @type {const} */ (['en', 'fa']);
/** @param {string} text @param {RegExp} pattern */
const found = (text, pattern) => [...text.matchAll(pattern)].map(([, code]) => code);

before(async () => {
  for (const language of languages) {
    await loadLanguage(language);
    for (const chapter of ['errors', 'memory', 'position']) await loadChapter(language, chapter);
  }
});

test('everything that the engine refuses has words in both languages', () => {
  const folder = new URL('../../web/src/engine/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const codes = new Set([
    ...found(textOf('cpp/attention/problem.hpp'), /return "([a-z-]+)";/g),
    ...found(scripts, /(?:wrong|new AttentionError)\(\s*'([a-z-]+)'/g),
    ...found(scripts, /wrong\([^']*\? '([a-z-]+)'/g),
  ]);
  codes.delete('none');
  assert.ok(codes.size > 15, [...codes].join(' '));
  for (const code of codes) for (const language of languages) assert.ok(hasText(language, `error.${code}`), `${language} ${code}`);
});

test('everything that is wrong with the positions of a config has words in both languages', () => {
  const memory = ['rope-validation', 'rope-parameters', 'key-reader'].map((name) => textOf(`web/src/memory/${name}.js`)).join('\n');
  const codes = new Set([...found(memory, /(?:warn|fail)\('([a-z0-9_]+)'/g), ...found(memory, /code: '([a-z0-9_]+)'/g)]);
  for (const key of ['long_factor', 'short_factor']) codes.add(`${key}_length`);
  assert.ok(codes.size > 20, [...codes].join(' '));
  for (const code of [...codes, 'no_rope', 'head_dim_assumed', 'length_assumed']) {
    for (const language of languages) assert.ok(hasText(language, `note.${code}`), `${language} ${code}`);
  }
});

/** What a call is refused with. @param {() => unknown} call */
function refusal(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('not refused');
}

test('a refusal names what it is about, as the reader knows it', () => {
  const cases = /** @type {[() => unknown, RegExp, RegExp][]} */ ([
    [() => ropeRequest({ ropeType: 'linear', factor: '8' }, {}), /^factor: “8” is not a number/, /factor.*«.*8.*» عدد نیست/],
    [() => ropeRequest({ ropeType: 'mystery' }, {}), /^rope_type: “mystery” is not known/, /rope_type.*mystery.*شناخته‌شده نیست/],
    [() => ropeRequest({ ropeType: 'default', ropeTheta: 'x' }, {}), /^base θ: /, /پایهٔ \u2066θ\u2069/],
    [() => ropeRequest({ model_type: 'llama', hidden_size: 64, num_attention_heads: 2, num_hidden_layers: 2, rope_scaling: { rope_type: 'linear' } }, {}), /^Missing: .*rope_scaling\.factor/, /rope_scaling\.factor/],
    [() => positionsParams({ layout: 'other' }, { dK: 4, length: 2 }), /^layout: “other”/, /layout/],
  ]);
  for (const [call, english, persian] of cases) {
    assert.match(errorText('en', refusal(call)), english);
    assert.match(errorText('fa', refusal(call)), persian);
  }
  const core = new AttentionError('out-of-range', { field: 'originalLength', given: 0, lowest: 1, highest: 100 });
  assert.equal(errorText('en', core), 'original_length: 0 is not between 1 and 100.');
  assert.equal(errorText('en', wrong('empty-list', 'points', [], '')), 'points of the curve: at least one entry is needed.');
  assert.match(errorText('fa', new AttentionError('too-large', { field: 'lengths', given: 2 ** 31, highest: 2 ** 30 })), /طولِ متن.*۲٬۰۴۸ MiB/);
  assert.match(errorText('en', new Error('boom')), /boom/);
});
