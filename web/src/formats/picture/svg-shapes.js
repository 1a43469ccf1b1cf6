/**
 * What a laid out element looks like, as SVG that any program draws: boxes, lines, images, drawings and text where the browser
 * has put them. Shadows, outlines and what CSS generates before and after an element are left out.
 */
import { textRuns } from './text-runs.js';

const kSvg = 'http://www.w3.org/2000/svg';
const kMathMl = 'http://www.w3.org/1998/Math/MathML';

/** Properties of drawings that are attributes too, and pass to what is inside, with their first values; the font's come from the figure. */
const kDrawn = {
  fill: 'rgb(0, 0, 0)', stroke: 'none', 'stroke-width': '1px', 'stroke-dasharray': 'none', 'stroke-linejoin': 'miter', 'paint-order': 'normal', 'text-anchor': 'start', direction: 'ltr',
};
const kSides = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);

/** @param {Element} element laid out at the start of its page @returns {SVGGElement} */
export function svgShapes(element) {
  const page = element.ownerDocument;
  const view = /** @type {Window & typeof globalThis} */ (page.defaultView);
  const context = /** @type {CanvasRenderingContext2D} */ (page.createElement('canvas').getContext('2d', { willReadFrequently: true }));

  let palettes = 0;

  /** @param {string} name @param {Record<string, string | number | null>} attributes */
  const svg = (name, attributes) => {
    const made = page.createElementNS(kSvg, name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, typeof value === 'number' ? String(Number(value.toFixed(2))) : value);
    return made;
  };

  /** Any colour of CSS in the notation that all programs read, or 'none' where nothing is to be seen. @param {string} colour */
  const plainColour = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    if (alpha === 0) return 'none';
    return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
  };

  /** @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Element} into */
  const drawBox = (box, style, into) => {
    const widths = kSides.map((side) => (style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`])));
    const colours = kSides.map((side) => plainColour(style[`border${side}Color`]));
    const rx = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2) || null;
    const isFramed = widths[0] > 0 && colours[0] !== 'none' && widths.every((width) => width === widths[0]) && colours.every((colour) => colour === colours[0]);
    const inset = isFramed ? widths[0] / 2 : 0;
    const fill = plainColour(style.backgroundColor);
    if (fill !== 'none' || isFramed) {
      const place = { x: box.left + inset, y: box.top + inset, width: Math.max(0, box.width - 2 * inset), height: Math.max(0, box.height - 2 * inset), rx };
      into.append(svg('rect', { ...place, fill, ...(isFramed ? line(colours[0], widths[0], style.borderTopStyle) : {}) }));
    }
    if (isFramed) return;
    for (const [at, side] of kSides.entries()) {
      if (!widths[at] || colours[at] === 'none') continue;
      const half = widths[at] / 2;
      const y = side === 'Top' ? box.top + half : box.bottom - half;
      const x = side === 'Left' ? box.left + half : box.right - half;
      const ends = at % 2 === 0 ? { x1: box.left, y1: y, x2: box.right, y2: y } : { x1: x, y1: box.top, x2: x, y2: box.bottom };
      into.append(svg('line', { ...ends, ...line(colours[at], widths[at], style[`border${side}Style`]) }));
    }
  };

  /** A palette from its first colour at the left to its last at the right. @param {DOMRect} box @param {string} gradient @param {Element} into */
  const drawPalette = (box, gradient, into) => {
    const colours = gradient.match(/(?:rgb|oklab|oklch|color)a?\([^)]*\)/g) ?? [];
    const id = `palette-${(palettes += 1)}`;
    const palette = svg('linearGradient', { id });
    const steps = 8; // between two colours: SVG mixes them otherwise than CSS
    for (let at = 0; at <= steps * (colours.length - 1); at += 1) {
      const [one, other] = [colours[Math.floor(at / steps)], colours[Math.ceil(at / steps)]];
      palette.append(svg('stop', { offset: at / steps / (colours.length - 1), 'stop-color': plainColour(`color-mix(in oklab, ${one}, ${other} ${((at % steps) * 100) / steps}%)`) }));
    }
    into.append(palette, svg('rect', { x: box.left, y: box.top, width: box.width, height: box.height, fill: `url(#${id})` }));
  };

  /** @param {Text} node @param {CSSStyleDeclaration} style @param {Element} into */
  const drawText = (node, style, into) => {
    const fontStyle = style.getPropertyValue('text-transform') === 'math-auto' ? 'italic' : style.fontStyle;
    const look = differing({
      'font-family': style.fontFamily, 'font-size': style.fontSize, 'font-weight': style.fontWeight, 'font-style': fontStyle,
      'font-variant': style.fontVariantNumeric, fill: plainColour(style.color),
    });
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
    /** @param {{ top: number, bottom: number }} box */
    const baseline = ({ top, bottom }) => (top + bottom + ascent - descent) / 2;

    if (style.writingMode.startsWith('sideways')) {
      const range = page.createRange();
      range.selectNodeContents(node);
      const { left, right, bottom } = range.getBoundingClientRect();
      const text = svg('text', { ...look, transform: `translate(${baseline({ top: left, bottom: right }).toFixed(2)} ${bottom.toFixed(2)}) rotate(-90)` });
      text.textContent = node.data.trim();
      into.append(text);
      return;
    }
    for (const run of textRuns(node, style.direction === 'rtl')) {
      const { anchor, x } = anchored(run, style);
      const order = run.isRtl ? ['rtl', 'bidi-override'] : [null, null];
      const text = svg('text', { x, y: baseline(run), ...look, 'text-anchor': anchor, direction: order[0], 'unicode-bidi': order[1] });
      text.textContent = run.text;
      into.append(text);
    }
  };

  /** A drawing with the look that style sheets give it. @param {Element} drawn @param {Record<string, string>} around the values that it inherits */
  const copyDrawing = (drawn, around) => {
    const style = view.getComputedStyle(drawn);
    const copy = svg(drawn.localName, {});
    for (const { name, value } of drawn.attributes) if (!/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) copy.setAttribute(name, value);
    const inside = { ...around };
    for (const name of Object.keys(around)) {
      copy.removeAttribute(name);
      const found = style.getPropertyValue(name);
      inside[name] = /^(fill|stroke)$/.test(name) && found !== 'none' ? plainColour(found) : found;
      if (inside[name] !== around[name]) copy.setAttribute(name, inside[name]);
    }
    if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity);
    for (const child of drawn.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) copy.append(page.createTextNode(/** @type {Text} */ (child).data));
      else if (child.nodeType === Node.ELEMENT_NODE && isSeen(view.getComputedStyle(/** @type {Element} */ (child)))) copy.append(copyDrawing(/** @type {Element} */ (child), inside));
    }
    return copy;
  };

  /** @param {Element} part @param {SVGGElement} into */
  const draw = (part, into) => {
    const style = view.getComputedStyle(part);
    if (!isSeen(style)) return;
    const box = part.getBoundingClientRect();
    const place = { x: box.left, y: box.top, width: box.width, height: box.height };
    let group = into;
    if (style.opacity !== '1') {
      group = /** @type {SVGGElement} */ (svg('g', { opacity: style.opacity }));
      into.append(group);
    }
    if (part.namespaceURI !== kMathMl) drawBox(box, style, group);
    if (part.namespaceURI === kSvg) {
      const copy = copyDrawing(part, { ...common, ...kDrawn });
      for (const [name, value] of Object.entries({ ...place, overflow: style.overflow })) copy.setAttribute(name, String(value));
      group.append(copy);
      return;
    }
    if (style.backgroundImage.startsWith('linear-gradient')) drawPalette(box, style.backgroundImage, group);
    if (part.localName === 'img') {
      group.append(svg('image', { ...place, href: /** @type {HTMLImageElement} */ (part).src, preserveAspectRatio: 'none', 'image-rendering': style.imageRendering }));
    }
    if (part.localName === 'mfrac' || part.localName === 'msqrt') {
      group.append(svg('path', { d: part.localName === 'mfrac' ? fractionBar(part) : radical(part), fill: 'none', stroke: plainColour(style.color), 'stroke-width': 1.1 }));
    }
    for (const child of part.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) drawText(/** @type {Text} */ (child), style, group);
      else if (child.nodeType === Node.ELEMENT_NODE) draw(/** @type {Element} */ (child), group);
    }
  };

  const around = view.getComputedStyle(element);
  /** @type {Record<string, string>} most text looks so */
  const common = { 'font-family': around.fontFamily, 'font-size': around.fontSize, 'font-weight': '400', 'font-style': 'normal', 'font-variant': 'normal', fill: plainColour(around.color) };
  /** @param {Record<string, string>} look */
  const differing = (look) => Object.fromEntries(Object.entries(look).filter(([name, value]) => value !== common[name]));
  const shapes = /** @type {SVGGElement} */ (svg('g', common));
  draw(element, shapes);
  return shapes;
}

