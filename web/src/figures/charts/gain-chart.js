/** For each format, up to which gain softmax works, with and without the maximum. */
import { html, svg } from 'lit';
import { formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { horizontalAxis } from './axis.js';
import { scaleLog } from './scale.js';

const lineHeight = 46;
const margin = { top: 8, right: 36, bottom: 48, left: 76 };
const bars = /** @type {const} */ ([['naive', 6], ['stable', 18], ['scaledFirst', 30]]);

/**
 * @param {string} language @param {readonly any[]} formats  with breaks @param {[number, number]} gains @param {number} gain
 * @param {number} width @param {string} label
 */
export function gainChart(language, formats, gains, gain, width, label) {
  const bottom = margin.top + formats.length * lineHeight;
  const x = scaleLog(gains, [margin.left, width - margin.right]);
  const ticks = [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000].filter((_, at) => width > 520 || at % 3 === 0);
  return html`<svg class="chart" dir="ltr" width=${width} height=${bottom + margin.bottom} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], bottom, { format: (value) => formatShort(language, value, 1), ticks, label: translate(language, 'overflow.gain-axis') })}
    ${formats.map(({ precision, breaks }, at) => {
      const top = margin.top + at * lineHeight;
      return svg`<text x=${margin.left - 8} y=${top + 22} text-anchor="end">${translate(language, `precision.${precision}`)}</text>
        ${bars.map(([name, y]) => {
          const end = x(Math.min(gains[1], breaks[name] ?? gains[1]));
          return svg`<rect class="gain ${name}" x=${margin.left} width=${Math.max(0, end - margin.left)} y=${top + y} height="8" />
            ${breaks[name] === null ? '' : svg`<line class="break" x1=${end} x2=${end} y1=${top + y - 2} y2=${top + y + 10} />`}`;
        })}`;
    })}
    <line class="now" x1=${x(Math.min(gains[1], Math.max(gains[0], gain)))} x2=${x(Math.min(gains[1], Math.max(gains[0], gain)))} y1=${margin.top} y2=${bottom} />
  </svg>
  <ul class="series-legend">
    ${bars.map(([name]) => html`<li><svg width="24" height="10" aria-hidden="true"><rect class="gain ${name}" width="24" height="8" y="1" /></svg><span>${translate(language, `overflow.${name}`)}</span></li>`)}
  </ul>`;
}
