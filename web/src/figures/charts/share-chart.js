/**
 * The share of the entropy over d_k for each rule: the mean over the seeds, the band in which 90 % of the seeds lie, what
 * theory says, and a level that the reader drags, with the d_k at which each curve crosses it.
 *
 * @typedef {{ rule: any, dks: number[], shares: (number | null)[], quantiles: (number | null)[][], crossing: number | null,
 *   interval: [number, number] | null, theory: { plain: [number, number][], averaged: [number, number][] } }} Curve
 */
import { html, nothing, svg } from 'lit';
import { area, line } from 'd3-shape';
import { formatInteger, formatNumber, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { scaleLinear, scaleLog } from './scale.js';
import { seriesClass, seriesDash, seriesPoint } from './series.js';

const height = 380;
const margin = { top: 34, right: 16, bottom: 48, left: 52 };
/** Where in `quantiles` the 5 % and the 95 % stand. */
const [lowest, highest] = [0, 4];
/** Half the height of the strip that takes hold of the level. */
const grip = 14;

/** @param {number} first @param {number} last @param {number} width */
function powersOfTwo(first, last, width) {
  const powers = [];
  for (let power = Math.ceil(Math.log2(first)); power <= Math.floor(Math.log2(last)); power += 1) powers.push(2 ** power);
  return powers.filter((_, at) => width > 460 || at % 2 === 0);
}

/**
 * @param {string} language @param {readonly Curve[]} curves @param {number} width
 * @param {{ level: number, current: number, label: string, change: (level: number) => void }} view
 */
export function shareChart(language, curves, width, { level, current, label, change }) {
  const { dks } = curves[0];
  const [first, last] = [dks[0], Math.max(dks[dks.length - 1], dks[0] * 2)];
  const x = scaleLog([first, last], [margin.left, width - margin.right]);
  const y = scaleLinear([0, 1], [height - margin.bottom, margin.top]);
  const shown = (/** @type {[number, number]} */ [dk]) => dk >= first && dk <= last;
  const path = (/** @type {[number, number][]} */ points) =>
    line()(points.filter(shown).map(([dk, share]) => /** @type {[number, number]} */ ([x(dk), y(share)]))) ?? '';
  const known = (/** @type {Curve} */ { dks, shares }) =>
    dks.flatMap((dk, i) => (shares[i] === null ? [] : [/** @type {[number, number]} */ ([dk, Number(shares[i])])]));
  const band = (/** @type {Curve} */ { dks, quantiles }) =>
    area(
      (/** @type {any} */ [dk]) => x(dk),
      (/** @type {any} */ [, low]) => y(low),
      (/** @type {any} */ [, , high]) => y(high),
    )(/** @type {any} */ (dks.map((dk, i) => [dk, quantiles[i][lowest], quantiles[i][highest]]).filter(([, low]) => low !== null))) ?? '';

  return html`<svg class="chart share-chart" dir="ltr" width=${width} height=${height} role="group" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (value) => formatInteger(language, value, false),
      ticks: powersOfTwo(first, last, width),
      label: 'd\u2096',
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format: (value) => formatPercent(language, value),
      ticks: [0, 0.25, 0.5, 0.75, 1],
      label: translate(language, 'stat.share'),
      grid: width - margin.left - margin.right,
    })}
    ${current >= first && current <= last
      ? svg`<line class="now" x1=${x(current)} x2=${x(current)} y1=${margin.top} y2=${height - margin.bottom} />`
      : nothing}
    ${curves.map((curve, at) => svg`<g class=${seriesClass(at)} data-scale=${String(curve.rule)}>
      <path class="band" d=${band(curve)} />
      <path class="theory plain" d=${path(curve.theory.plain)} />
      <path class="theory averaged" d=${path(curve.theory.averaged)} />
      <path class="prediction" d=${path(known(curve))} stroke-dasharray=${seriesDash(at)} />
      ${known(curve).map(([dk, share]) => seriesPoint(at, x(dk), y(share), 26))}
    </g>`)}
    ${levelHandle(language, level, [margin.left, width - margin.right], y, change)}
    ${curves.map(({ crossing, interval }, at) =>
      crossing === null
        ? nothing
        : svg`<g class="${seriesClass(at)} crossing">
            <line x1=${x(crossing)} x2=${x(crossing)} y1=${y(level)} y2=${height - margin.bottom} />
            ${interval ? svg`<path class="whisker" d="M${x(interval[0])} ${y(level)}H${x(interval[1])}m0 -5v10M${x(interval[0])} ${y(level) - 5}v10" />` : nothing}
            ${seriesPoint(at, x(crossing), y(level), 60)}
          </g>`,
    )}
  </svg>`;
}

/**
 * @param {string} language @param {number} level @param {[number, number]} range
 * @param {import('./scale.js').Scale} y @param {(level: number) => void} change
 */
function levelHandle(language, level, [left, right], y, change) {
  const at = y(level);
  /** @param {PointerEvent} event */
  const drag = (event) => {
    const target = /** @type {SVGElement} */ (event.currentTarget);
    if (event.type === 'pointerdown') target.setPointerCapture(event.pointerId);
    else if (!target.hasPointerCapture(event.pointerId)) return;
    const box = /** @type {SVGSVGElement} */ (target.ownerSVGElement).getBoundingClientRect();
    change(y.invert(event.clientY - box.top));
  };
  /** @type {Record<string, number>} */
  const steps = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    change(level + steps[event.key]);
  };
  return svg`<g
    class="level"
    role="slider"
    tabindex="0"
    aria-orientation="vertical"
    aria-label=${translate(language, 'collapse.level')}
    aria-valuemin="2"
    aria-valuemax="98"
    aria-valuenow=${Math.round(level * 100)}
    aria-valuetext=${formatPercent(language, level)}
    @pointerdown=${drag}
    @pointermove=${drag}
    @keydown=${press}
  >
    <rect class="grip" x=${left} width=${right - left} y=${at - grip} height=${2 * grip} />
    <line x1=${left} x2=${right} y1=${at} y2=${at} />
    <text x=${right} y=${at - 6} text-anchor="end">${formatPercent(language, level)}</text>
  </g>`;
}

/** Which line is which. @param {string} language @param {boolean} hasTheory */
export function lineLegend(language, hasTheory) {
  /** @type {[string, string][]} */
  const lines = [['band', 'collapse.band'], ...(hasTheory ? /** @type {[string, string][]} */ ([['theory plain', 'collapse.plain'], ['theory averaged', 'collapse.averaged']]) : [])];
  return html`<ul class="series-legend">
    ${lines.map(
      ([name, key]) => html`<li class="series">
        <svg width="36" height="14" aria-hidden="true"><path class=${name} d=${name === 'band' ? 'M0 2H36V12H0Z' : 'M0 7H36'} /></svg>
        <span>${translate(language, key)}</span>
      </li>`,
    )}
  </ul>`;
}

/** The d_k of a crossing in words. @param {string} language @param {number | null} dk */
export const widthText = (language, dk) => formatNumber(language, dk, dk !== null && dk < 100 ? 2 : 0);
