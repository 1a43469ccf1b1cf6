/**
 * Whether the page around an element is light or dark, told by the colour of its text: that holds however the page came
 * by its theme.
 */

const canvas = new OffscreenCanvas(1, 1);
const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));

/** @param {Element} element @returns {'light' | 'dark'} */
export function themeAround(element) {
  context.fillStyle = getComputedStyle(element).color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 127 ? 'dark' : 'light';
}

/** Calls back when that may have changed. @param {() => void} callback @returns {() => void} stops watching */
export function watchThemeAround(callback) {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const switches = new MutationObserver(callback);
  const faded = (/** @type {TransitionEvent} */ event) => {
    if (event.propertyName === 'color') callback();
  };
  scheme.addEventListener('change', callback);
  for (const root of [document.documentElement, document.body]) switches.observe(root, { attributes: true });
  document.addEventListener('transitionend', faded);
  return () => {
    scheme.removeEventListener('change', callback);
    switches.disconnect();
    document.removeEventListener('transitionend', faded);
  };
}
