/** What Tab can reach. */
const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/**
 * When what has the focus is taken away or switched off (a note that was dismissed, a button for work that has ended), the nearest
 * stop before it takes the focus, so that Tab goes on from there and not from the top of the page.
 * @param {HTMLElement} root @returns {() => void} ends it
 */
export function keepFocus(root) {
  /** @type {HTMLElement | null} */
  let last = null;
  const remember = (/** @type {Event} */ { target }) => (last = /** @type {HTMLElement} */ (target));

  const observer = new MutationObserver((records) => {
    if (!last || (last.isConnected && !last.matches(':disabled'))) return;
    const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
    const isLost = document.activeElement === document.body || activeElement === last;
    if (isLost && document.hasFocus()) heirOf(last, records)?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', remember);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** @param {Element} lost @param {readonly MutationRecord[]} records */
function heirOf(lost, records) {
  const removalOf = (/** @type {Node} */ gone) => records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
  /** @type {Node | null | undefined} where it was, and what came after it there */
  let around = lost.isConnected ? lost.parentNode : lost;
  /** @type {Node | null | undefined} */
  let next = lost;
  while (around && !around.isConnected) {
    const removal = removalOf(around);
    around = removal?.target;
    next = removal?.nextSibling;
  }
  while (next && !next.isConnected) next = removalOf(next)?.nextSibling;
  if (!(around instanceof Element)) return null;
  const found = /** @type {HTMLElement[]} */ ([...around.querySelectorAll(stops)]).filter((stop) => stop.checkVisibility());
  const isBefore = (/** @type {Node} */ stop) => !next || (next.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return found.findLast(isBefore) ?? found[0] ?? null;
}
