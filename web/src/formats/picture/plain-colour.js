/**
 * Makes a function that writes any colour of CSS in the notation that all programs read, or 'none' where nothing is to be seen: painted,
 * and read back.
 * @param {Document} page
 */
export function plainColours(page) {
  const context = /** @type {CanvasRenderingContext2D} */ (page.createElement('canvas').getContext('2d', { willReadFrequently: true }));
  /** @param {string} colour */
  return (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    if (alpha === 0) return 'none';
    return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
  };
}
