import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { parseJson } from '../../web/src/formats/parse-json.js';
import { fileErrorText, isFileError } from '../../web/src/text/file-error-text.js';
import { hasText, loadChapter, loadLanguage } from '../../web/src/text/index.js';

before(async () => {
  for (const language of /** @type {const} */ (['en', 'fa'])) {
    await loadLanguage(language);
    await loadChapter(language, 'heads');
  }
});

test('every refusal of the file readers has words in both languages', () => {
  const folder = new URL('../../web/src/formats/', import.meta.url);
  // Those chosen between two, and the one of the built-in heads.
  const codes = new Set(['empty-cell', 'not-a-number', 'not-finite', 'json-syntax', 'data-load']);
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.js'))) {
    const code = readFileSync(new URL(name, folder), 'utf8');
    for (const [, thrown] of code.matchAll(/AttentionError\('([a-z-]+)'/g)) codes.add(thrown);
    if (name === 'csv-rows.js') for (const [, thrown] of code.matchAll(/refuse\('([a-z-]+)'/g)) codes.add(thrown);
  }
  assert.ok(codes.size > 40, `${codes.size} codes`);
  for (const code of codes) for (const language of ['en', 'fa']) assert.ok(hasText(language, `file.${code}`), `${language} ${code}`);
});

test('a sentence names the file and the place, numbers in the reader\'s digits', () => {
  const ragged = new AttentionError('ragged-row', { field: 'q', file: 'q.csv', line: 12, given: 3, expected: 4 });
  assert.ok(isFileError(ragged));
  assert.equal(fileErrorText('en', ragged), 'q.csv: line 12: 3 numbers, where the rows above have 4.');
  assert.match(fileErrorText('fa', ragged), /سطر ۱۲.*۳ عدد/);
  const place = new AttentionError('not-finite', { field: 'k', place: 'k[1][0]', given: 'NaN' });
  assert.equal(fileErrorText('en', place), 'k[1][0]: NaN is not a finite number.');
  const byte = new AttentionError('gap', { field: 'file', file: 'x', place: 1024, given: 8 });
  assert.equal(fileErrorText('en', byte), 'x: byte 1,024: 8 bytes belong to no array.');
  assert.equal(isFileError(new AttentionError('out-of-range', { field: 'n', given: 0 })), false);
});

test('a token that is not JSON is given with line and column', () => {
  assert.throws(() => parseJson('[1,\nNaN]', { file: 'x.json' }), (error) => {
    assert.equal(fileErrorText('en', error), 'x.json: line 2, column 1: NaN is not a finite number.');
    return true;
  });
});
