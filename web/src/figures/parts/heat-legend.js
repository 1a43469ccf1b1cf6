import { html } from 'lit';
import { formatNumber } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

/** The palette with its ends: weights from 0 to 1, or logits from -largest to largest. @param {string} language @param {number | null} largest */
export function heatLegend(language, largest) {
  const [low, high] = largest === null ? [0, 1] : [-largest, largest];
  const decimals = largest === null ? 0 : 1;
  return html`<p class="heat-legend">
    <span>${translate(language, largest === null ? 'rows.legend' : 'rows.legend-logits')}</span>
    <span class="heat-scale" dir="ltr">
      <span>${formatNumber(language, low, decimals)}</span><span class="heat-ramp" aria-hidden="true"></span><span>${formatNumber(language, high, decimals)}</span>
    </span>
  </p>`;
}
