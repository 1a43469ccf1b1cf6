import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './browser.js';
import { siteInBrowser, visitAll } from './lab.js';

const open = siteInBrowser();

/** Where the marks of every vertical and horizontal axis stand in its chart, and where its labels end. @param {import('playwright-core').Page} page */
const axes = (page) =>
  page.locator('svg.chart .axis').evaluateAll((groups) =>
    groups.map((group) => {
      const { left: origin, top } = /** @type {Element} */ (group.closest('svg')).getBoundingClientRect();
      const line = /** @type {Element} */ (group.querySelector('.axis-line')).getBoundingClientRect();
      const labels = [...group.querySelectorAll('text:not(.axis-label)')].map((text) => text.getBoundingClientRect());
      const isVertical = line.height > line.width;
      return {
        isVertical,
        place: [line.left - origin, line.top - top, line.right - origin, line.bottom - top].map(Math.round).join(),
        overlaps: labels.filter((label) => (isVertical ? label.right > line.left : label.top < line.bottom)).length,
        labels: labels.length,
        figure: group.closest('[data-figure]')?.getAttribute('data-figure'),
      };
    }),
  );

test('pitfall 85: axes run from left to right in both languages, and no label lies on one', needsBrowser, async () => {
  /** @type {Awaited<ReturnType<typeof axes>>[]} */
  const seen = [];
  for (const language of ['en', 'fa']) {
    const { page, problems } = await open(`lang=${language}`, { viewport: { width: 1280, height: 900 } });
    await visitAll(page);
    const all = await axes(page);
    assert.ok(all.filter(({ isVertical }) => isVertical).length >= 6);
    for (const axis of all) {
      assert.ok(axis.labels > 0, JSON.stringify(axis));
      assert.equal(axis.overlaps, 0, `${language}: ${JSON.stringify(axis)}`);
    }
    assert.deepEqual(problems, []);
    seen.push(all);
  }
  assert.deepEqual(seen[1], seen[0]);
});
