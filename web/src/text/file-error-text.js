/** What a file got wrong, in the reader's language, with the place in the file. */
import { formatInteger, isolate } from './numbers.js';
import { hasText, translate } from './index.js';

/** Whether an error is about a file rather than a request. @param {any} error */
export const isFileError = (error) => ['file', 'place', 'line'].some((name) => Object.hasOwn(error?.values ?? {}, name)) && Boolean(error?.code);

/** @param {string} language @param {any} error an AttentionError */
export function fileErrorText(language, error) {
  const key = `file.${error?.code}`;
  if (!hasText(language, key)) return translate(language, 'file.unknown', { detail: String(error?.message ?? error) });
  const shown = Object.fromEntries(Object.entries(error.values).map(([name, value]) => [name, valueText(language, value)]));
  const { file, line, column } = shown;
  const where = line && column
    ? translate(language, 'file.line-column', { line, column })
    : line ? translate(language, 'file.line', { line }) : placeText(language, error.values.place);
  const sentence = translate(language, key, { ...shown, field: shown.field ?? '' });
  return [file, where, sentence].filter(Boolean).join(translate(language, 'file.colon'));
}

/** A byte of a binary file, or an element by its indices. @param {string} language @param {unknown} place */
function placeText(language, place) {
  if (place === undefined) return '';
  const key = typeof place === 'number' ? 'file.byte' : 'file.place';
  return translate(language, key, { place: valueText(language, place) });
}

/** Names and numbers of a file stand left to right, as they do in it. @param {string} language @param {unknown} value */
function valueText(language, value) {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return formatInteger(language, value);
  return isolate(language, String(value));
}
