/** Numbers as text, and text as numbers, in both languages. */

/** @type {Map<string, Intl.NumberFormat>} */
const formatters = new Map();

/** Locales by language; Persian takes its own digits and separators. @type {Record<string, string>} */
const locales = { en: 'en', fa: 'fa-u-nu-arabext' };

const minus = '\u2212';
const leftToRightIsolate = '\u2066';
const popIsolate = '\u2069';
const arabicLetterMark = '\u061c';

/** @param {string} language @param {Intl.NumberFormatOptions} options */
function formatter(language, options) {
  const cacheKey = `${language} ${JSON.stringify(options)}`;
  let found = formatters.get(cacheKey);
  if (!found) {
    found = new Intl.NumberFormat(locales[language] ?? locales.en, options);
    formatters.set(cacheKey, found);
  }
  return found;
}

/**
 * Keeps text that must read left to right (a negative number, a range, a formula in plain text) in that order
 * inside Persian sentences.
 * @param {string} language @param {string} text
 */
export function isolate(language, text) {
  return language === 'fa' ? `${leftToRightIsolate}${text}${popIsolate}` : text;
}

/**
 * Intl writes a negative Persian number with its minus on the right in plain text: the sign is set by hand.
 * @param {string} language @param {number | bigint} value @param {Intl.NumberFormatOptions} options
 */
function signed(language, value, options) {
  const text = formatter(language, { ...options, signDisplay: 'never' }).format(value);
  const isZero = !/[1-9\u06f1-\u06f9]/.test(text);
  return value < 0 && !isZero ? isolate(language, minus + text) : text;
}

const dash = '\u2013';

/** A number with a fixed count of decimals; what is not defined is a dash. @param {string} language @param {number | null | undefined} value */
export function formatNumber(language, value, decimals = 0) {
  if (value === null || value === undefined || Number.isNaN(value)) return dash;
  if (!Number.isFinite(value)) return value < 0 ? isolate(language, `${minus}\u221e`) : '\u221e';
  return signed(language, value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A number as short as it can be said with this many significant digits. @param {string} language @param {number | null} value */
export function formatShort(language, value, digits = 3) {
  if (value === null || !Number.isFinite(value)) return formatNumber(language, value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    const exponent = Math.floor(Math.log10(size));
    const mantissa = formatNumber(language, value / 10 ** exponent, digits - 1).replace(/[\u2066\u2069]/g, '');
    return isolate(language, `${mantissa}\u00d7${localDigits(language, '10')}${superscript(exponent)}`);
  }
  return signed(language, value, { maximumSignificantDigits: digits });
}

/** @param {number} exponent */
function superscript(exponent) {
  const digits = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';
  return String(exponent).replace('-', '\u207b').replace(/\d/g, (digit) => digits[Number(digit)]);
}

/** A whole number of any size. @param {string} language @param {number | bigint} value */
export function formatInteger(language, value, grouping = true) {
  return signed(language, value, { maximumFractionDigits: 0, useGrouping: grouping });
}

/**
 * A Persian percent sign would stand on the left of its digits after a letter and on their right elsewhere: the marks keep it on the left.
 * @param {string} language @param {number | null | undefined} ratio
 */
export function formatPercent(language, ratio, decimals = 0) {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return dash;
  const text = signed(language, ratio, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return language === 'fa' ? `${arabicLetterMark}${text}${arabicLetterMark}` : text;
}

/** Persian digits in Persian text, for words that are not numbers (a typed value given back). @param {string} language @param {string} text */
export function localDigits(language, text) {
  return language === 'fa' ? text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit))) : text;
}

/**
 * Latin digits and separators for what a reader may type: Persian and Arabic digits, momayyez, thousands marks,
 * every minus sign (also one typed after the digits), invisible direction marks.
 * @param {string} text
 */
export function toLatinDigits(text) {
  return text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, '')
    .replace(/[\u2212\u2010-\u2013\ufe63\uff0d]/g, '-')
    .replace(/[\u060c]/g, ',')
    .trim();
}

/** The number a reader typed, or null. @param {string} text @returns {number | null} */
export function parseNumber(text) {
  let latin = toLatinDigits(text);
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(latin)) latin = latin.replaceAll(',', '');
  const trailingMinus = /^([\d.]+)-$/.exec(latin);
  if (trailingMinus) latin = `-${trailingMinus[1]}`;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(latin)) return null;
  return Number(latin);
}
