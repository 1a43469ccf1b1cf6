/**
 * What a laid out element looks like, as SVG that any program draws: boxes, lines, images, drawings and text where the browser
 * has put them. Shadows, outlines and what CSS generates before and after an element are left out.
 */
import { drawingCopy, isSeen } from './drawing-copy.js';
import { formulaStrokes } from './formula-strokes.js';
import { plainColours } from './plain-colour.js';
import { svgElement } from './svg-element.js';
import { textRuns } from './text-runs.js';

const kMathMl = 'http://www.w3.org/1998/Math/MathML';
const kSides = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);

/** @param {Element} element laid out at the start of its page */
export function svgShapes(element) {
  const page = element.ownerDocument;
  const view = /** @type {Window & typeof globalThis} */ (page.defaultView);
  const plainColour = plainColours(page);
  const measured = /** @type {CanvasRenderingContext2D} */ (page.createElement('canvas').getContext('2d'));
  const { fontFamily, fontSize, color } = view.getComputedStyle(element);
  /** @type {Record<string, string>} what most texts share */
  const common = { 'font-family': fontFamily, 'font-size': fontSize, 'font-weight': '400', 'font-style': 'normal', 'font-variant': 'normal', fill: plainColour(color) };
  let palettes = 0;

  /** @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Element} into */
  const drawBox = (box, style, into) => {
    const borders = kSides.map((side) => ({
      stroke: plainColour(style[`border${side}Color`]),
      width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
      style: style[`border${side}Style`],
    }));
    const [first] = borders;
    const isFramed = isDrawn(first) && borders.every(({ stroke, width }) => stroke === first.stroke && width === first.width);
    const inset = isFramed ? first.width / 2 : 0;
    const fill = plainColour(style.backgroundColor);
    if (fill !== 'none' || isFramed) {
      const rx = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2) || null;
      const place = { x: box.left + inset, y: box.top + inset, width: Math.max(0, box.width - 2 * inset), height: Math.max(0, box.height - 2 * inset), rx };
      into.append(svgElement('rect', { ...place, fill, ...(isFramed ? line(first) : {}) }));
    }
    if (isFramed) return;
    for (const [at, border] of borders.entries()) {
      if (!isDrawn(border)) continue;
      const half = border.width / 2;
      const y = kSides[at] === 'Top' ? box.top + half : box.bottom - half;
      const x = kSides[at] === 'Left' ? box.left + half : box.right - half;
      const ends = at % 2 === 0 ? { x1: box.left, y1: y, x2: box.right, y2: y } : { x1: x, y1: box.top, x2: x, y2: box.bottom };
      into.append(svgElement('line', { ...ends, ...line(border) }));
    }
  };

  /** A palette from its first colour at the left to its last at the right. @param {DOMRect} box @param {string} gradient @param {Element} into */
  const drawPalette = (box, gradient, into) => {
    const colours = gradient.match(/(?:rgb|oklab|oklch|color)a?\([^)]*\)/g) ?? [];
    const id = `palette-${(palettes += 1)}`;
    const palette = svgElement('linearGradient', { id });
    const steps = 8; // between two colours: SVG mixes them otherwise than CSS
    for (let at = 0; at <= steps * (colours.length - 1); at += 1) {
      const [one, other] = [colours[Math.floor(at / steps)], colours[Math.ceil(at / steps)]];
      const mixed = plainColour(`color-mix(in oklab, ${one}, ${other} ${((at % steps) * 100) / steps}%)`);
      palette.append(svgElement('stop', { offset: String(at / steps / (colours.length - 1)), 'stop-color': mixed }));
    }
    into.append(palette, svgElement('rect', { x: box.left, y: box.top, width: box.width, height: box.height, fill: `url(#${id})` }));
  };

  /** @param {Text} node @param {CSSStyleDeclaration} style @param {Element} into */
  const drawText = (node, style, into) => {
    const look = {
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'font-style': style.getPropertyValue('text-transform') === 'math-auto' ? 'italic' : style.fontStyle,
      'font-variant': style.fontVariantNumeric,
      fill: plainColour(style.color),
    };
    const differing = Object.fromEntries(Object.entries(look).filter(([name, value]) => value !== common[name]));
    /** @param {string} text @param {Record<string, string | number | null>} place */
    const write = (text, place) => {
      const written = svgElement('text', { ...place, ...differing });
      written.textContent = text;
      into.append(written);
    };

    measured.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measured.measureText('x');
    const baseline = (/** @type {number} */ top, /** @type {number} */ bottom) => (top + bottom + ascent - descent) / 2;
    if (style.writingMode.startsWith('sideways')) {
      const range = page.createRange();
      range.selectNodeContents(node);
      const { left, right, bottom } = range.getBoundingClientRect();
      write(node.data.trim(), { transform: `translate(${baseline(left, right).toFixed(2)} ${bottom.toFixed(2)}) rotate(-90)` });
      return;
    }
    for (const run of textRuns(node, style.direction === 'rtl')) {
      const order = run.isRtl ? { direction: 'rtl', 'unicode-bidi': 'bidi-override' } : null;
      write(run.text, { y: baseline(run.top, run.bottom), ...anchored(run, style), ...order });
    }
  };

  /** @param {Element} part @param {Element} into */
  const draw = (part, into) => {
    const style = view.getComputedStyle(part);
    if (!isSeen(style)) return;
    const box = part.getBoundingClientRect();
    const place = { x: box.left, y: box.top, width: box.width, height: box.height };
    if (part.namespaceURI !== kMathMl) drawBox(box, style, into);
    if (part instanceof view.SVGElement) {
      const copy = drawingCopy(part, common, plainColour);
      for (const { name, value } of svgElement('svg', { ...place, overflow: style.overflow }).attributes) copy.setAttribute(name, value);
      into.append(copy);
      return;
    }
    const group = style.opacity === '1' ? into : svgElement('g', { opacity: style.opacity });
    if (group !== into) into.append(group);
    if (style.backgroundImage.startsWith('linear-gradient')) drawPalette(box, style.backgroundImage, group);
    if (part instanceof view.HTMLImageElement) {
      group.append(svgElement('image', { ...place, href: part.src, preserveAspectRatio: 'none', 'image-rendering': style.imageRendering }));
    }
    const strokes = formulaStrokes(part);
    if (strokes) group.append(svgElement('path', { d: strokes, fill: 'none', stroke: plainColour(style.color), 'stroke-width': 1.1 }));
    for (const child of part.childNodes) {
      if (child instanceof view.Text) drawText(child, style, group);
      else if (child instanceof view.Element) draw(child, group);
    }
  };

  const shapes = svgElement('g', common);
  draw(element, shapes);
  return shapes;
}

/** @typedef {{ stroke: string, width: number, style: string }} Border */

/** @param {Border} border */
const isDrawn = ({ stroke, width }) => width > 0 && stroke !== 'none';

/** @param {Border} border */
const line = ({ stroke, width, style }) => ({ stroke, 'stroke-width': width, 'stroke-dasharray': style === 'dashed' ? 3 * width : style === 'dotted' ? width : null });

/** From where text grows if another font makes it wider. @param {import('./text-runs.js').TextRun} run @param {CSSStyleDeclaration} style */
function anchored({ left, right, isRtl }, { textAlign, direction }) {
  if (textAlign === 'center') return { x: (left + right) / 2, 'text-anchor': 'middle' };
  const isAtRight = textAlign === 'right' || (textAlign === 'end') === (direction === 'ltr');
  return { x: isAtRight ? right : left, 'text-anchor': isAtRight === isRtl ? null : 'end' };
}
