import { AttentionError } from '../engine/attention-error.js';
import { csvRows, guessDelimiter } from './csv-rows.js';
import { parseNumberCell } from './number-cell.js';
import { tensorOfNumbers } from './tensor.js';

/** @import { FileContents } from './tensor.js' */

/** How long reading may keep the page from answering, in milliseconds. */
const kSliceMilliseconds = 30;

/**
 * A table of numbers as text: separated by tabs, semicolons, commas or blanks, with the decimal mark that goes with it.
 * One matrix, or several, each under a line that holds its name alone. A first line of words and a first column of
 * words (the tokens) are left out of the numbers.
 * @param {string} text @param {string} name the tensor's where the table names none @param {string} file
 * @returns {Promise<FileContents>}
 */
export async function readCsv(text, name, file) {
  const about = { field: name, file };
  const delimiter = guessDelimiter(text);
  const decimalMark = delimiter === ',' ? '.' : firstDecimalMark(text);
  /** @type {Block[]} */
  const blocks = [];
  let sliceEnd = performance.now() + kSliceMilliseconds;
  for (const row of csvRows(text, delimiter, about)) {
    if (row.cells.length > 1 && row.cells.at(-1) === '') row.cells.pop();
    addRow(blocks, row, name, decimalMark, file);
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => { setTimeout(resolve); });
    sliceEnd = performance.now() + kSliceMilliseconds;
  }
  const filled = blocks.filter((block) => block.rows > 0);
  if (filled.length === 0) throw new AttentionError('no-arrays', about);
  const tensors = filled.map((block) => ({
    ...tensorOfNumbers(block.name, [block.rows, block.columns], block.values),
    ...(block.labels.length > 0 ? { labels: block.labels } : {}),
  }));
  return { format: 'csv', tensors, metadata: {} };
}

/**
 * @typedef {{ name: string, rows: number, columns: number, headed: boolean, labelled: boolean, labels: string[], values: number[] }} Block
 */

/** @param {string} name @returns {Block} */
function emptyBlock(name) {
  return { name, rows: 0, columns: 0, headed: false, labelled: false, labels: [], values: [] };
}

/**
 * @param {Block[]} blocks @param {{ line: number, cells: string[], places: { line: number, column: number }[] }} row
 * @param {string} name @param {'.' | ','} decimalMark @param {string} file
 */
function addRow(blocks, { line, cells, places }, name, decimalMark, file) {
  const numbers = cells.map((cell) => parseNumberCell(cell, decimalMark));
  const words = numbers.filter((number) => number === null).length;
  if (words === 1 && numbers[0] === null && cells.slice(1).every((cell) => cell === '')) {
    blocks.push(emptyBlock(cells[0]));
    return;
  }
  if (blocks.length === 0) blocks.push(emptyBlock(name));
  const block = blocks[blocks.length - 1];
  if (block.rows === 0 && !block.headed && words === cells.length) {
    block.headed = true;
    return;
  }
  if (block.rows === 0) block.labelled = numbers[0] === null && cells[0] !== '' && words === 1 && cells.length > 1;

  const first = block.labelled ? 1 : 0;
  const columns = cells.length - first;
  const about = { field: block.name, file, line };
  if (block.rows === 0) block.columns = columns;
  if (columns !== block.columns) {
    throw new AttentionError('ragged-row', { ...about, given: columns, expected: block.columns });
  }
  for (let i = first; i < cells.length; i += 1) {
    const number = numbers[i];
    const place = { ...about, ...places[i], given: cells[i].slice(0, 24) };
    if (number === null) throw new AttentionError(cells[i] === '' ? 'empty-cell' : 'not-a-number', place);
    if (!Number.isFinite(number)) throw new AttentionError('not-finite', place);
    block.values.push(number);
  }
  if (block.labelled) block.labels.push(cells[0]);
  block.rows += 1;
}

/** Where the comma does not part cells it may part decimals; a point anywhere before the first such comma decides against it. @param {string} text */
function firstDecimalMark(text) {
  const found = /\d([.,])\d/.exec(text.replace(/^#.*$/gm, ''));
  return found?.[1] === ',' ? ',' : '.';
}
