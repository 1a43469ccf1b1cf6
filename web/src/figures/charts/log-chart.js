/** Lines over n on two logarithmic axes. */
import { html, svg } from 'lit';
import { line } from 'd3-shape';
import { formatInteger } from '../../text/numbers.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { scaleLog } from './scale.js';
import { seriesClass, seriesDash, seriesPoint } from './series.js';

const height = 320;
const margin = { top: 34, right: 18, bottom: 48, left: 66 };
/** Room that a tick of the lower axis needs, in pixels. */
const tickRoom = 58;

/** @typedef {{ n: number, value: number, low?: number, high?: number }} ChartPoint */

/** Powers of `base` that lie in the domain. @param {[number, number]} domain @param {number} base */
function powers([low, high], base) {
  const found = [];
  for (let power = Math.ceil(Math.log(low) / Math.log(base) - 1e-9); base ** power <= high; power += 1) found.push(base ** power);
  return found;
}

/**
 * @param {string} language
 * @param {readonly { at: number, points: readonly ChartPoint[] }[]} lines  `at` chooses colour, shape and dash
 * @param {{ width: number, label: string, axis: string, base?: number, format: (value: number) => string }} options
 */
export function logChart(language, lines, { width, label, axis, base = 10, format }) {
  const points = lines.flatMap((one) => one.points);
  const ns = [...new Set(points.map(({ n }) => n))].sort((a, b) => a - b);
  const values = points.flatMap(({ value, low = value, high = value }) => [low, high]);
  /** @type {[number, number]} */
  const domain = [Math.min(...values) / 1.5, Math.max(...values) * 1.5];
  const x = scaleLog([ns[0] / 1.15, ns[ns.length - 1] * 1.15], [margin.left, width - margin.right]);
  const y = scaleLog(domain, [height - margin.bottom, margin.top]);
  const every = Math.ceil(ns.length / Math.max(1, Math.floor((width - margin.left) / tickRoom)));
  const path = line(
    (/** @type {ChartPoint} */ { n }) => x(n),
    ({ value }) => y(value),
  );
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (n) => formatInteger(language, n),
      ticks: ns.filter((_, at) => (ns.length - 1 - at) % every === 0),
      label: 'n',
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format,
      ticks: powers(domain, base),
      label: axis,
      grid: width - margin.left - margin.right,
    })}
    ${lines.map(
      (one) => svg`<g class=${seriesClass(one.at)}>
        <path class="prediction" d=${path(one.points) ?? ''} stroke-dasharray=${seriesDash(one.at)} />
        ${one.points.map(({ n, value, low, high }) => [
          low !== undefined && high !== undefined ? svg`<path class="prediction" d="M${x(n)} ${y(low)}V${y(high)}" />` : '',
          seriesPoint(one.at, x(n), y(value)),
        ])}
      </g>`,
    )}
  </svg>`;
}

/** @param {readonly { at: number, name: unknown }[]} entries */
export function chartLegend(entries) {
  return html`<ul class="series-legend">
    ${entries.map(
      ({ at, name }) => html`<li class=${seriesClass(at)}>
        <svg width="36" height="14" aria-hidden="true">
          <line class="prediction" x1="0" x2="36" y1="7" y2="7" stroke-dasharray=${seriesDash(at)} />${seriesPoint(at, 18, 7)}
        </svg>
        <span>${name}</span>
      </li>`,
    )}
  </ul>`;
}
