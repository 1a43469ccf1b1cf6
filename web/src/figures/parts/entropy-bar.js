import { html, nothing } from 'lit';
import { formatInteger, formatNumber } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { statistic } from './statistic.js';

/**
 * The entropy of a row as a bar in a track; the track is as long as the row's own maximum, ln of the keys it sees.
 * @param {string} language @param {any} attention @param {number} row @param {boolean} text
 */
export function entropyBar(language, attention, row, text) {
  const { rowEntropy, rowMaxEntropy, uniformEntropy } = attention;
  const entropy = rowEntropy[row];
  const maximum = rowMaxEntropy[row];
  const track = uniformEntropy > 0 ? maximum / uniformEntropy : 0;
  const filled = maximum > 0 ? entropy / maximum : 0;
  const label = translate(language, 'rows.entropy-name', {
    row: formatInteger(language, row + 1),
    entropy: formatNumber(language, entropy, 4),
    maximum: formatNumber(language, maximum, 4),
  });
  return html`<span class="entropy-track" role="img" aria-label=${label} .style=${`--track: ${track.toFixed(4)}; --filled: ${filled.toFixed(4)}`}><span></span></span>
    ${text ? statistic('row-entropy', entropy, formatNumber(language, entropy, 2)) : nothing}`;
}
