import { html } from 'lit';
import { formatInteger, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { largestSize } from './extent.js';

/**
 * One output row as bars above and below a line, one per component of the value vectors.
 * @param {string} language @param {number} row @param {Float64Array} output @param {number} largest  full height
 */
export function outputStrip(language, row, output, largest) {
  const width = output.length;
  let path = '';
  for (let at = 0; at < width; at += 1) path += `M${at + 0.5} 0V${(-output[at] / largest).toFixed(3)}`;
  const label = translate(language, 'rows.output-name', {
    row: formatInteger(language, row + 1),
    width: formatInteger(language, width),
    largest: formatShort(language, largestSize(output), 3),
  });
  return html`<svg class="output-strip" viewBox="0 -1 ${width} 2" preserveAspectRatio="none" role="img" aria-label=${label}>
    <path class="zero" d="M0 0H${width}" /><path d=${path} />
  </svg>`;
}
