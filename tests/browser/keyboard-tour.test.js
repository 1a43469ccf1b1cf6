import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser } from './browser.js';
import { eventually, settled, siteInBrowser } from './lab.js';

// Tab alone, from the first control of a figure to the last: all of them, in the order in which they stand, each seen to be focused.

const open = siteInBrowser();

/** Where the focus is, and how that shows; null past the last stop. */
function stopInPage() {
  const stop = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!stop || stop === document.body) return null;
  stop.dataset.visited = 'yes';
  const outlined = [stop, stop.closest('.segment'), stop.nextElementSibling].some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)');
  });
  const { left, right, top, bottom } = stop.getBoundingClientRect();
  const label = stop.getAttribute('aria-label') ?? stop.closest('label, [data-key]')?.textContent ?? stop.textContent ?? '';
  return {
    name: `${stop.localName} ${label.trim().replace(/\s+/g, ' ').slice(0, 50)}`,
    outlined,
    isOnScreen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    box: { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY },
  };
}

/** Every stop of Tab until the focus leaves the page. @param {import('playwright-core').Page} page */
async function walk(page) {
  const stops = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopInPage);
    if (!stop) return stops;
    stops.push(stop);
    assert.ok(stops.length < 500, `no way out after ${stop.name}`);
  }
}

/** @typedef {NonNullable<ReturnType<typeof stopInPage>>['box']} Box */

/**
 * Whether a reader finds the second box before the first: wholly above it, or beside it against the reading direction. A column that
 * begins anew further on may begin higher.
 * @param {Box} one @param {Box} next @param {boolean} isRtl
 */
function goesBack(one, next, isRtl) {
  const isFurther = isRtl ? next.right <= one.left + 2 : next.left >= one.right - 2;
  const isBehind = isRtl ? next.left >= one.right - 2 : next.right <= one.left + 2;
  const shared = Math.min(one.bottom, next.bottom) - Math.max(one.top, next.top);
  const isBeside = shared > 0.6 * Math.min(one.bottom - one.top, next.bottom - next.top);
  return (next.bottom <= one.top + 2 && !isFurther) || (isBeside && isBehind);
}

/** @param {import('playwright-core').Page} page */
const unfold = (page) => page.locator('details').evaluateAll((all) => all.forEach((details) => Object.assign(details, { open: true })));

/** What can be operated and was not reached; of radio buttons, Tab reaches the chosen one. */
function missedInPage() {
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"], [role="slider"]'));
  return [...controls]
    .filter((control) => control.checkVisibility() && !control.matches(':disabled') && !(control.type === 'radio' && !control.checked))
    .filter((control) => control.dataset.visited !== 'yes')
    .map((control) => control.outerHTML.slice(0, 150));
}

for (const [at, figure] of figureIds.entries()) {
  const language = at % 2 ? 'en' : 'fa';
  const forcedColors = at % 3 ? 'none' : 'active';
  test(`${figure}, in ${language}${forcedColors === 'active' ? ' and forced colours' : ''}`, needsBrowser, async () => {
    const hash = `fig=${figure}&ask=Why%3F&lang=${language}&n=4&longest=2048&runs=5&widths=4,16&scale=none,sqrt,softcap:50&seed=seven`;
    const { page, problems } = await open(hash, { viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce', forcedColors });
    await page.locator(settled).waitFor();
    await page.locator('take-away details').first().waitFor();
    await unfold(page);
    await page.locator('share-panel').waitFor();
    await page.locator('export-panel').waitFor();
    await unfold(page);
    await eventually(async () => assert.equal(await page.locator('number-table .table-scroll').count(), await page.locator('number-table').count()));
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());

    const stops = await walk(page);
    assert.deepEqual(await page.evaluate(missedInPage), []);
    assert.deepEqual(stops.filter(({ outlined }) => !outlined).map(({ name }) => name), [], 'the focus shows');
    assert.deepEqual(stops.filter(({ isOnScreen }) => !isOnScreen).map(({ name }) => name), [], 'and is on the screen');
    const backwards = stops.slice(1).flatMap((stop, before) => (goesBack(stops[before].box, stop.box, language === 'fa') ? [`${stops[before].name} -> ${stop.name}`] : []));
    assert.deepEqual(backwards, [], 'Tab goes on as the eye does');
    assert.deepEqual(problems, []);
  });
}
