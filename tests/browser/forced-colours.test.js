import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './browser.js';
import { siteInBrowser, visit } from './lab.js';

// Where the reader's system sets the colours: what is chosen, painted and drawn can still be told apart.

const open = siteInBrowser();

/** @param {import('playwright-core').Page} page @param {string} selector @param {string[]} properties */
const looks = (page, selector, properties) =>
  page.locator(selector).evaluateAll((elements, properties) => elements.map((element) => properties.map((name) => getComputedStyle(element).getPropertyValue(name)).join()), properties);

for (const theme of ['light', 'dark']) {
  test(`a dark palette of the system on a page set to ${theme}`, needsBrowser, async () => {
    const { page } = await open(`lang=en&theme=${theme}&n=4&dks=16&seeds=0-1`, { forcedColors: 'active', colorScheme: 'dark', viewport: { width: 1280, height: 900 } });
    await visit(page, 'rows');
    for (const group of ['.switches .segments', '[data-key="show"] .segments']) {
      const chosen = await looks(page, `${group} .segment:is([aria-pressed="true"], :has(input:checked))`, ['background-color']);
      const others = await looks(page, `${group} .segment:not([aria-pressed="true"], :has(input:checked))`, ['background-color']);
      assert.ok(chosen.length > 0 && others.length > 0 && !others.includes(chosen[0]), `${group}: ${chosen} ${others}`);
    }
    const cells = new Set(await looks(page, '[data-scale="sqrt"] .cell', ['background-color']));
    assert.ok(cells.size > 8, `${cells.size} shades`);

    await visit(page, 'gradient');
    const bars = await looks(page, '.measure', ['background-color']);
    const ground = await looks(page, 'body', ['background-color']);
    assert.ok(bars.length > 0 && !bars.includes(ground[0]));
    const ink = await looks(page, '[data-figure="gradient"] .chart text', ['fill']);
    assert.deepEqual([...new Set(ink)], ['rgb(255, 255, 255)'], 'text of charts is the colour of text');

    await visit(page, 'heads');
    const tile = (/** @type {boolean} */ pressed) => looks(page, `.head-tile[aria-pressed="${pressed}"]`, ['border-top-width', 'border-top-color']);
    const [chosenTile] = await tile(true);
    assert.ok(chosenTile && !(await tile(false)).includes(chosenTile));
  });
}
