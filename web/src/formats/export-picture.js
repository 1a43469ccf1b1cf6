/**
 * A figure as an SVG that carries its own styles and fonts: the figure's elements in a foreignObject, in light or dark,
 * at a fixed width, without what only serves interaction. PNG is that SVG, painted.
 *
 * @typedef {{ theme: 'light' | 'dark', language: string, direction: string, title: string, note: string, figure: string }} PictureOptions
 */

const kWidth = 960;
const kPixelRatio = 2;
const kOmitted = [
  'details', 'button:not([data-picture="keep"])', 'input', 'select', 'textarea', 'control-panel', '.cell-detail', '.visually-hidden', '[hidden]',
  '[data-picture="omit"]',
].join();

/** @param {HTMLElement} element the figure @param {PictureOptions} options @returns {Promise<{ text: string, width: number, height: number }>} */
export async function pictureSvg(element, { theme, language, direction, title, note, figure }) {
  const copy = await copyInTheme(element, theme);
  const css = await styleText(element, language === 'fa');
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = `position: absolute; inline-size: ${kWidth}px; block-size: 10px; visibility: hidden; border: 0; inset-block-start: 0`;
  document.body.append(frame);
  try {
    const page = /** @type {Document} */ (frame.contentDocument);
    const view = /** @type {any} */ (frame.contentWindow);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
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
    wrapper.style.cssText = `box-sizing: border-box; inline-size: ${kWidth}px; padding: 24px; background: var(--paper); color: var(--ink);
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
    await page.fonts?.ready;

    const height = Math.ceil(wrapper.getBoundingClientRect().height) + 1;
    return { text: svgText(wrapper, css, title, height, theme), width: kWidth, height };
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

/** The rules in force for an element, its fonts carried inside where they are wanted. @param {Element} element @param {boolean} withFonts */
async function styleText(element, withFonts) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const parts = [];
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) parts.push(rule.cssText);
      else if (withFonts) parts.push(await fontWithData(rule.cssText, sheet.href ?? document.baseURI));
    }
  }
  return parts.join('\n');
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

const kSvg = 'http://www.w3.org/2000/svg';

/** @param {Element} wrapper @param {string} css @param {string} title @param {number} height @param {string} theme */
function svgText(wrapper, css, title, height, theme) {
  const page = document.implementation.createDocument(kSvg, 'svg');
  const svg = page.documentElement;
  for (const [name, value] of Object.entries({ width: kWidth, height, viewBox: `0 0 ${kWidth} ${height}`, 'data-theme': theme })) {
    svg.setAttribute(name, String(value));
  }
  const titleElement = page.createElementNS(kSvg, 'title');
  titleElement.textContent = title;
  const style = page.createComment('style');
  const content = page.createElementNS(kSvg, 'foreignObject');
  content.setAttribute('width', '100%');
  content.setAttribute('height', '100%');
  content.append(page.importNode(wrapper, true));
  svg.append(titleElement, style, content);
  // Put in as text, because the page's policy lets no element carry rules of its own.
  const rules = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new XMLSerializer().serializeToString(page).replace('<!--style-->', () => `<style>${rules}</style>`);
}
