/** One line per variant: the base it uses, its attention factor, and how many pairs it keeps, bends and stretches. */
import { html, nothing } from 'lit';
import { formatInteger, formatNumber, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { statistic } from '../parts/statistic.js';
import { variantName } from './names.js';
import { logitsTimes } from './position-values.js';

/** Ratios closer to 1, or to the largest one, than this count as it. */
const close = 1e-9;

/** @param {any} frequencies @param {any} plain */
export function pairCounts({ invFreq }, plain) {
  const counts = { kept: 0, between: 0, stretched: 0, still: 0 };
  const ratios = Array.from(invFreq, (frequency, pair) => plain.invFreq[pair] / frequency);
  const largest = Math.max(...ratios.filter(Number.isFinite));
  for (const ratio of ratios) {
    if (ratio === Infinity) counts.still += 1;
    else if (Math.abs(ratio - 1) < close) counts.kept += 1;
    else if (ratio > largest * (1 - close)) counts.stretched += 1;
    else counts.between += 1;
  }
  return counts;
}

/** @param {string} language @param {any[]} drawn @param {any} plain @param {any[]} rows */
export function variantsTable(language, drawn, plain, rows) {
  const counted = drawn.map(({ frequencies }) => pairCounts(frequencies, plain));
  const someAreStill = counted.some(({ still }) => still > 0);
  const columns = ['base', 'attention-factor', 'logits-times', 'kept', 'between', 'stretched', ...(someAreStill ? ['still'] : []), 'entropy'];
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'position.variants')}>
    <table class="summary variants">
      <caption>${translate(language, 'position.variants')}</caption>
      <thead>
        <tr>
          <th scope="col">${translate(language, 'position.variant')}</th>
          ${columns.map((name) => html`<th scope="col">${translate(language, `position.column.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${drawn.map((variant, at) => {
          const { frequencies } = variant;
          const times = logitsTimes(variant);
          const { kept, between, stretched, still } = counted[at];
          const { attention } = rows.find(({ id, layerType }) => id === variant.id && layerType === variant.layerType) ?? {};
          return html`<tr data-variant=${variant.id}>
            <th scope="row">${variantName(language, variant)}</th>
            <td>${statistic('base', frequencies.effectiveBase, formatShort(language, frequencies.effectiveBase, 6))}</td>
            <td>${statistic('attention-factor', frequencies.attentionFactor, formatNumber(language, frequencies.attentionFactor, 4))}</td>
            <td>${statistic('logits-times', times, formatNumber(language, times, 4))}</td>
            <td>${statistic('pairs-kept', kept, formatInteger(language, kept))}</td>
            <td>${statistic('pairs-between', between, formatInteger(language, between))}</td>
            <td>${statistic('pairs-stretched', stretched, formatInteger(language, stretched))}</td>
            ${someAreStill ? html`<td>${statistic('pairs-still', still, formatInteger(language, still))}</td>` : nothing}
            <td>${statistic('mean-entropy', attention?.meanEntropy, formatNumber(language, attention?.meanEntropy, 4))}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
