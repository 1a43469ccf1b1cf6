/**
 * About how tall each figure stands in a page of someone else, with its settings, in units of 16 CSS pixels: in a wide column, in
 * one from 640 pixels on, and on a phone. Measured in both languages.
 * @type {Readonly<Record<string, readonly [number, number, number]>>}
 */
const heights = Object.freeze({
  rows: [98, 126, 106],
  variance: [88, 89, 84],
  trend: [64, 70, 56],
  collapse: [163, 169, 175],
  gradient: [115, 118, 125],
  overflow: [146, 154, 143],
  cost: [58, 68, 91],
  memory: [141, 154, 226],
  position: [243, 304, 330],
  length: [126, 131, 145],
  heads: [241, 272, 323],
});

/** From this width on a figure's settings lie open. */
export const wide = 640;
const widest = 900;

/** In CSS pixels. @param {string} figure @param {number} [width] of the column */
export const embedHeight = (figure, width = wide) => heights[figure][width >= widest ? 0 : width >= wide ? 1 : 2] * 16;
