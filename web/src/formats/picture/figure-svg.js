import { svgElement } from './svg-element.js';
import { svgShapes } from './svg-shapes.js';

/**
 * A figure as an SVG that needs nothing else: laid out at one width, or as wide as its tables, in light or dark, without what only serves interaction,
 * and drawn in shapes and text, with the font that Persian needs. PNG is that SVG, painted.
 *
 * @typedef {{ theme: 'light' | 'dark', language: string, direction: string, title: string, note: string, figure: string }} PictureOptions
 */

const kWidth = 960;
const kPadding = 24;
const kPixelRatio = 2;
const kOmitted = [
  'details', 'button:not([data-picture="keep"])', 'input', 'select', 'textarea', 'control-panel', '.cell-detail', '.visually-hidden', '[hidden]',
  '[data-picture="omit"]',
].join();

/** @param {HTMLElement} element the figure @param {PictureOptions} options @returns {Promise<{ text: string, width: number, height: number }>} */
export async function pictureSvg(element, { theme, language, direction, title, note, figure }) {
  const copy = await copyInTheme(element, theme);
  const { rules, fonts } = await styleText(element, language === 'fa');
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = `position: absolute; inline-size: ${kWidth}px; block-size: 10px; visibility: hidden; border: 0; inset-block-start: 0`;
  document.body.append(frame);
  try {
    const page = /** @type {Document} */ (frame.contentDocument);
    const view = /** @type {any} */ (frame.contentWindow);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`${rules}\n${fonts}`);
    page.adoptedStyleSheets = [sheet];
    page.documentElement.lang = language;
    // On the root as well: built style sheets settle the colours of a theme there.
    page.documentElement.dataset.theme = theme;

    // In this document no element is defined, so the copy stays the picture that it is.
    const host = page.createElement('figure-host');
    host.dataset.figure = figure;
    host.append(page.importNode(copy, true));
    const wrapper = page.createElement('div');
    wrapper.className = 'picture';
    wrapper.lang = language;
    wrapper.dir = direction;
    wrapper.dataset.theme = theme;
    wrapper.style.cssText = `box-sizing: border-box; inline-size: ${kWidth}px; padding: ${kPadding}px; background: var(--paper); color: var(--ink);
      font: 16px/1.6 var(--ui-font)`;
    const heading = page.createElement('strong');
    heading.textContent = title;
    heading.style.cssText = 'display: block; margin-block-end: 0.6rem; font-size: 1.2rem';
    const origin = page.createElement('p');
    origin.textContent = note;
    origin.style.cssText = 'margin-block: 0.8rem 0; font-size: 0.8rem; color: var(--ink-soft)';
    wrapper.append(heading, host, origin);
    page.body.style.margin = '0';
    page.body.append(wrapper);
    wrapper.getBoundingClientRect(); // the layout asks for the fonts
    await page.fonts.ready;

    const width = wrapper.scrollWidth > kWidth ? wrapper.scrollWidth + kPadding : kWidth;
    for (const { style } of [frame, wrapper]) style.inlineSize = `${width}px`;
    const height = Math.ceil(wrapper.getBoundingClientRect().height) + 1;
    return { text: svgText(svgShapes(wrapper), fonts, title, width, height), width, height };
  } finally {
    frame.remove();
  }
}

/** @param {{ text: string, width: number, height: number }} picture @returns {Promise<Blob>} */
export async function picturePng({ text, width, height }) {
  const image = new Image(width, height);
  // A data address, not a Blob's: Chromium forbids reading back what was painted from the latter.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * kPixelRatio;
  canvas.height = height * kPixelRatio;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png');
  });
}

/**
 * A copy with canvases as images. They repaint themselves when the theme changes, which is over before the browser
 * paints, so nobody sees it.
 * @param {HTMLElement} element @param {string} theme
 */
async function copyInTheme(element, theme) {
  const themed = /** @type {HTMLElement} */ (element.closest('[data-theme]') ?? document.documentElement);
  const before = themed.dataset.theme ?? 'auto';
  themed.dataset.theme = theme;
  await Promise.resolve();
  const images = [...element.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
  const copy = /** @type {HTMLElement} */ (document.implementation.createHTMLDocument().importNode(element, true));
  themed.dataset.theme = before;

  for (const [at, canvas] of [...copy.querySelectorAll('canvas')].entries()) {
    const image = canvas.ownerDocument.createElement('img');
    image.src = images[at];
    image.className = canvas.className;
    image.style.cssText = 'display: block; inline-size: 100%; block-size: 100%; image-rendering: pixelated';
    canvas.replaceWith(image);
  }
  for (const marked of copy.querySelectorAll('.marked, .in-marked')) marked.classList.remove('marked', 'in-marked');
  for (const omitted of copy.querySelectorAll(kOmitted)) omitted.remove();
  return copy;
}

/** The rules in force for an element, and its fonts with their data where they are wanted. @param {Element} element @param {boolean} withFonts */
async function styleText(element, withFonts) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const [rules, fonts] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) rules.push(rule.cssText);
      else if (withFonts) fonts.push(await fontWithData(rule.cssText, sheet.href ?? document.baseURI));
    }
  }
  return { rules: rules.join('\n'), fonts: fonts.join('\n') };
}

/** None of a style sheet from elsewhere, which the page may not read. @param {CSSStyleSheet} sheet */
function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

/** @param {string} rule @param {string} base */
async function fontWithData(rule, base) {
  const found = /url\("([^"]+)"\)/.exec(rule);
  if (!found || found[1].startsWith('data:')) return rule;
  const response = await fetch(new URL(found[1], base));
  const bytes = new Uint8Array(await response.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return rule.replace(found[0], `url("data:font/woff2;base64,${btoa(text)}")`);
}

/** @param {Element} shapes @param {string} fonts @param {string} title @param {number} width @param {number} height */
function svgText(shapes, fonts, title, width, height) {
  const svg = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
  const heading = svgElement('title', {});
  heading.textContent = title;
  svg.append(heading, ...(fonts ? [document.createComment('fonts')] : []), shapes);
  // Put in as text, because the page's policy lets no element carry rules of its own.
  return new XMLSerializer().serializeToString(svg).replace('<!--fonts-->', () => `<style>${fonts}</style>`);
}
