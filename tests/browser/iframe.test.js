import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { eventually, servedInBrowser, settled } from './lab.js';

// embed.html in iframes of pages on another origin. The lab sends no header, so nothing but the file itself may be needed.

const site = servedInBrowser();

const patience = 120_000;
const maxWeight = '[data-scale="none"] [data-stat="max-weight"]';

/** Sets the heights that frames ask for, and keeps every message. */
const listener = `<script>
  globalThis.messages = [];
  addEventListener('message', ({ source, data }) => {
    const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
    if (!frame || data?.type !== 'attention-lab:height') return;
    messages.push([frame.id, data.height]);
    frame.height = data.height;
  });
</script>`;

/** @param {string} html @param {import('playwright-core').BrowserContextOptions} [options] */
async function openHost(html, options) {
  const server = await servePages({ 'index.html': html });
  const opened = await openPage(site.browser, { locale: 'en', ...options });
  opened.page.setDefaultTimeout(patience);
  opened.page.on('close', () => server.close());
  await opened.page.goto(server.address);
  return opened;
}

/** @param {import('playwright-core').Page} page @param {number} at */
const heights = (page, at) =>
  page.frameLocator('iframe').nth(at).locator('html').evaluate((root) => [innerHeight, root.scrollHeight, root.scrollWidth - root.clientWidth]);

test('pitfall 81: in a sandbox of null origin it computes, asks for nothing else and tells a height that settles', needsBrowser, async () => {
  const { page, problems, requests } = await openHost(
    `${listener}<iframe id="a" sandbox="allow-scripts" width="700" height="300" src="${site.server.address}embed.html#n=5&lang=fa"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  await frame.locator(maxWeight).waitFor();
  assert.equal(await frame.locator('html').evaluate(() => origin), 'null');
  assert.equal(await frame.locator('html').getAttribute('dir'), 'rtl');
  assert.equal(await frame.locator('[data-scale="none"] [role="rowheader"]').count(), 5);
  await frame.locator(settled).waitFor();
  await eventually(async () => {
    const [inner, scroll, overflow] = await heights(page, 0);
    assert.ok(inner !== 300 && Math.abs(inner - scroll) <= 1 && overflow <= 0, `${inner} ${scroll} ${overflow}`);
  });
  const messages = () => page.evaluate(() => /** @type {any} */ (globalThis).messages);
  const before = await messages();
  await page.evaluate(async () => {
    for (let frames = 0; frames < 60; frames += 1) await new Promise(requestAnimationFrame);
  });
  assert.deepEqual(await messages(), before, 'no height follows from the height');
  assert.ok(before.length <= 2, JSON.stringify(before));
  assert.deepEqual(requests.filter((url) => url.startsWith(site.server.address)), [`${site.server.address}embed.html`]);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('three frames of different heights; the lab is one link away; a new address changes the figure in place', needsBrowser, async () => {
  const frames = ['fig=rows&lang=en', 'fig=trend&dks=16&seeds=0-1&lang=en', 'n=3&scale=sqrt&theme=dark&lang=en'];
  const { page, problems } = await openHost(
    `${listener}${frames.map((hash, at) => `<iframe id="${at}" width="800" height="200" src="${site.server.address}embed.html#${hash}"></iframe>`).join('')}`,
  );
  for (const at of frames.keys()) {
    await page.locator('iframe').nth(at).scrollIntoViewIfNeeded();
    await page.frameLocator('iframe').nth(at).locator('[data-stat]').first().waitFor();
  }
  await page.locator('iframe').first().evaluate((frame) => frame.remove());
  await page.locator('iframe').last().evaluate((frame) => {
    /** @type {HTMLIFrameElement} */ (frame).src = /** @type {HTMLIFrameElement} */ (frame).src.replace('n=3', 'n=9');
  });
  const last = page.frameLocator('iframe').last();
  await last.locator('[data-scale="sqrt"] [role="rowheader"]').nth(8).waitFor();
  await page.waitForFunction(() => {
    const { messages } = /** @type {any} */ (globalThis);
    return [...document.querySelectorAll('iframe')].every((frame) => messages.findLast((/** @type {any[]} */ [id]) => id === frame.id)?.[1] === frame.clientHeight);
  });
  for (const at of [0, 1]) {
    await eventually(async () => {
      const [inner, scroll] = await heights(page, at);
      assert.ok(Math.abs(inner - scroll) <= 1, `${inner} ${scroll}`);
    });
  }
  await eventually(async () => assert.equal(await last.locator('.embed-source a').getAttribute('href'), `${site.server.address}#lang=en&theme=dark&n=9&scale=sqrt`));
  assert.equal(await last.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(20, 22, 27)');
  assert.deepEqual(problems, []);
  await page.context().close();
});
