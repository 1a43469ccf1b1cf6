/** The share of each row by its place, for each rule, with and without a mask. */
import { html, svg } from 'lit';
import { line } from 'd3-shape';
import { formatInteger, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { scaleLinear } from './scale.js';
import { seriesClass, seriesPoint } from './series.js';

const height = 280;
const margin = { top: 34, right: 16, bottom: 48, left: 52 };
/** More points than this only hide their line. */
const mostPoints = 40;

/**
 * @param {string} language @param {readonly any[]} rows  of engine.sweep with rowShares @param {readonly any[]} rules
 * @param {number} width @param {string} label
 */
export function positionChart(language, rows, rules, width, label) {
  const n = rows[0].rowShare.length;
  const x = scaleLinear([1, Math.max(2, n)], [margin.left + 10, width - margin.right]);
  const y = scaleLinear([0, 1], [height - margin.bottom, margin.top]);
  const ticks = x.ticks(Math.min(n, 8)).filter(Number.isInteger);
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (value) => formatInteger(language, value),
      ticks,
      label: translate(language, 'collapse.row'),
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format: (value) => formatPercent(language, value),
      ticks: [0, 0.25, 0.5, 0.75, 1],
      label: translate(language, 'stat.share'),
      grid: width - margin.left - margin.right,
    })}
    ${rows.map(({ scale, mask, rowShare }) => {
      const at = rules.indexOf(scale);
      const points = /** @type {(number | null)[]} */ (rowShare).flatMap((share, i) =>
        share === null ? [] : [/** @type {[number, number]} */ ([x(i + 1), y(share)])],
      );
      return svg`<g class=${seriesClass(at)}>
        <path class="prediction" d=${line()(points) ?? ''} stroke-dasharray=${mask === 'none' ? '2 4' : ''} />
        ${mask !== 'none' && n <= mostPoints ? points.map(([px, py]) => seriesPoint(at, px, py, 30)) : ''}
      </g>`;
    })}
  </svg>`;
}
