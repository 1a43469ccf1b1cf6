/** The cache under each rule, side by side: the right answer depends on the program. */
import { html } from 'lit';
import { binaryBytes, decimalBytes, exactBytes } from '../../text/byte-text.js';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { statistic } from '../parts/statistic.js';

/** @param {string} language @param {readonly import('../../memory/memory-plan.js').MemoryPlan[]} plans @param {string} chosen */
export function rulesTable(language, plans, chosen) {
  const columns = ['rule', 'cache', 'decimal', 'exact', 'cells', 'window-cells'];
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'memory.rules')}>
    <table class="rules-table">
      <caption>${translate(language, 'memory.rules')}</caption>
      <thead>
        <tr>${columns.map((column) => html`<th scope="col">${translate(language, `memory.column.${column}`)}</th>`)}</tr>
      </thead>
      <tbody>
        ${plans.map(
          (plan) => html`<tr data-rule=${plan.rule} class=${plan.rule === chosen ? 'chosen' : ''}>
            <th scope="row">${translate(language, `cache.${plan.rule}`)}</th>
            <td>${statistic('kv-bytes', plan.bytesTotal, binaryBytes(language, plan.bytesTotal))}</td>
            <td>${decimalBytes(language, plan.bytesTotal)}</td>
            <td>${exactBytes(language, plan.bytesTotal)}</td>
            <td>${formatInteger(language, plan.cellsBase)}</td>
            <td>${plan.cellsSwa === null ? '\u2013' : formatInteger(language, plan.cellsSwa)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
