/** What went wrong, in the reader's language. The rarer errors have their words in the chapter `errors`. */
import { formatInteger, formatShort, isolate } from './numbers.js';
import { fileErrorText, isFileError } from './file-error-text.js';
import { hasText, translate } from './index.js';

/** Engine fields that the reader knows under another name. @type {Record<string, string>} */
const labels = { dK: 'dk', dV: 'dv', ropeTheta: 'theta' };

/** @param {string} language @param {unknown} bytes */
const mebibytes = (language, bytes) => `${formatInteger(language, Math.ceil(Number(bytes) / 2 ** 20))} MiB`;

/** @param {string} language @param {unknown} value */
const plainValue = (language, value) => (typeof value === 'number' ? formatShort(language, value, 6) : isolate(language, String(value)));

/** Fields without a word of their own are keys of a config.json, and written as there. @param {string} language @param {string} field */
function fieldText(language, field) {
  const known = [`parameter.${labels[field] ?? field}`, `field.${field}`].find((key) => hasText(language, key));
  return known ? translate(language, known) : isolate(language, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** @param {string} language @param {any} error */
export function errorText(language, error) {
  if (isFileError(error)) return fileErrorText(language, error);
  const key = [`error.${error?.code}`, `note.${error?.code}`].find((name) => hasText(language, name));
  if (!key) return translate(language, 'error.unknown', { detail: String(error?.message ?? error) });
  const { code, field, values = {} } = error;
  const inWords = code === 'too-large' ? mebibytes : plainValue;
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(language, value)]));
  return translate(language, key, { ...shown, label: fieldText(language, `${field}`), key: isolate(language, `${field}`), raw: values });
}
