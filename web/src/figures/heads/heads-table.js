/** Every head under every rule as one table, the marks in words. */
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { formatInteger, formatNumber, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { ruleName } from '../../text/value-text.js';
import { flagOf } from './head-order.js';
import { statistic } from '../parts/statistic.js';

/** @param {string} language @param {readonly number[]} order @param {any} data of the figure @param {(head: number) => void} open */
export function headsTable(language, order, { heads, rules, opened }, open) {
  const heading = (/** @type {string} */ key) => html`<th scope="col">${translate(language, key)}</th>`;
  return html`<div class="table-scroll heads-scroll" tabindex="0" role="group" aria-label=${translate(language, 'heads.table')}>
    <table class="heads-table">
      <caption>${translate(language, 'heads.table')}</caption>
      <thead>
        <tr>
          ${['heads.column', 'rows.configuration', 'stat.mean-entropy', 'stat.share', 'stat.effective-keys', 'stat.max-weight', 'stat.jacobian', 'heads.flag'].map(heading)}
        </tr>
      </thead>
      ${repeat(order, (head) => head, (head) => guard([heads[head], head === opened, language], () => html`<tbody class=${head === opened ? 'opened' : ''}>
        ${rules.map((/** @type {any} */ rule, /** @type {number} */ at) => renderRow(language, head, rule, heads[head][at], at === 0 ? rules.length : 0, open))}
      </tbody>`))}
    </table>
  </div>`;
}

/** @param {string} language @param {number} head @param {any} rule @param {import('./head-order.js').HeadStatistics} statistics @param {number} lines @param {(head: number) => void} open */
function renderRow(language, head, rule, statistics, lines, open) {
  const { meanEntropy, share, effectiveKeys, maxWeight, jacobian, failedRows } = statistics;
  const flag = flagOf(statistics);
  const name = translate(language, 'heads.head', { head: formatInteger(language, head + 1) });
  return html`<tr data-head=${head + 1} data-scale=${String(rule)} data-flag=${flag ?? ''}>
    ${lines > 0 ? html`<th scope="rowgroup" rowspan=${lines}><button type="button" class="quiet" data-picture="keep" @click=${() => open(head)}>${name}</button></th>` : nothing}
    <th scope="row">${ruleName(language, rule)}</th>
    <td>${statistic('mean-entropy', meanEntropy, formatNumber(language, meanEntropy, 4))}</td>
    <td>${statistic('share', share, formatPercent(language, share))}</td>
    <td>${statistic('effective-keys', effectiveKeys, formatNumber(language, effectiveKeys, 2))}</td>
    <td>${statistic('max-weight', maxWeight, formatNumber(language, maxWeight, 6))}</td>
    <td>${statistic('jacobian', jacobian, formatNumber(language, jacobian, 4))}</td>
    <td>
      ${flag ? html`<span class="head-flag ${flag}">${translate(language, `heads.${flag}`)}</span>` : nothing}
      ${failedRows > 0 ? translate(language, 'heads.failed-rows', { count: formatInteger(language, failedRows) }) : nothing}
    </td>
  </tr>`;
}
