import { isJsonObject, jsonNumber } from './json-text.js';

/**
 * @typedef {import('./json-text.js').Note} Note
 * @typedef {import('./json-text.js').JsonObject} JsonObject
 * @typedef {{ min?: number, max?: number, whole?: boolean }} Range
 */

/** Larger than any model, small enough that one layer's bytes at the longest context stay exact. */
const LARGEST_SIZE = 2 ** 31 - 1;

/**
 * Reads typed values out of one JSON object, notes under which key each was found, and what was wrong with the others.
 * Only own keys count, so `__proto__` and `constructor` are names like any other.
 */
export class KeyReader {
  /**
   * @param {JsonObject} object
   * @param {string} path where the object lies in the file: '' or 'text_config'
   * @param {{ found: Record<string, string>, warnings: Note[], errors: Note[] }} report shared by all readers of a file
   */
  constructor(object, path, report) {
    this.object = object;
    this.path = path;
    this.report = report;
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.object, key) && this.object[key] !== null;
  }

  /** @param {string} key @returns {any} null where absent */
  raw(key) {
    return this.has(key) ? this.object[key] : null;
  }

  /** @param {string} key */
  pathOf(key) {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  /** @param {string[]} keys @returns {string | null} the first that is there */
  firstOf(keys) {
    return keys.find((key) => this.has(key)) ?? null;
  }

  /**
   * @param {string} name under which it is reported as found
   * @param {string[]} keys synonyms, the best known first
   * @param {Range} [range]
   * @returns {number | null}
   */
  number(name, keys, range = {}) {
    const key = this.firstOf(keys);
    if (key === null) return null;
    const value = this.numberFrom(this.object[key], this.pathOf(key), range);
    if (value !== null) this.report.found[name] = this.pathOf(key);
    return value;
  }

  /** @param {string} name @param {string[]} keys @param {Range} [range] */
  size(name, keys, range = {}) {
    return this.number(name, keys, { min: 1, max: LARGEST_SIZE, whole: true, ...range });
  }

  /**
   * @param {unknown} raw
   * @param {string} key as it is named in messages
   * @param {Range} range
   * @returns {number | null}
   */
  numberFrom(raw, key, { min = -Infinity, max = Infinity, whole = false } = {}) {
    const value = this.#toNumber(raw, key);
    if (value === null) return null;
    if (!Number.isFinite(value)) {
      this.report.errors.push({ code: 'not_finite', key, value: String(raw) });
    } else if (whole && !Number.isInteger(value)) {
      this.report.errors.push({ code: 'not_whole', key, value });
    } else if (value < min || value > max) {
      this.report.errors.push({ code: 'out_of_range', key, value, min, max });
    } else {
      return value;
    }
    return null;
  }

  /** @param {string} key @returns {boolean | null} */
  flag(key) {
    const value = this.raw(key);
    if (value === null || typeof value === 'boolean') return value;
    this.report.errors.push({ code: 'not_a_flag', key: this.pathOf(key), value: describe(value) });
    return null;
  }

  /** @param {string} key @returns {string | null} */
  text(key) {
    const value = this.raw(key);
    return typeof value === 'string' ? value : null;
  }

  /** @param {string} key @returns {any[] | null} */
  list(key) {
    const value = this.raw(key);
    return Array.isArray(value) ? value : null;
  }

  /** @param {string} key @returns {KeyReader | null} */
  section(key) {
    const value = this.raw(key);
    return isJsonObject(value) ? new KeyReader(value, this.pathOf(key), this.report) : null;
  }

  /** @param {unknown} raw @param {string} key */
  #toNumber(raw, key) {
    const parsed = jsonNumber(raw);
    if (parsed !== null) return parsed.number;
    if (typeof raw === 'string' && /^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(raw)) {
      this.report.warnings.push({ code: 'number_as_text', key, value: raw });
      return Number(raw);
    }
    this.report.errors.push({ code: 'not_a_number', key, value: describe(raw) });
    return null;
  }
}

/** A value in a message. @param {unknown} value */
export function describe(value) {
  if (Array.isArray(value)) return '[...]';
  if (isJsonObject(value)) return '{...}';
  return String(value).slice(0, 40);
}
