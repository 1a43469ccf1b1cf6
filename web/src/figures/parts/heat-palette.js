/** The palette of the weights as numbers, for what is painted on a canvas. */

/** More steps cannot be told apart. */
export const shades = 64;

/** One palette per look of the page: reading it costs a style computation for every shade. @type {Map<string, Uint8ClampedArray>} */
const palettes = new Map();

/** RGBA of every shade as the style sheet defines it where `probe` (an element of class heat-probe) stands. @param {HTMLElement} probe */
export function heatPalette(probe) {
  /** @param {number} heat */
  const colour = (heat) => {
    probe.style.setProperty('--heat', String(heat));
    return getComputedStyle(probe).backgroundColor;
  };
  const look = `${colour(0)} ${colour(1)}`;
  const known = palettes.get(look);
  if (known) return known;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(shades, 1).getContext('2d', { willReadFrequently: true }));
  for (let shade = 0; shade < shades; shade += 1) {
    context.fillStyle = colour(shade / (shades - 1));
    context.fillRect(shade, 0, 1, 1);
  }
  const palette = context.getImageData(0, 0, shades, 1).data;
  palettes.set(look, palette);
  return palette;
}

/**
 * Paints one pixel per cell; masked cells stay transparent.
 * @param {HTMLCanvasElement} canvas @param {Uint8ClampedArray} palette @param {{ n: number, keys: number, scaled: ArrayLike<number> }} attention
 * @param {(index: number) => number} heat  from 0 to 1
 */
export function paintHeat(canvas, palette, { n, keys, scaled }, heat) {
  const context = canvas.getContext('2d');
  if (!context) return;
  canvas.width = keys;
  canvas.height = n;
  const image = context.createImageData(keys, n);
  for (let index = 0; index < n * keys; index += 1) {
    if (scaled[index] === -Infinity) continue;
    const shade = Math.round(Math.min(1, Math.max(0, heat(index))) * (shades - 1)) * 4;
    for (let channel = 0; channel < 4; channel += 1) image.data[index * 4 + channel] = palette[shade + channel];
  }
  context.putImageData(image, 0, 0);
}
