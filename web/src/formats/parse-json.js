import { AttentionError } from '../engine/attention-error.js';

/**
 * `JSON.parse`, with a refusal that says where: engines disagree about the words and most give no line. A byte-order
 * mark is dropped. What JSON lacks and Python writes (NaN, Infinity) is refused as `not-finite`, all else as
 * `json-syntax`; both carry `line`, `column` (from 1) and the offending text as `given` (empty at the end of the text).
 *
 * @param {string} text
 * @param {{ field?: string, file?: string }} [about] goes into the error
 * @returns {unknown}
 */
export function parseJson(text, about = {}) {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch {
    const position = firstFault(json);
    const given = tokenAt(json, position);
    const code = /^-?(NaN|Infinity)$/.test(given) ? 'not-finite' : 'json-syntax';
    throw new AttentionError(code, { ...about, ...lineAndColumn(json, position), given });
  }
}

/** @param {string} text @param {number} position */
export function lineAndColumn(text, position) {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return { line, column: position - lineStart + 1 };
}

const kLongestToken = 24;

/** @param {string} text @param {number} position */
function tokenAt(text, position) {
  const rest = text.slice(position, position + kLongestToken);
  return /^-?[\p{L}\p{N}_.+-]+/u.exec(rest)?.[0] ?? Array.from(rest)[0] ?? '';
}

/**
 * Where a text that is not JSON stops being JSON. Walks tokens with a stack of its own, so that depth costs no call.
 * @param {string} text
 */
function firstFault(text) {
  /** @type {string[]} */
  const open = [];
  /** What may stand here: a value, a name, or what follows a value. */
  let expected = 'value';
  let justOpened = false;
  let position = skipSpace(text, 0);
  while (position < text.length) {
    const character = text[position];
    const inside = open.at(-1);
    if (expected === 'after' || (justOpened && (character === ']' || character === '}'))) {
      if (character === (inside === '[' ? ']' : '}') && inside) open.pop();
      else if (character === ',' && inside) expected = inside === '[' ? 'value' : 'name';
      else return position;
      if (character !== ',') expected = 'after';
      justOpened = false;
      position = skipSpace(text, position + 1);
      continue;
    }
    justOpened = false;
    if (expected === 'name') {
      const end = character === '"' ? endOfString(text, position) : -1;
      if (end < 0) return position;
      const colon = skipSpace(text, end);
      if (text[colon] !== ':') return colon;
      expected = 'value';
      position = skipSpace(text, colon + 1);
    } else if (character === '[' || character === '{') {
      open.push(character);
      expected = character === '[' ? 'value' : 'name';
      justOpened = true;
      position = skipSpace(text, position + 1);
    } else {
      const end = endOfScalar(text, position);
      if (end < 0) return position;
      expected = 'after';
      position = skipSpace(text, end);
    }
  }
  return text.length;
}

/** @param {string} text @param {number} position */
function skipSpace(text, position) {
  let next = position;
  while (text[next] === ' ' || text[next] === '\n' || text[next] === '\r' || text[next] === '\t') next += 1;
  return next;
}

/** The position behind a string, number or word, or -1. @param {string} text @param {number} position */
function endOfScalar(text, position) {
  if (text[position] === '"') return endOfString(text, position);
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_.+-])/uy;
  scalar.lastIndex = position;
  return scalar.test(text) ? scalar.lastIndex : -1;
}

/** @param {string} text @param {number} position */
function endOfString(text, position) {
  for (let next = position + 1; next < text.length; next += 1) {
    const character = text[next];
    if (character === '"') return next + 1;
    if (character < ' ') return -1;
    if (character !== '\\') continue;
    const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    escape.lastIndex = next;
    if (!escape.test(text)) return -1;
    next = escape.lastIndex - 1;
  }
  return -1;
}
