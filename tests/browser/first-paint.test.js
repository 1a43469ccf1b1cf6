import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { servedInBrowser } from './lab.js';

const site = servedInBrowser();

/**
 * @param {string} address @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {boolean} [withScripts]  let the lab's own scripts through
 */
async function open(address, options, withScripts = false) {
  const { page } = await openPage(site.browser, { locale: 'en', viewport: { width: 390, height: 800 }, ...options });
  if (!withScripts) await page.route('**/*.js', (route) => route.abort());
  await page.goto(site.server.address + address);
  return page;
}

const first = '.first-paint';

for (const address of ['', 'fa.html']) {
  test(`what the page is about stands there before its scripts, as they draw it: ${address || 'index.html'}`, needsBrowser, async () => {
    const read = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ within) => {
      const header = page.locator(`${within} .masthead`);
      const lead = await header.locator('.lead').boundingBox();
      return { title: await header.locator('h1').innerText(), lead: await header.locator('.lead').innerText(), top: lead?.y, width: lead?.width };
    };
    const early = await open(address);
    const before = await read(early, first);
    assert.equal(await early.locator(`${first} .switches`).isVisible(), false, 'switches that do not work yet');
    await early.context().close();

    const late = await open(address, {}, true);
    await late.locator('[data-stat="max-weight"]').first().waitFor();
    assert.equal(await late.locator(first).count(), 0);
    assert.equal(await late.locator('h1').count(), 1);
    assert.deepEqual(await read(late, 'lab-page >'), before);
    await late.context().close();
  });
}

test('what will look otherwise is not shown first', needsBrowser, async () => {
  /** @type {[string, string, number][]} */
  const cases = [
    ['', 'en-GB', 1],
    ['', 'de-DE', 1],
    ['', 'fa-IR', 0],
    ['', 'fat-GH', 1], // Fanti is another language
    ['fa.html', 'en', 1],
    ['#n=12&scale=none', 'en', 1],
    ['#n=12&lang=fa', 'en', 0],
    ['#theme=dark', 'en', 0],
    ['#predict=on', 'en', 0],
    ['fa.html#ask=x', 'en', 0],
  ];
  for (const [address, locale, count] of cases) {
    const page = await open(address, { locale });
    assert.equal(await page.locator(first).count(), count, `${address} for ${locale}`);
    await page.context().close();
  }
});

test('without scripts it stays, with a word about them', needsBrowser, async () => {
  const page = await open('', { javaScriptEnabled: false });
  assert.equal(await page.locator(`${first} h1`).isVisible(), true);
  const notice = await page.locator('noscript p').first().boundingBox();
  assert.ok(notice && notice.height > 0 && notice.x >= 16);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await page.context().close();
});