/** The parts of formulas that are no text, as paths. @param {Element} fraction */
function fractionBar(fraction) {
  const { left, right } = fraction.getBoundingClientRect();
  const [above, below] = [...fraction.children].map((part) => part.getBoundingClientRect());
  return `M${left.toFixed(2)} ${((above.bottom + below.top) / 2).toFixed(2)}H${right.toFixed(2)}`;
}

/** @param {Element} root */
function radical(root) {
  const { left, top, right, bottom } = root.getBoundingClientRect();
  const room = /** @type {Element} */ (root.firstElementChild).getBoundingClientRect().left - left;
  const height = bottom - top;
  const points = [[left, top + 0.6 * height], [left + 0.25 * room, top + 0.55 * height], [left + 0.55 * room, bottom], [left + room, top + 1], [right, top + 1]];
  return `M${points.map((point) => point.map((number) => number.toFixed(2)).join(' ')).join('L')}`;
}

/** @param {CSSStyleDeclaration} style */
const isSeen = ({ display, visibility }) => display !== 'none' && visibility === 'visible';

/** A border as SVG has it. @param {string} colour @param {number} width @param {string} style */
const line = (colour, width, style) => ({ stroke: colour, 'stroke-width': width, 'stroke-dasharray': style === 'dashed' ? 3 * width : style === 'dotted' ? width : null });

/** From where text grows if another font makes it wider. @param {import('./text-runs.js').TextRun} run @param {CSSStyleDeclaration} style */
function anchored({ left, right, isRtl }, { textAlign, direction }) {
  if (textAlign === 'center') return { anchor: 'middle', x: (left + right) / 2 };
  const isAtRight = textAlign === 'right' || (textAlign === 'end') === (direction === 'ltr');
  return { anchor: isAtRight === isRtl ? null : 'end', x: isAtRight ? right : left };
}
