/** What was read from the model's file, and under which key. */
import { html, nothing } from 'lit';
import { formatInteger, isolate } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { noteList, noteText } from '../parts/notes.js';

const fields = [
  ...['modelType', 'numHiddenLayers', 'layerTypes', 'numAttentionHeads', 'numKeyValueHeads', 'numGlobalKeyValueHeads', 'headDim'],
  ...['globalHeadDim', 'kvLoraRank', 'qkRopeHeadDim', 'qkNopeHeadDim', 'vHeadDim', 'slidingWindow', 'attentionChunkSize'],
  ...['numKvSharedLayers', 'maxPositionEmbeddings'],
];

/** @param {string} language @param {any} value */
function valueText(language, value) {
  if (Array.isArray(value)) {
    const kinds = [...new Set(value)];
    return isolate(language, kinds.map((kind) => `${value.filter((other) => other === kind).length} ${kind}`).join(', '));
  }
  return typeof value === 'number' ? formatInteger(language, value) : isolate(language, String(value));
}

/** @param {string} language @param {string | undefined} found  a key, a formula of keys, or whose default it is */
function foundText(language, found) {
  const byDefault = /^default(?: of (.*))?$/.exec(found ?? '');
  if (byDefault) return translate(language, 'memory.found.default', { name: isolate(language, byDefault[1] ?? '') });
  return html`<code dir="ltr">${found ?? '\u2013'}</code>`;
}

/** @param {string} language @param {{ config: any, found: Record<string, string>, warnings: any[], error: any }} model */
export function foundTable(language, { config, found, warnings, error }) {
  const present = fields.filter((field) => config[field] !== null);
  const aboutPositions = warnings.filter(({ part }) => part === 'rope');
  return html`<details class="found">
    <summary>${translate(language, 'memory.found')}</summary>
    <div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'memory.found')}>
      <table>
        <thead>
          <tr>
            ${['field', 'value', 'key'].map((column) => html`<th scope="col">${translate(language, `memory.found.${column}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${present.map(
            (field) => html`<tr data-field=${field}>
              <th scope="row">${translate(language, `memory.field.${field}`)}</th>
              <td>${valueText(language, config[field])}</td>
              <td>${foundText(language, found[field])}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${aboutPositions.length > 0 || error?.part === 'rope'
      ? html`<p class="figure-note">${translate(language, 'memory.about-positions')}</p>
          ${error?.part === 'rope' ? html`<p>${noteText(language, error)}</p>` : nothing} ${noteList(language, aboutPositions)}`
      : nothing}
  </details>`;
}
