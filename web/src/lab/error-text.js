import { hasText, translate } from '../text/index.js';

/** Engine fields by the name the reader knows them under. @type {Record<string, string>} */
const labels = { dK: 'dk', dV: 'dv' };

/** What went wrong, in the reader's language. @param {string} language @param {any} error */
export function errorText(language, error) {
  const key = `error.${error?.code}`;
  const field = labels[error?.field] ?? error?.field;
  const label = hasText(language, `parameter.${field}`) ? translate(language, `parameter.${field}`) : (field ?? '');
  if (hasText(language, key)) return translate(language, key, { ...error, language, label });
  return translate(language, 'error.unknown', { language, detail: String(error?.message ?? error) });
}
