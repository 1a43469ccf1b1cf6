/** Persian, Arabic and Latin digits, and the marks that come with them. */
const kDigits = /[\u06f0-\u06f9\u0660-\u0669]/g;
const kInvisible = /[\u200e\u200f\u061c\u2066-\u2069\u00a0]/g;
const kThousands = /^[+-]?\d{1,3}(?:\u066c\d{3})+(?=$|[.e])/i;
const kNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const kNotFinite = /^[+-]?(?:nan|inf|infinity)$/i;

/**
 * A cell of a text table as a number: `value` is null where the cell is no number at all, not finite where it says so
 * (nan, inf) or is too large for a double.
 * @param {string} cell @param {'.' | ','} decimalMark
 * @returns {number | null}
 */
export function parseNumberCell(cell, decimalMark = '.') {
  let text = cell.trim();
  if (/[^\x20-\x7e]/.test(text)) {
    text = text.replace(kInvisible, '').replace(kDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
    text = text.replace('\u066b', '.').replace('\u2212', '-');
    text = text.replace(kThousands, (grouped) => grouped.replaceAll('\u066c', ''));
  }
  if (decimalMark === ',') text = text.includes('.') ? text : text.replace(',', '.');
  if (kNumber.test(text)) return Number(text);
  if (kNotFinite.test(text)) return NaN;
  return null;
}
