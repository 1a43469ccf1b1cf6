/** Where the bytes go as the context grows: stacked bars at equal steps of the context. */
import { html, svg } from 'lit';
import { binaryBytes } from '../../text/byte-text.js';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { horizontalAxis, verticalAxis } from '../charts/axis.js';
import { scaleLinear } from '../charts/scale.js';

const height = 320;
const margin = { top: 34, right: 12, bottom: 50, left: 76 };

/**
 * @typedef {{ nCtx: number, parts: { part: string, bytes: number }[], total: number }} Bar
 *
 * @param {string} language @param {readonly Bar[]} bars @param {number} current  the context that is planned
 * @param {number} width  in pixels
 */
export function byteChart(language, bars, current, width) {
  const longest = bars[bars.length - 1].nCtx;
  const highest = Math.max(1, ...bars.map(({ total }) => total));
  const slot = (width - margin.left - margin.right) / (bars.length + 0.5);
  const x = scaleLinear([0, longest], [margin.left, width - margin.right - slot / 2]);
  const y = scaleLinear([0, highest], [height - margin.bottom, margin.top]);
  const thick = Math.max(6, slot * 0.62);
  const unit = 2 ** (10 * Math.floor(Math.log2(highest) / 10));
  const ticks = scaleLinear([0, highest / unit], [0, 1]).ticks(4).map((tick) => tick * unit);
  const last = bars[bars.length - 1];
  const every = width > 620 ? 1 : width > 420 ? 2 : 4;
  const label = translate(language, 'memory.chart-label', {
    first: binaryBytes(language, bars[0].total),
    last: binaryBytes(language, last.total),
    context: formatInteger(language, last.nCtx),
  });
  return html`<svg class="chart byte-chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (value) => formatInteger(language, value),
      ticks: bars.map(({ nCtx }) => nCtx).filter((_, at) => (at + 1) % every === 0),
      label: translate(language, 'memory.context-axis'),
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format: (value) => binaryBytes(language, value),
      ticks,
      grid: width - margin.left - margin.right,
    })}
    ${bars.map(({ nCtx, parts }) => {
      let below = 0;
      return parts.map(({ part, bytes }) => {
        const top = below + bytes;
        const rect = svg`<rect class=${`part-${part}`} x=${x(nCtx) - thick / 2} width=${thick} y=${y(top)} height=${Math.max(0, y(below) - y(top))} />`;
        below = top;
        return rect;
      });
    })}
    ${current <= longest ? svg`<line class="now" x1=${x(current)} x2=${x(current)} y1=${margin.top} y2=${height - margin.bottom} />` : ''}
  </svg>`;
}

/** @param {string} language @param {readonly string[]} parts */
export function partLegend(language, parts) {
  return html`<ul class="series-legend">
    ${parts.map(
      (part) => html`<li>
        <svg width="14" height="14" aria-hidden="true"><rect class=${`part-${part}`} width="14" height="14" /></svg>
        <span>${translate(language, `memory.part.${part}`)}</span>
      </li>`,
    )}
  </ul>`;
}
