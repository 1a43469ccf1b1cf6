/** A statistic over d_k for each rule: its mean and the band of 90 % of the runs. */
import { html, svg } from 'lit';
import { nice } from 'd3-array';
import { area, line } from 'd3-shape';
import { formatInteger, formatShort } from '../../text/numbers.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { powersIn, scaleLinear, scaleLog } from './scale.js';
import { seriesClass, seriesDash, seriesPoint } from './series.js';

const height = 280;
const margin = { top: 34, right: 16, bottom: 48, left: 58 };

/**
 * @param {string} language @param {readonly { rule: any, points: { dK: number, mean: number | null, low: number | null, high: number | null }[] }[]} series
 * @param {number} width @param {{ label: string, axis: string, current: number, logarithmic?: boolean }} view
 */
export function widthChart(language, series, width, { label, axis, current, logarithmic = false }) {
  const dks = series[0].points.map(({ dK }) => dK);
  const x = scaleLog([dks[0], dks[dks.length - 1]], [margin.left, width - margin.right]);
  const values = series.flatMap(({ points }) => points.flatMap(({ mean, high }) => [mean ?? 0, high ?? 0]));
  const top = Math.max(...values) || 1;
  const range = [height - margin.bottom, margin.top];
  const bottom = logarithmic ? Math.max(Math.min(...values.filter((value) => value > 0), top), top / 1e6) / 1.5 : 0;
  /** @type {[number, number]} */
  const domain = logarithmic ? [bottom, top * 1.5] : nice(0, top, 10);
  const scale = logarithmic ? scaleLog(domain, range) : scaleLinear(domain, range);
  const y = (/** @type {number} */ value) => scale(Math.max(value, bottom));
  const ticks = logarithmic ? powersIn(domain, 10, 5) : scale.ticks(5);
  const known = (/** @type {any} */ { mean, low, high }) => mean !== null && low !== null && high !== null && (!logarithmic || mean > 0);
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (value) => formatInteger(language, value, false),
      ticks: dks.filter((_, at) => width > 460 || at % 2 === 0),
      label: 'd\u2096',
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format: (value) => formatShort(language, value, 2),
      ticks: ticks.length > 0 ? ticks : [bottom, top],
      label: axis,
      grid: width - margin.left - margin.right,
    })}
    ${current >= dks[0] && current <= dks[dks.length - 1]
      ? svg`<line class="now" x1=${x(current)} x2=${x(current)} y1=${margin.top} y2=${height - margin.bottom} />`
      : ''}
    ${series.map(({ points }, at) => {
      const drawn = /** @type {any[]} */ (points.filter(known));
      const band = area((/** @type {any} */ { dK }) => x(dK), ({ low }) => y(low), ({ high }) => y(high))(drawn);
      const mean = line((/** @type {any} */ { dK }) => x(dK), ({ mean }) => y(mean))(drawn);
      return svg`<g class=${seriesClass(at)}>
        <path class="band" d=${band ?? ''} />
        <path class="prediction" d=${mean ?? ''} stroke-dasharray=${seriesDash(at)} />
        ${drawn.map(({ dK, mean }) => seriesPoint(at, x(dK), y(mean), 26))}
      </g>`;
    })}
  </svg>`;
}
