/** How the pointed-at cell, row or key comes about, side by side for every configuration. */
import { html } from 'lit';
import { formatInteger, formatNumber, formatPercent, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { ruleName } from '../../text/value-text.js';

/** @typedef {{ row: number, key: number }} Place  -1 stands for the whole row or the whole column */
/** @typedef {{ name: string, text: (language: string, attention: any, at: Place, naive: boolean) => string }} Line */

/** The largest scaled logit of a row, over the keys it sees. @param {any} attention @param {number} row */
function rowMaximum({ scaled, keys }, row) {
  let largest = -Infinity;
  for (let key = 0; key < keys; key += 1) largest = Math.max(largest, scaled[row * keys + key]);
  return largest;
}

/** @param {(attention: any, index: number, at: Place, naive: boolean) => number | null} value @returns {Line['text']} */
const ofCell = (value) => (language, attention, at, naive) => {
  const index = at.row * attention.keys + at.key;
  return attention.scaled[index] === -Infinity ? translate(language, 'rows.masked') : formatShort(language, value(attention, index, at, naive), 6);
};

/** @type {Line[]} */
const cellLines = [
  { name: 'logit', text: ofCell(({ logits }, index) => logits[index]) },
  { name: 'scaled', text: ofCell(({ scaled }, index) => scaled[index]) },
  {
    name: 'exp',
    text: ofCell((attention, index, { row }, naive) => Math.exp(attention.scaled[index] - (naive ? 0 : rowMaximum(attention, row)))),
  },
  { name: 'weight', text: ofCell(({ weights }, index) => weights[index]) },
];

/** @type {Line[]} */
const rowLines = [
  { name: 'entropy', text: (language, { rowEntropy }, { row }) => formatNumber(language, rowEntropy[row], 4) },
  { name: 'max-entropy', text: (language, { rowMaxEntropy }, { row }) => formatNumber(language, rowMaxEntropy[row], 4) },
  { name: 'share', text: (language, { rowShare }, { row }) => formatPercent(language, rowShare[row], 1) },
  { name: 'effective-keys', text: (language, { rowEntropy }, { row }) => formatNumber(language, Math.exp(rowEntropy[row]), 2) },
  { name: 'row-max-weight', text: (language, { rowMaxWeight }, { row }) => formatNumber(language, rowMaxWeight[row], 6) },
  { name: 'row-jacobian', text: (language, { rowJacobian }, { row }) => formatShort(language, rowJacobian[row], 4) },
];

/** Whether a rule gives part of every row to no key. @param {any} rule */
export const hasSink = (rule) => /^(sink:|off-by-one)/.test(rule);

/** What the keys of a row leave to a sink. @type {Line} */
const sinkLine = {
  name: 'sink-weight',
  text: (language, { weights, keys }, { row }) => formatNumber(language, 1 - weights.subarray(row * keys, (row + 1) * keys).reduce((/** @type {number} */ sum, /** @type {number} */ weight) => sum + weight, 0), 6),
};

/** @type {Line[]} */
const keyLines = [
  {
    name: 'received',
    text: (language, { weights, n, keys }, { key }) => {
      let sum = 0;
      for (let row = 0; row < n; row += 1) sum += weights[row * keys + key];
      return formatNumber(language, sum, 4);
    },
  },
];

/** @param {string} language @param {Place} place */
function title(language, { row, key }) {
  const values = { row: formatInteger(language, row + 1), key: formatInteger(language, key + 1) };
  if (key < 0) return translate(language, 'rows.row-name', values);
  return translate(language, row < 0 ? 'rows.key-name' : 'rows.cell-name', values);
}

/**
 * @param {string} language @param {{ rule: any, attention: any }[]} configurations @param {Place} place
 * @param {import('../../state/parameters.js').Values} parameters
 */
export function cellDetail(language, configurations, place, parameters) {
  const ofPlace = place.row < 0 ? keyLines : place.key < 0 ? rowLines : [...cellLines, ...rowLines.slice(0, 4)];
  const lines = place.row >= 0 && configurations.some(({ rule }) => hasSink(rule)) ? [...ofPlace, sinkLine] : ofPlace;
  const naive = parameters.softmax === 'naive';
  return html`<div class="cell-detail" tabindex="0" role="group" aria-label=${title(language, place)} .style=${`--lines: ${configurations.length}`}>
    <table class="detail">
      <caption>${title(language, place)}</caption>
      <thead>
        <tr>
          <td></td>
          ${lines.map(({ name }) => html`<th scope="col">${name === 'exp' ? expName(language, naive) : translate(language, `stat.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${configurations.map(
          ({ rule, attention }) => html`<tr>
            <th scope="row">${ruleName(language, rule)}</th>
            ${lines.map(({ text }) => html`<td>${text(language, attention, place, naive)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="figure-note">${translate(language, 'rows.hint')}</p>
  </div>`;
}

/** @param {string} language @param {boolean} naive */
const expName = (language, naive) => translate(language, naive ? 'stat.exp' : 'stat.exp-shifted');
