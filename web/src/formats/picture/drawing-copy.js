import { svgElement } from './svg-element.js';

/** Properties of drawings that are attributes too and pass to what is inside, with their first values. */
const kFirst = {
  fill: 'rgb(0, 0, 0)', stroke: 'none', 'stroke-width': '1px', 'stroke-dasharray': 'none', 'stroke-linejoin': 'miter', 'paint-order': 'normal', 'text-anchor': 'start', direction: 'ltr',
};
/** What tells scripts, style sheets and screen readers about it. */
const kUnseen = /^(class|style|role|tabindex|aria-.*|data-.*)$/;

/** @param {CSSStyleDeclaration} style */
export const isSeen = ({ display, visibility }) => display !== 'none' && visibility === 'visible';

/**
 * A copy of an SVG on the page with the look that style sheets give it, in attributes.
 *
 * @param {Element} drawn
 * @param {Record<string, string>} around  the look of text around the drawing
 * @param {(colour: string) => string} plainColour
 */
export function drawingCopy(drawn, around, plainColour) {
  const view = /** @type {Window & typeof globalThis} */ (drawn.ownerDocument.defaultView);

  /** @param {Element} part @param {Record<string, string>} inherited */
  const copyOf = (part, inherited) => {
    const style = view.getComputedStyle(part);
    const copy = svgElement(part.localName, {});
    for (const { name, value } of part.attributes) if (!kUnseen.test(name)) copy.setAttribute(name, value);
    const inside = { ...inherited };
    for (const name of Object.keys(inherited)) {
      copy.removeAttribute(name);
      const value = style.getPropertyValue(name);
      inside[name] = /^(fill|stroke)$/.test(name) && value !== 'none' ? plainColour(value) : value;
      if (inside[name] !== inherited[name]) copy.setAttribute(name, inside[name]);
    }
    if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity);
    for (const child of part.childNodes) {
      if (child instanceof view.Text) copy.append(child.data);
      else if (child instanceof view.Element && isSeen(view.getComputedStyle(child))) copy.append(copyOf(child, inside));
    }
    return copy;
  };
  return copyOf(drawn, { ...around, ...kFirst });
}
