import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { dist, needsBrowser, openPage } from './browser.js';
import { servedInBrowser } from './lab.js';

const site = servedInBrowser();

const kilobyte = 1000;

for (const language of ['en', 'fa']) {
  test(`the first weight rows need at most 80 KB (${language})`, needsBrowser, async (t) => {
    const { page } = await openPage(site.browser, { locale: language });
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        const shown = document.querySelectorAll('[data-figure="rows"] [data-scale] [data-stat="max-weight"]');
        if (shown.length < 2) return;
        /** @type {any} */ (globalThis).firstRowsAt = Date.now();
        seen.disconnect();
      });
      seen.observe(document, { childList: true, subtree: true, attributes: true });
    });
    const from = site.server.requests.length;
    await page.goto(site.server.address);
    const firstRowsAt = await (await page.waitForFunction(() => /** @type {any} */ (globalThis).firstRowsAt)).jsonValue();
    const fetched = new Set(site.server.requests.slice(from).filter(({ time }) => time <= firstRowsAt).map(({ path }) => path));

    const sizes = [...fetched]
      .filter((path) => !path.endsWith('.woff2')) // the budget leaves the font out
      .map((path) => ({ path, size: brotliCompressSync(readFileSync(dist + (path === '/' ? 'index.html' : path))).length }));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    t.diagnostic(`${total} bytes to the first weight rows`);
    assert.ok([...fetched].some((path) => path.endsWith('.wasm')), 'the rows were computed');
    assert.ok(total <= 80 * kilobyte, `${total} bytes: ${sizes.map(({ path, size }) => `${path} ${size}`).join(', ')}`);
    await page.context().close();
  });
}
