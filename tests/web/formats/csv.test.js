import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRows, guessDelimiter } from '../../../web/src/formats/csv-rows.js';
import { readCsv } from '../../../web/src/formats/csv.js';
import { parseNumberCell } from '../../../web/src/formats/number-cell.js';
import { readFile } from '../../../web/src/formats/read-files.js';
import { numpyFiles, refusal } from './files.js';

/** @param {string} text @returns {Promise<any>} rows, with the labels where there are some */
async function matrix(text) {
  const { tensors: [{ shape, read, labels }] } = await readCsv(text, 'q', 'q.csv');
  const values = [...await read()];
  const rows = Array.from({ length: shape[0] }, (_, i) => values.slice(i * shape[1], (i + 1) * shape[1]));
  return labels ? { rows, labels } : rows;
}

test('pitfall 118: a byte-order mark before a quoted first cell, and CRLF', async () => {
  const { tensors } = await readFile(new Blob(['\ufeff"1",2\r\n3,4\r\n']), 'q.csv');
  assert.deepEqual(tensors[0].shape, [2, 2]);
  assert.deepEqual([...await tensors[0].read()], [1, 2, 3, 4]);
});

test('every delimiter, line end, comment, blank and quote', async () => {
  const expected = [[1, 2.5], [-3, 4e-2]];
  for (const text of [
    '1,2.5\n-3,4e-2\n', '1,2.5\r-3,4e-2', '1;2.5\n-3;.04', '1\t2.5\n-3\t4E-2', '  1   2.5 \n-3  0.04\n',
    '# q, of head 1\n\n1, 2.5\n\n# and on\n -3 , "4e-2" \n\n', '1,2.5,\n-3,0.04,\n', '+1,"2.5"\n"-3",00.04',
    '1;2,5\n-3;0,04', '1\t2,5\n-3\t0,04', '\u06f1\u061b\u06f2\u066b\u06f5\n\u2212\u06f3\u061b\u06f0\u066b\u06f0\u06f4',
    '\u0661,\u0662\u066b\u0665\n-\u0663,\u0660\u066b\u0660\u0664', '\u06f1\t\u200e\u06f2\u066b\u06f5\n\u200e\u2212\u06f3\t\u06f0\u066b\u06f0\u06f4',
  ]) assert.deepEqual(await matrix(text), expected, text);
});

test('what savetxt writes', async () => {
  assert.deepEqual((await matrix(numpyFiles.savetxt.text)).flat(), numpyFiles.savetxt.values);
});

test('a first line of words and a first column of words are no numbers', async () => {
  assert.deepEqual(await matrix('a,b\n1,2\n3,4'), [[1, 2], [3, 4]]);
  assert.deepEqual(await matrix('"a ""x"", b",1,2\nc,3,4'), { rows: [[1, 2], [3, 4]], labels: ['a "x", b', 'c'] });
  assert.deepEqual(await matrix('token,x,y\nthe,1,2\ncat,3,4'), { rows: [[1, 2], [3, 4]], labels: ['the', 'cat'] });
});

test('several matrices, each under its name', async () => {
  const { tensors } = await readCsv('q\n1,2\n3,4\n\nk,\n5,6\n', 'x', 'x.csv');
  assert.deepEqual(tensors.map(({ name, shape }) => [name, shape]), [['q', [2, 2]], ['k', [1, 2]]]);
});

test('what is no number is named with line and column', async () => {
  const cases = /** @type {[string, string, number, number | undefined, unknown][]} */ ([
    ['1,2\n3,x4\n', 'not-a-number', 2, 3, 'x4'],
    ['1,2\n3,nan\n', 'not-finite', 2, 3, 'nan'],
    ['1,2\n-Infinity,3\n', 'not-finite', 2, 1, '-Infinity'],
    ['1,1e400\n', 'not-finite', 1, 3, '1e400'],
    ['1,2\n3,,4', 'ragged-row', 2, undefined, 3],
    ['1,2,3\n3,,4', 'empty-cell', 2, 3, ''],
    ['1,2\n# note\n3\n', 'ragged-row', 3, undefined, 1],
    ['1,2\r\n"3,4\r\n5,6', 'open-quote', 2, 1, undefined],
    ['1,"2"x\n', 'text-after-quote', 1, 6, undefined],
    ['"a\nb",1\nc,0x10', 'not-a-number', 3, 3, '0x10'],
    ['1,234,567\n1,2', 'ragged-row', 2, undefined, 2],
    ['1;2,5\n3;4.5,6', 'not-a-number', 2, 3, '4.5,6'],
  ]);
  for (const [text, code, line, column, given] of cases) {
    const refused = await refusal(readCsv(text, 'q', 'q.csv'));
    assert.deepEqual([refused.code, refused.line, refused.column], [code, line, column], text);
    if (given !== undefined) assert.equal(refused.given, given, text);
  }
  for (const text of ['', '\n\n', '# only\n', 'a,b\n']) assert.equal((await refusal(readCsv(text, 'q', 'q.csv'))).code, 'no-arrays');
});

test('number cells', () => {
  const cases = /** @type {[string, number | null][]} */ ([
    ['1', 1], ['.5', 0.5], ['5.', 5], ['-1e-3', -1e-3], ['\u06f6\u06f5\u066c\u06f5\u06f3\u06f6', 65536], ['1e400', Infinity],
    ['', null], ['.', null], ['1 2', null], ['0x1', null], ['1_0', null], ['--1', null], ['e5', null], ['1,5', null],
    ['\u06f1\u066c\u06f2', null], ['NaN', NaN], ['-inf', NaN], ['infinite', null],
  ]);
  for (const [cell, expected] of cases) assert.ok(Object.is(parseNumberCell(cell), expected), `${cell} ${parseNumberCell(cell)}`);
  assert.equal(parseNumberCell('1,5', ','), 1.5);
  assert.equal(parseNumberCell('1.5', ','), 1.5);
  assert.equal(parseNumberCell('1,5,5', ','), null);
});

test('the delimiter is that of the first line with one', () => {
  assert.equal(guessDelimiter('q\n1;2,5'), ';');
  assert.equal(guessDelimiter('"a;b",1'), ',');
  assert.equal(guessDelimiter('# a,b\n1 2'), ' ');
});

test('megabytes of stray quotes take no longer than megabytes', () => {
  const hostile = `1,"${'a"" '.repeat(2 ** 18)}${' '.repeat(2 ** 18)}",2`;
  assert.equal([...csvRows(hostile, ',', {})][0].cells.length, 3);
  const stray = `${'"a" "b" '.repeat(2 ** 17)}`;
  assert.equal([...csvRows(stray, ' ', {})][0].cells.length, 2 ** 18);
});
