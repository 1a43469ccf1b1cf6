import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needsBrowser, openPage } from './browser.js';
import { servedInBrowser } from './lab.js';

// The README's picture is the page's own first figure. UPDATE_PICTURE=1 takes it anew.
const picture = fileURLToPath(new URL('../../web/readme/rows.png', import.meta.url));

const site = servedInBrowser();

/** Width and height from a PNG's header. @param {Buffer} png */
const sizeOf = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

test('the picture in the README shows the figure as it is', needsBrowser, async () => {
  const { page } = await openPage(site.browser, { viewport: { width: 1000, height: 900 }, locale: 'en', colorScheme: 'light' });
  await page.goto(site.server.address);
  await page.waitForSelector('[data-figure="rows"] [data-scale="sqrt"] [data-stat="max-weight"]');
  await page.evaluate(() => document.fonts.ready);
  const taken = await page.locator('[data-figure="rows"] .configurations').screenshot({ animations: 'disabled' });
  if (process.env.UPDATE_PICTURE) writeFileSync(picture, taken);

  const kept = readFileSync(picture);
  assert.equal(sizeOf(kept).width, sizeOf(taken).width);
  assert.ok(Math.abs(sizeOf(kept).height - sizeOf(taken).height) <= 0.1 * sizeOf(taken).height, 'the figure has another shape by now');
  assert.ok(statSync(picture).size <= 150_000, 'small enough for the repository');
  await page.context().close();
});
