/** The logits after one rule against the normal density that theory predicts, over a ruler in units softmax feels. */
import { html, nothing, svg } from 'lit';
import { area, line } from 'd3-shape';
import { formatNumber } from '../../text/numbers.js';
import { directionOf, translate } from '../../text/index.js';
import { horizontalAxis } from './axis.js';
import { histogram, normalDensity } from './histogram.js';
import { scaleLinear } from './scale.js';

/** Two logits this far apart make one weight a hundred times the other. */
const hundredfold = Math.log(100);
const height = 190;
const margin = { top: 14, right: 10, bottom: 62, left: 10 };
/** Width of a bin in standard deviations. */
const binWidth = 1 / 3;
const reach = 3.4;

/**
 * @param {string} language @param {ArrayLike<number>} logits @param {number} deviation  as predicted
 * @param {number} extent  the axis runs from -extent to extent @param {number} width  in pixels @param {string} label
 */
export function logitHistogram(language, logits, deviation, extent, width, label) {
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const x = scaleLinear([-extent, extent], [margin.left, right]);
  const degenerate = deviation === 0;
  const bins = degenerate ? [] : histogram(logits, -reach * deviation, reach * deviation, Math.round((2 * reach) / binWidth));
  const peak = degenerate ? 1 : Math.max(normalDensity(0, deviation), ...bins.map(({ density }) => density));
  const y = scaleLinear([0, peak], [bottom, margin.top]);
  /** @type {[number, number][]} */
  const curve = Array.from({ length: 81 }, (_, at) => {
    const value = (at / 40 - 1) * reach * deviation;
    return [x(value), y(normalDensity(value, deviation))];
  });
  const outline = bins.flatMap(({ from, to, density }) => /** @type {[number, number][]} */ ([[x(from), y(density)], [x(to), y(density)]]));
  const rulerY = bottom + 44;
  const ruler = Math.min(hundredfold, 2 * extent);
  const isWide = hundredfold > 2 * extent;
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    <path class="histogram" d=${area().y0(bottom)(outline) ?? ''} />
    ${degenerate ? svg`<line class="density" x1=${x(0)} x2=${x(0)} y1=${bottom} y2=${margin.top} />` : svg`<path class="density" d=${line()(curve) ?? ''} />`}
    ${horizontalAxis(x, [margin.left, right], bottom, {
      format: (value) => formatNumber(language, value, x.ticks(5)[1] - x.ticks(5)[0] < 1 ? 1 : 0),
      ticks: x.ticks(5),
    })}
    ${isWide
      ? nothing
      : svg`<path class="ruler" d="M${x(-ruler / 2)} ${rulerY - 4}V${rulerY + 4}M${x(-ruler / 2)} ${rulerY}H${x(ruler / 2)}M${x(ruler / 2)} ${rulerY - 4}V${rulerY + 4}" />`}
    <text
      class="ruler-text"
      x=${isWide ? width / 2 : x(ruler / 2) + 8}
      y=${rulerY}
      dy="0.32em"
      direction=${directionOf(language)}
      text-anchor=${isWide ? 'middle' : directionOf(language) === 'rtl' ? 'end' : 'start'}
    >
      ${translate(language, isWide ? 'variance.ruler-wide' : 'variance.ruler')}
    </text>
  </svg>`;
}
