import { AttentionError } from '../engine/attention-error.js';

/**
 * The rows of a text table: quoted cells ("" is a quote), any line end, lines that begin with # and empty lines left
 * out. `places` says where each cell begins, for messages. Runs in one pass whatever the input (a library
 * tried took hours over megabytes of stray quotes).
 * @param {string} text @param {string} delimiter one character; a space stands for any run of blanks
 * @param {Record<string, unknown>} about
 * @returns {Generator<{ line: number, cells: string[], places: { line: number, column: number }[] }>}
 */
export function* csvRows(text, delimiter, about) {
  const blanks = delimiter === ' ' ? /[ \t]*/y : delimiter === '\t' ? / */y : /[ \t]*/y;
  const plain = new RegExp(`[^${delimiter === ' ' ? ' \\t' : delimiter}\\r\\n]*`, 'y');
  let position = 0;
  let line = 1;
  let lineStart = 0;

  /** @param {RegExp} pattern */
  const take = (pattern) => {
    pattern.lastIndex = position;
    const found = /** @type {RegExpExecArray} */ (pattern.exec(text))[0];
    position = pattern.lastIndex;
    return found;
  };
  /** @param {string} code @param {number} at @returns {never} */
  const refuse = (code, at) => {
    const given = text.slice(at, at + 16);
    throw new AttentionError(code, { ...about, line, column: at - lineStart + 1, given });
  };
  const atLineEnd = () => position >= text.length || text[position] === '\n' || text[position] === '\r';

  const quoted = () => {
    const open = position;
    const openLine = { line, lineStart };
    let cell = '';
    do {
      const close = text.indexOf('"', position + 1);
      if (close < 0) {
        ({ line, lineStart } = openLine);
        refuse('open-quote', open);
      }
      cell += (position > open ? '"' : '') + text.slice(position + 1, close);
      position = close + 1;
    } while (text[position] === '"');
    for (const lineEnd of text.slice(open, position).matchAll(/\r\n?|\n/g)) {
      line += 1;
      lineStart = open + lineEnd.index + lineEnd[0].length;
    }
    take(blanks);
    if (!atLineEnd() && text[position] !== delimiter && delimiter !== ' ') refuse('text-after-quote', position);
    return cell;
  };

  while (position < text.length) {
    const row = { line, cells: /** @type {string[]} */ ([]), places: /** @type {{ line: number, column: number }[]} */ ([]) };
    if (text[position] === '#') take(/[^\r\n]*/y);
    for (let more = !atLineEnd(); more;) {
      take(blanks);
      if (delimiter === ' ' && atLineEnd()) break;
      row.places.push({ line, column: position - lineStart + 1 });
      row.cells.push(text[position] === '"' ? quoted() : take(plain).trimEnd());
      more = !atLineEnd();
      if (more && text[position] === delimiter) position += 1;
    }
    if (row.cells.some((cell) => cell !== '')) yield row;
    if (text[position] === '\r') position += 1;
    if (text[position] === '\n') position += 1;
    line += 1;
    lineStart = position;
  }
}

const kDelimiters = ['\t', ';', '\u061b', ',', '\u060c'];

/** The delimiter that the first line using one uses; blanks where none does. @param {string} text */
export function guessDelimiter(text) {
  const sample = text.slice(0, 65536).replace(/^#.*$/gm, '').replace(/"[^"]*"?/g, '');
  for (const line of sample.split(/\r\n|[\r\n]/)) {
    const found = kDelimiters.find((delimiter) => line.includes(delimiter));
    if (found !== undefined) return found;
  }
  return ' ';
}
