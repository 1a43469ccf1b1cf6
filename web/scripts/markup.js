import { nothing } from 'lit';

/** Text within markup. @param {string} text */
export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A template of Lit as HTML, without its listeners. @param {unknown} part @returns {string} */
export function markup(part) {
  if (part === nothing) return '';
  if (Array.isArray(part)) return part.map(markup).join('');
  if (typeof part !== 'object' || part === null) return escaped(String(part));
  const { strings, values } = /** @type {import('lit').TemplateResult} */ (part);
  const pieces = strings.map((string, at) => {
    if (/@\w+=$/.test(string)) return string.replace(/\s*@\w+=$/, '');
    const value = at < values.length ? markup(values[at]) : '';
    return string.endsWith('=') ? `${string}"${value}"` : string + value;
  });
  return pieces.join('').replaceAll(/\s+/g, ' ');
}
