/** Warnings and refusals of the memory readers in words. */
import { html, nothing } from 'lit';
import { formatInteger, formatShort, isolate } from '../../text/numbers.js';
import { hasText, translate } from '../../text/index.js';
import { SETTING_FLAGS } from '../../memory/llama-flags.js';

/** @typedef {{ code: string, [detail: string]: unknown }} Note */

/** Keys, flags and file contents read left to right; numbers take the reader's digits. @param {string} language @param {unknown} value */
function detailText(language, value) {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number.isInteger(Number(value)) ? formatInteger(language, value) : formatShort(language, Number(value), 4);
  }
  if (Array.isArray(value)) return isolate(language, value.join(', '));
  return value === null || value === undefined ? '\u2013' : isolate(language, String(value));
}

/** @param {string} language @param {Note} note */
export function noteText(language, note) {
  const details = Object.fromEntries(Object.entries(note).map(([name, value]) => [name, detailText(language, value)]));
  return translate(language, `note.${note.code}`, { ...details, raw: note });
}

/** As the reader knows it: the flag's long name, else the key of a config.json. @param {string} field */
const fieldName = (field) =>
  SETTING_FLAGS.find(({ setting }) => setting === field)?.names.at(-1) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An error thrown by a reader or by the plan. @param {string} language @param {any} error */
export function refusalText(language, error) {
  const key = `refusal.${error?.code}`;
  if (!hasText(language, key)) return translate(language, 'refusal.unknown', { detail: String(error?.message ?? error) });
  const details = Object.entries(error.values ?? {}).map(([name, value]) => [name, detailText(language, name === 'field' ? fieldName(String(value)) : value)]);
  return translate(language, key, Object.fromEntries(details));
}

/** @param {string} language @param {readonly Note[]} notes */
export function noteList(language, notes) {
  if (notes.length === 0) return nothing;
  return html`<ul class="notes">
    ${notes.map(
      (note) => html`<li data-note=${note.code} class=${note.willNotStart ? 'problem' : ''}>${noteText(language, note)}</li>`,
    )}
  </ul>`;
}
