/**
 * Axes for SVG charts. They always read left to right; the words on them come from the caller.
 *
 * @typedef {Object} AxisOptions
 * @property {(value: number) => string} format
 * @property {readonly number[]} ticks
 * @property {string} [label]   in words, at the end of the axis
 * @property {number} [grid]    length of the grid lines, 0 for none
 * @property {number} [rise]    how much higher than usual the label of a vertical axis stands
 */
import { nothing, svg } from 'lit';

/** @param {(value: number) => number} scale @param {[number, number]} range @param {number} y @param {AxisOptions} options */
export function horizontalAxis(scale, [left, right], y, { format, ticks, label, grid = 0 }) {
  return svg`<g class="axis" aria-hidden="true">
    <line class="axis-line" x1=${left} x2=${right} y1=${y} y2=${y} />
    ${ticks.map((tick) => {
      const x = scale(tick);
      return svg`<line class=${grid ? 'grid' : 'tick'} x1=${x} x2=${x} y1=${y + 4} y2=${y - grid} />
        <text x=${x} y=${y + 18} text-anchor="middle">${format(tick)}</text>`;
    })}
    ${label ? svg`<text class="axis-label" x=${(left + right) / 2} y=${y + 37} text-anchor="middle">${label}</text>` : nothing}
  </g>`;
}

/** @param {(value: number) => number} scale @param {[number, number]} range @param {number} x @param {AxisOptions} options */
export function verticalAxis(scale, [bottom, top], x, { format, ticks, label, grid = 0, rise = 0 }) {
  return svg`<g class="axis" aria-hidden="true">
    ${ticks.map((tick) => {
      const y = scale(tick);
      return svg`<line class=${grid ? 'grid' : 'tick'} x1=${x - 4} x2=${x + grid} y1=${y} y2=${y} />
        <text x=${x - 8} y=${y} dy="0.32em" text-anchor="end">${format(tick)}</text>`;
    })}
    <line class="axis-line" x1=${x} x2=${x} y1=${bottom} y2=${top} />
    ${label ? svg`<text class="axis-label" x=${x} y=${top - 14 - rise} text-anchor="start">${label}</text>` : nothing}
  </g>`;
}
