/** The same positions as llama.cpp's flags, and what that program makes of a config or a command. */
import { html, nothing } from 'lit';
import { formatInteger, formatNumber, formatPercent, formatShort, isolate } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { statistic } from '../parts/statistic.js';
import { variantName } from './names.js';

/** Frequencies that differ by rounding only. */
const sameWithin = 1e-9;

/** @param {string} language @param {any} data */
export function flagsTable(language, { llama, reach }) {
  return html`<table class="flags">
    <caption>${translate(language, 'position.flags')}</caption>
    <tbody>
      ${llama.flags.map(
        (/** @type {any} */ { id, layerType, words }) => html`<tr data-flags=${id}>
          <th scope="row">${variantName(language, { id, layerType })}</th>
          <td>
            ${words.length > 0 && layerType !== 'sliding_attention'
              ? html`<code dir="ltr">${['llama-server', '-c', Math.ceil(reach), ...words].join(' ')}</code>`
              : translate(language, id === 'default' && layerType === null ? 'position.flags-none' : 'position.flags-in-file')}
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {string} language @param {any} difference */
function differenceText(language, { difference: name, ...details }) {
  const values = Object.fromEntries(
    Object.entries(details).map(([detail, value]) => [detail, typeof value === 'number' ? formatShort(language, value, 6) : String(value)]),
  );
  return translate(language, `position.difference.${name}`, values);
}

/** What differs, and by how much. @param {string} language @param {any} against */
function disagreement(language, { largest, pair, attentionFactor }) {
  const said = [];
  if (largest >= sameWithin) said.push(translate(language, 'position.disagree-frequencies', { largest: formatPercent(language, largest, 1), pair: formatInteger(language, pair) }));
  if (Math.abs(attentionFactor) >= sameWithin) said.push(translate(language, 'position.disagree-attention', { difference: formatNumber(language, attentionFactor, 4) }));
  return said.join(' ');
}

/** @param {string} language @param {any} data */
export function comparison(language, { llama, configured }) {
  const found = llama.comparison;
  if (!found) return nothing;
  const { frequencies, differences, against } = found;
  const agrees = against !== null && against.largest < sameWithin && Math.abs(against.attentionFactor) < sameWithin;
  return html`<div class="llama-comparison" data-comparison>
    <h4>${translate(language, 'position.in-llama')}</h4>
    ${frequencies === null
      ? nothing
      : html`<p>${translate(language, 'position.llama-facts', {
          type: isolate(language, found.llama.scalingType),
          base: formatShort(language, frequencies.effectiveBase, 6),
          factor: formatShort(language, 1 / found.llama.freqScale, 6),
          attention: formatNumber(language, frequencies.attentionFactor, 4),
        })}</p>`}
    ${against && against.largest !== null
      ? html`<p>
          ${agrees
            ? html`<span data-agree="yes">${translate(language, 'position.agree')}</span>`
            : html`<span data-agree="no">${translate(language, 'position.disagree')} ${disagreement(language, against)}</span>`}
          ${statistic('llama-gap', against.largest, '')}
        </p>`
      : nothing}
    ${differences.length === 0
      ? configured && agrees
        ? html`<p>${translate(language, 'position.no-differences')}</p>`
        : nothing
      : html`<ul class="notes">
          ${differences.map((/** @type {any} */ found) => html`<li data-difference=${found.difference}>${differenceText(language, found)}</li>`)}
        </ul>`}
  </div>`;
}
