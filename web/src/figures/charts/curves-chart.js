/**
 * Lines over two axes, each axis with its own d3 scale: points, an optional band round each line, and marked places.
 *
 * @typedef {object} Curve
 * @property {number} at                                which colour, dash and shape it has
 * @property {[number, number][]} points                in the axes' own numbers
 * @property {[number, number, number][]} [band]        x, low, high
 * @property {boolean} [dots]                           a shape on every point
 *
 * @typedef {object} ChartAxis
 * @property {any} scale                                d3 scale whose range is set here
 * @property {readonly number[]} ticks
 * @property {(value: number) => string} format
 * @property {string} label
 *
 * @typedef {object} Chart
 * @property {number} width
 * @property {number} height
 * @property {ChartAxis} x
 * @property {ChartAxis} y
 * @property {Curve[]} curves
 * @property {{ value: number, text: string }[]} [columns]  places on the x axis
 * @property {{ value: number, text: string }[]} [lines]    places on the y axis
 * @property {{ ends: [number, number], text: string }} [bracket]  a stretch of the x axis, named above the plot, where no curve comes
 * @property {{ points: [number, number][], text: string }} [guide]  what the curves are held against
 * @property {string} label
 */
import { html, svg } from 'lit';
import { area, line } from 'd3-shape';
import { horizontalAxis, verticalAxis } from './axis.js';
import { seriesClass, seriesDash, seriesPoint } from './series.js';

const margin = { top: 40, right: 26, bottom: 48 };
/** Of a digit of the labels, in pixels, and what stands between them and the axis. */
const label = { digit: 7, gap: 16 };

/** Marks stand below each other, so that their words do not meet. */
const markHeight = 15;

/** Room above the plot for a bracket and its words. */
const bracketRise = 22;

/** @param {Chart} chart */
export function curvesChart({ width, height, x, y, curves, columns = [], lines = [], bracket, guide, label: name }) {
  const rise = bracket ? bracketRise : 0;
  // The marks of direction around a Persian per cent take no room.
  const longest = Math.max(...y.ticks.map((tick) => y.format(tick).replaceAll('\u061c', '').length));
  const [left, right, top, bottom] = [label.gap + label.digit * longest, width - margin.right, margin.top + rise, height - margin.bottom];
  x.scale.range([left, right]);
  y.scale.range([bottom, top]);
  const placed = (/** @type {[number, number][]} */ points) => points.map(([a, b]) => /** @type {[number, number]} */ ([x.scale(a), y.scale(b)]));
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${name}>
    ${horizontalAxis(x.scale, [left, right], bottom, x)}
    ${verticalAxis(y.scale, [bottom, top], left, { ...y, grid: right - left, rise })}
    ${bracket ? bracketMark(bracket, x.scale, [left, right], [bottom, top]) : ''}
    ${columns.map(({ value }) => svg`<line class="mark" x1=${x.scale(value)} x2=${x.scale(value)} y1=${top} y2=${bottom} />`)}
    ${lines.map(({ value }) => svg`<line class="mark" x1=${left} x2=${right} y1=${y.scale(value)} y2=${y.scale(value)} />`)}
    ${guide ? svg`<path class="mark guide" d=${line()(placed(guide.points)) ?? ''} />` : ''}
    ${curves.map(({ at, points, band, dots }) => {
      const places = placed(points);
      const edges = (band ?? []).map(([a, low, high]) => ({ x: x.scale(a), low: y.scale(low), high: y.scale(high) }));
      return svg`<g class=${seriesClass(at)}>
        ${band ? svg`<path class="band" d=${area((/** @type {any} */ edge) => edge.x, (/** @type {any} */ edge) => edge.low, (/** @type {any} */ edge) => edge.high)(/** @type {any} */ (edges)) ?? ''} />` : ''}
        <path class="curve" d=${line()(places) ?? ''} stroke-dasharray=${seriesDash(at)} />
        ${dots ? places.map(([a, b]) => seriesPoint(at, a, b)) : ''}
      </g>`;
    })}
    ${columns.map(({ value, text }, at) => {
      const end = x.scale(value) > (left + right) / 2;
      return markText(x.scale(value) + (end ? -6 : 6), top + 10 + markHeight * at, end, text);
    })}
    ${lines.map(({ value, text }) => markText(left + 8, y.scale(value) - 6, false, text))}
    ${guide ? markText(right, y.scale(guide.points[guide.points.length - 1][1]) - 8, true, guide.text) : ''}
  </svg>`;
}

/** @param {{ ends: [number, number], text: string }} bracket @param {any} scale @param {[number, number]} across @param {[number, number]} up */
function bracketMark({ ends, text }, scale, [left, right], [bottom, top]) {
  const [from, to] = ends.map((end) => scale(end));
  const middle = (from + to) / 2;
  const third = (right - left) / 3;
  const [x, anchor] = middle < left + third ? [from, 'start'] : middle > right - third ? [to, 'end'] : [middle, 'middle'];
  return svg`<path class="mark guide" d="M${from},${bottom}V${top - 6}H${to}V${bottom}" />
    <text class="mark-text" x=${x} y=${top - 12} text-anchor=${anchor}>${text}</text>`;
}

/** @param {number} x @param {number} y @param {boolean} end @param {string} text */
const markText = (x, y, end, text) => svg`<text class="mark-text" x=${x} y=${y} text-anchor=${end ? 'end' : 'start'}>${text}</text>`;

/** Which dash and shape belongs to which curve. @param {{ at: number, name: unknown }[]} entries */
export function curvesLegend(entries) {
  return html`<ul class="series-legend">
    ${entries.map(
      ({ at, name }) => html`<li class=${seriesClass(at)}>
        <svg width="36" height="14" aria-hidden="true">
          <line class="curve" x1="0" x2="36" y1="7" y2="7" stroke-dasharray=${seriesDash(at)} />${seriesPoint(at, 18, 7)}
        </svg>
        <span>${name}</span>
      </li>`,
    )}
  </ul>`;
}
