import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedHeight } from '../../web/src/lab/embed-heights.js';
import { figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { servedInBrowser, settled } from './lab.js';

// The room that a page keeps for a figure is about what the figure takes, so that what stands below stays where it is.

/** Of the height: Persian and English share one number, and the machines' fonts differ. */
const tolerance = 0.1;

const site = servedInBrowser({ headers: { 'Access-Control-Allow-Origin': '*' } });

for (const width of [1024, 640, 320]) {
  test(`in a column of ${width} pixels, in both languages`, needsBrowser, async (t) => {
    const figures = figureIds.map((figure) => `<attention-lab figure="${figure}" style="margin-block-end: 900px"></attention-lab>`).join('');
    const wrong = [];
    for (const language of ['en', 'fa']) {
      const host = await servePages({
        'index.html': `<html lang="${language}"><script type="module" src="${site.server.address}attention-lab.js"></script><body style="margin: 0"><div style="inline-size: ${width}px">${figures}</div>`,
      });
      const { page } = await openPage(site.browser, { viewport: { width: width + 40, height: 900 } });
      t.after(() => Promise.all([page.context().close(), host.close()]));
      page.setDefaultTimeout(120_000);
      await page.goto(host.address);
      for (const figure of figureIds) {
        const embed = page.locator(`attention-lab[figure="${figure}"]`);
        await embed.scrollIntoViewIfNeeded();
        await embed.locator(settled).waitFor();
        const taken = await embed.evaluate(async (element) => {
          let [before, height] = [-1, 0];
          while (height !== before) {
            before = height;
            await new Promise((next) => setTimeout(next, 300));
            height = element.getBoundingClientRect().height;
          }
          return height;
        });
        const kept = embedHeight(figure, width);
        t.diagnostic(`${width} ${language} ${figure}: ${(taken / 16).toFixed(1)} taken, ${kept / 16} kept`);
        if (Math.abs(taken - kept) > tolerance * taken) wrong.push(`${figure} in ${language}: ${(taken / 16).toFixed(1)} instead of ${kept / 16}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}
