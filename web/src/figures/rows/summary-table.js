/** One line per configuration: the statistics that tell mixtures from one-hot rows. */
import { html } from 'lit';
import { formatNumber, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { ruleName } from '../../text/value-text.js';
import { statistic } from '../parts/statistic.js';

/** @type {readonly { name: string, field: string, text: (language: string, value: number | null) => string }[]} */
const columns = [
  { name: 'max-weight', field: 'maxWeight', text: (language, value) => formatNumber(language, value, 6) },
  { name: 'mean-entropy', field: 'meanEntropy', text: (language, value) => formatNumber(language, value, 4) },
  { name: 'share', field: 'entropyShare', text: formatPercent },
  { name: 'rms-logit', field: 'rmsLogit', text: (language, value) => formatNumber(language, value, 2) },
  { name: 'rms-scaled-logit', field: 'rmsScaledLogit', text: (language, value) => formatNumber(language, value, 2) },
  { name: 'jacobian', field: 'meanJacobian', text: (language, value) => formatNumber(language, value, 4) },
];

/** @param {string} language @param {{ rule: any, attention: any }[]} configurations */
export function summaryTable(language, configurations) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'rows.summary')}>
    <table class="summary">
      <caption>${translate(language, 'rows.summary')}</caption>
      <thead>
        <tr>
          <th scope="col">${translate(language, 'rows.configuration')}</th>
          ${columns.map(({ name }) => html`<th scope="col">${translate(language, `stat.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${configurations.map(
          ({ rule, attention }) => html`<tr data-scale=${String(rule)}>
            <th scope="row">${ruleName(language, rule)}</th>
            ${columns.map(({ name, field, text }) => html`<td>${statistic(name, attention[field], text(language, attention[field]))}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
