import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInteger, formatNumber, formatPercent, formatShort, parseNumber } from '../../web/src/text/numbers.js';

test('pitfall 88: digits of every script are read', () => {
  const cases = [
    ['۱۲٫۵', 12.5], ['١٢٫٥', 12.5], ['−۳', -3], ['۷-', -7], ['۱۲٬۳۴۵', 12345], [' ۷ ', 7], ['٫۵', 0.5], ['۱۲3', 123],
    ['12,345', 12345], ['-1.5e3', -1500], ['+4', 4], ['\u200e−۲\u200f', -2], ['\u061c۲\u061c', 2], ['8.', 8],
  ];
  for (const [text, number] of cases) assert.equal(parseNumber(String(text)), number, String(text));
});

test('what is no number is null, never NaN', () => {
  for (const text of ['', ' ', '-', '.', 'eight', '1 2', '0x10', 'Infinity', 'NaN', '1,2', '--1', '1e', '<b>1</b>']) {
    assert.equal(parseNumber(text), null, text);
  }
});

test('the article\'s numbers in both languages', () => {
  assert.equal(formatNumber('en', 0.47326989726, 6), '0.473270');
  assert.equal(formatNumber('fa', 0.47326989726, 6), '۰٫۴۷۳۲۷۰');
  assert.equal(formatPercent('en', 0.858), '86%');
  assert.equal(formatPercent('fa', 0.858), '\u061c۸۶٪\u061c');
  assert.equal(formatInteger('fa', 65536), '۶۵٬۵۳۶');
  assert.equal(formatShort('en', 0.00001234), '1.23×10⁻⁵');
  assert.equal(formatShort('fa', 0.00001234), '\u2066۱٫۲۳×۱۰⁻⁵\u2069');
});

test('pitfall 87: the minus stands on the left of the digits, isolated in Persian', () => {
  assert.equal(formatNumber('fa', -23), '\u2066−۲۳\u2069');
  assert.equal(formatNumber('en', -23), '−23');
  assert.equal(formatNumber('en', -0.001, 2), '0.00');
  assert.equal(formatNumber('en', -0), '0');
});

test('what is not defined is a dash', () => {
  for (const value of [null, undefined, NaN]) assert.equal(formatNumber('fa', value, 2), '–');
  assert.equal(formatPercent('en', null), '–');
});
