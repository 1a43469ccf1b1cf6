import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from '../browser.js';
import { hostOf, siteInBrowser, visit } from '../lab.js';

// What is around the page: its storage, its clock, its screen.

const open = siteInBrowser();

test('storage and service workers are forbidden: the page is as ever', needsBrowser, async () => {
  const { page, problems } = await open('lang=en', {}, (page) => page.addInitScript(() => {
    const refuse = { get() { throw new DOMException('forbidden', 'SecurityError'); } };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(globalThis, name, refuse);
    Object.defineProperty(Navigator.prototype, 'serviceWorker', refuse);
  }));
  for (const figure of ['rows', 'trend', 'heads']) await visit(page, figure);
  await page.locator('html[lang="en"]').waitFor();
  await page.evaluate(() => { location.hash = 'lang=fa&theme=dark&n=9'; });
  await page.locator('html[lang="fa"][data-theme="dark"]').waitFor();
  await hostOf(page, 'rows').locator('section[data-scale="sqrt"] [role="rowheader"]').nth(8).waitFor();
  assert.deepEqual(problems, []);
});

test('pitfall 75: a clock that steps by 100 ms: every time in cost is finite and above 0', needsBrowser, async () => {
  const coarse = () => {
    const now = performance.now.bind(performance);
    performance.now = () => Math.floor(now() / 100) * 100;
  };
  const { page, problems } = await open('lang=en&upto=1024', {}, (page) => page.addInitScript(coarse));
  const host = await visit(page, 'cost');
  for (const worker of page.workers()) await worker.evaluate(coarse);
  await host.locator('cost-figure button').first().click();
  await host.locator('[data-series="window"] [data-stat="n"][data-value="1024"]').waitFor();
  const times = await host.locator('[data-series] [data-stat="milliseconds"]').evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));
  assert.ok(times.length >= 6 && times.every((time) => time > 0 && Number.isFinite(time)), String(times));
  assert.deepEqual(problems, []);
});

test('pitfall 91: other screens and zooms: painted cells stay sharp, and the pointer finds its cell', needsBrowser, async () => {
  const { page, problems } = await open('lang=en&n=128', { viewport: { width: 1280, height: 900 } });
  const canvas = (await visit(page, 'rows')).locator('section[data-scale="sqrt"] .canvas-frame canvas');
  const session = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [1, 2, 1.25]) {
    const [width, height] = [1280, 900].map((size) => Math.round(size / deviceScaleFactor));
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    await page.waitForFunction((ratio) => devicePixelRatio === ratio, deviceScaleFactor);
    const painted = await canvas.evaluate((element) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (element);
      return { width, height, rendering: getComputedStyle(element).imageRendering };
    });
    // One pixel a cell, and the screen's own pixels are made of it: nothing to do over when they change.
    assert.deepEqual(painted, { width: 128, height: 128, rendering: 'pixelated' });
    await canvas.scrollIntoViewIfNeeded();
    const box = /** @type {{ width: number, height: number }} */ (await canvas.boundingBox());
    for (const [row, key] of [[0, 0], [127, 127], [80, 20]]) {
      await canvas.hover({ position: { x: ((key + 0.5) / 128) * box.width, y: ((row + 0.5) / 128) * box.height } });
      await page.waitForFunction(([row, key]) => {
        const { place } = /** @type {any} */ (document.querySelector('figure-host[data-figure="rows"] section[data-scale="sqrt"] weight-canvas'));
        return place?.row === row && place?.key === key;
      }, [row, key]);
    }
  }
  assert.deepEqual(problems, []);
});

test('pitfall 92: the colour scheme changes while the page is open: what is painted is painted anew', needsBrowser, async () => {
  const { page, problems } = await open('lang=en&n=128', { colorScheme: 'light' });
  await visit(page, 'heads');
  const painted = () => page.evaluate(() => Array.from(document.querySelectorAll('canvas'), (canvas) => canvas.toDataURL()));
  await page.waitForFunction(() => document.querySelectorAll('heads-figure canvas').length >= 12);
  await page.waitForFunction(() => !/** @type {any} */ (document.querySelector('figure-host[data-figure="heads"]')).running);
  const light = await painted();
  assert.ok(light.length > 12);
  for (const [colorScheme, isSame] of /** @type {const} */ ([['dark', false], ['light', true]])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(([light, isSame]) => {
      const now = Array.from(document.querySelectorAll('canvas'), (canvas) => canvas.toDataURL());
      return now.every((picture, at) => (picture === /** @type {string[]} */ (light)[at]) === isSame);
    }, /** @type {const} */ ([light, isSame]));
  }
  assert.deepEqual(problems, []);
});
