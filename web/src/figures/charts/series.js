/** How the series of a chart differ: by colour, by the shape of their points and by the dash of their lines. */
import { svg } from 'lit';
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar];
const dashes = ['', '6 3', '2 3', '9 3 2 3', '12 4', '4 2 1 2'];

/** @param {number} at */
export const seriesClass = (at) => `series series-${at % shapes.length}`;

/** @param {number} at */
export const seriesDash = (at) => dashes[at % dashes.length];

/** @param {number} at @param {number} x @param {number} y @param {number} [area] */
export const seriesPoint = (at, x, y, area = 42) =>
  svg`<path class="point" transform="translate(${x},${y})" d=${symbol(shapes[at % shapes.length], area)()} />`;
