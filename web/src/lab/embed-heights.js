/**
 * About how tall each figure stands in a page of someone else, with its settings, in units of 16 CSS pixels: in a wide column, in
 * one from 640 pixels on, and on a phone. The middle of what was measured in both languages.
 * @type {Readonly<Record<string, readonly [number, number, number]>>}
 */
const heights = Object.freeze({
  rows: [98, 131, 108],
  variance: [89, 110, 88],
  trend: [65, 70, 58],
  collapse: [165, 172, 178],
  gradient: [117, 150, 127],
  overflow: [148, 156, 146],
  cost: [60, 69, 93],
  memory: [145, 176, 229],
  position: [251, 324, 354],
  length: [129, 143, 169],
  heads: [245, 284, 321],
});

/** From this width on a figure's settings lie open. */
export const wide = 640;
const widest = 900;

/** In CSS pixels. @param {string} figure @param {number} [width] of the column */
export const embedHeight = (figure, width = wide) => heights[figure][width >= widest ? 0 : width >= wide ? 1 : 2] * 16;
