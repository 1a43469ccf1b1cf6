import { formatInteger, formatShort } from '../text/numbers.js';
import { fileErrorText, isFileError } from '../text/file-error-text.js';
import { hasText, translate } from '../text/index.js';

/** Engine fields that the reader knows under another name. @type {Record<string, string>} */
const labels = { dK: 'dk', dV: 'dv' };

/** @param {string} language @param {number} bytes */
const mebibytes = (language, bytes) => `${formatInteger(language, Math.ceil(bytes / 2 ** 20))} MiB`;

/** What went wrong, in the reader's language. @param {string} language @param {any} error */
export function errorText(language, error) {
  if (isFileError(error)) return fileErrorText(language, error);
  const key = `error.${error?.code}`;
  if (!hasText(language, key)) return translate(language, 'error.unknown', { detail: String(error?.message ?? error) });
  const { field, values = {} } = error;
  const parameter = `parameter.${labels[field] ?? field}`;
  const inWords = error.code === 'too-large' ? mebibytes : formatShort;
  return translate(language, key, {
    label: hasText(language, parameter) ? translate(language, parameter) : field,
    given: inWords(language, Number(values.given)),
    lowest: inWords(language, Number(values.lowest)),
    highest: inWords(language, Number(values.highest)),
  });
}
