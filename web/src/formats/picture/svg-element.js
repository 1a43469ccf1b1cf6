const kSvg = 'http://www.w3.org/2000/svg';

/** Lengths are CSS pixels, written to a hundredth; what is null is left out. @param {string} name @param {Record<string, string | number | null>} attributes */
export function svgElement(name, attributes) {
  const element = document.createElementNS(kSvg, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(key, typeof value === 'number' ? String(Number(value.toFixed(2))) : value);
  }
  return element;
}
