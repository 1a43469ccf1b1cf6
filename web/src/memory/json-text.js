import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';
import { AttentionError } from '../engine/attention-error.js';
import { lineAndColumn, parseJson } from '../formats/parse-json.js';

/** A config.json is a few kilobytes; label lists of multimodal models reach some hundred. */
const LONGEST_TEXT = 2_000_000;
/** The deepest config.json in use nests five levels. */
const DEEPEST_NESTING = 64;

/**
 * @typedef {{ code: string, [detail: string]: unknown }} Note
 * @typedef {{ [key: string]: any }} JsonObject numbers are kept as `LosslessNumber`: 1 and 1.0 differ to Python
 */

/**
 * Parses JSON as Python's json module writes it: NaN and Infinity stand for "no value" (state-space models write
 * `"time_step_limit": [0.0, Infinity]`), the last of equal keys wins.
 * @param {string} text
 * @returns {{ value: any, warnings: Note[] }}
 */
export function parseJsonText(text) {
  if (typeof text !== 'string') throw new AttentionError('not-text', { field: 'text', given: typeof text });
  if (text.length > LONGEST_TEXT) {
    throw new AttentionError('too-large', { field: 'text', given: text.length, limit: LONGEST_TEXT });
  }
  /** @type {Note[]} */
  const warnings = [];
  /** One of a kind is enough: finding its line costs a walk through the text. @param {string} code */
  const warned = (code) => warnings.some((warning) => warning.code === code);
  const source = text.replace(/^\uFEFF/, '');
  refuseDeepNesting(source);
  const strict = source.replace(/"(?:[^"\\\n]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (token, position) => {
    if (token.startsWith('"')) return token;
    if (!warned('not_finite')) warnings.push({ code: 'not_finite', key: token, ...lineAndColumn(source, position) });
    return 'null'.padEnd(token.length);
  });
  try {
    const value = parse(strict, undefined, {
      parseNumber: (number) => new LosslessNumber(number),
      onDuplicateKey: ({ key, newValue, position }) => {
        if (!warned('duplicate_key')) {
          warnings.push({ code: 'duplicate_key', key, ...lineAndColumn(strict, position - 1) });
        }
        return newValue;
      },
    });
    return { value, warnings };
  } catch (error) {
    parseJson(source, { field: 'text' });
    throw error;
  }
}

/** @param {unknown} value @returns {value is JsonObject} */
export function isJsonObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/**
 * The number a reader would see, and whether Python would call it a float.
 * @param {unknown} value
 * @returns {{ number: number, isFloat: boolean, text: string } | null} null: not a number at all
 */
export function jsonNumber(value) {
  if (typeof value === 'number') return { number: value, isFloat: !Number.isInteger(value), text: String(value) };
  if (!isLosslessNumber(value)) return null;
  const text = value.toString();
  return { number: Number(text), isFloat: /[.eE]/.test(text), text };
}

/** The parser recurses: depth is checked before it starts. @param {string} text */
function refuseDeepNesting(text) {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"' || character === '\n') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST_NESTING) {
        const where = lineAndColumn(text, i);
        throw new AttentionError('too-deep', { field: 'text', limit: DEEPEST_NESTING, ...where });
      }
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
}
