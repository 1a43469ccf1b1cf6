/** The style sheets that the shadow roots of embedded figures share, also those that arrive with a later figure. */

/** @type {CSSStyleSheet[]} */
const sheets = [];
/** @type {Set<ShadowRoot>} */
const roots = new Set();

/** @param {string} text */
export function addStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // Shadow trees ignore the faces they define.
  if ([...sheet.cssRules].every((rule) => rule instanceof CSSFontFaceRule)) {
    document.adoptedStyleSheets.push(sheet);
    return;
  }
  sheets.push(sheet);
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
}

/** @param {ShadowRoot} root @returns {() => void} forgets the root again */
export function adoptStyles(root) {
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...sheets])];
  roots.add(root);
  return () => roots.delete(root);
}
