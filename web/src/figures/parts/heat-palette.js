/** The palette of the weights as numbers, for what is painted on a canvas. */

/** More steps cannot be told apart. */
const shades = 64;

/**
 * One palette per place with a theme and per theme: reading one costs a style computation for every shade, and a page of
 * small matrices asks for it hundreds of times.
 * @type {WeakMap<Node, Map<string, Uint8ClampedArray>>}
 */
const palettes = new WeakMap();

const scheme = matchMedia('(prefers-color-scheme: dark)');

/** RGBA of every shade as the style sheet defines it where `probe` (an element of class heat-probe) stands. @param {HTMLElement} probe */
export function heatPalette(probe) {
  const themed = /** @type {HTMLElement | null} */ (probe.closest('[data-theme]'));
  const place = themed ?? probe.getRootNode();
  const theme = `${themed?.dataset.theme} ${scheme.matches}`;
  const known = palettes.get(place) ?? new Map();
  palettes.set(place, known);
  if (!known.has(theme)) known.set(theme, readPalette(probe));
  return /** @type {Uint8ClampedArray} */ (known.get(theme));
}

/** @param {HTMLElement} probe */
function readPalette(probe) {
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(shades, 1).getContext('2d', { willReadFrequently: true }));
  for (let shade = 0; shade < shades; shade += 1) {
    probe.style.setProperty('--heat', String(shade / (shades - 1)));
    context.fillStyle = getComputedStyle(probe).backgroundColor;
    context.fillRect(shade, 0, 1, 1);
  }
  return context.getImageData(0, 0, shades, 1).data;
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
  // A whole pixel at a time.
  const pixels = new Uint32Array(image.data.buffer);
  const colours = new Uint32Array(palette.slice().buffer);
  for (let index = 0; index < n * keys; index += 1) {
    if (scaled[index] === -Infinity) continue;
    pixels[index] = colours[Math.round(Math.min(1, Math.max(0, heat(index))) * (shades - 1))];
  }
  context.putImageData(image, 0, 0);
}
