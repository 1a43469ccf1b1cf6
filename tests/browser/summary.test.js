import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser } from './browser.js';
import { eventually, siteInBrowser } from './lab.js';

// What a screen reader says of a figure by itself: one sentence with its numbers, once they are there.

const open = siteInBrowser();

const said = 'figure-host > [aria-live]';

/** @type {Record<string, string>} a setting that changes the figure's numbers */
const changes = {
  rows: 'dk=16', variance: 'dk=16', trend: 'dks=32', collapse: 'level=0.8', gradient: 'dk=16', overflow: 'gain=9',
  cost: 'ram=64', memory: 'ctx=4096', position: 'stretch=8', length: 'longest=8192', heads: 'layer=1',
};

for (const [at, figure] of figureIds.entries()) {
  const language = at % 2 ? 'fa' : 'en';
  test(`${figure} is said in a sentence that changes with the numbers (${language})`, needsBrowser, async () => {
    const hash = `fig=${figure}&ask=Why%3F&lang=${language}&runs=5&widths=4,64&longest=2048&layer=0&dks=16`;
    const { page } = await open(hash);
    const sentence = async () => {
      await page.waitForFunction((said) => document.querySelector(said)?.textContent?.trim(), said);
      return String(await page.locator(said).textContent());
    };
    const before = await sentence();
    assert.match(before, language === 'fa' ? /[\u06f0-\u06f9]/ : /\d/);
    if (language === 'fa') assert.doesNotMatch(before.replace(/\u2066[^\u2069]*\u2069/g, ''), /(?<![a-z\d])\d/, 'Persian digits');
    await page.evaluate((change) => {
      const [key] = change.split('=');
      location.hash = `${location.hash.replace(new RegExp(`&${key}=[^&]*`), '')}&${change}`;
    }, changes[figure]);
    await page.waitForFunction(([said, before]) => ![before, ''].includes(document.querySelector(said)?.textContent ?? ''), [said, before]);
  });
}

test('rows of one key have a sentence of their own', needsBrowser, async () => {
  for (const [figure, expected] of [['rows', /largest weight 1\.000000; no row has a second key/], ['trend', /d_k = 16: no row has a second key/]]) {
    const { page } = await open(`fig=${figure}&ask=Why%3F&lang=en&n=1&dks=16&seeds=3`);
    await eventually(async () => assert.match(String(await page.locator(said).textContent()), /** @type {RegExp} */ (expected)));
    if (figure === 'trend') assert.match(await page.locator('trend-figure').innerText(), /1 seed,/);
  }
});

test('while a slider moves nothing is said; then once', needsBrowser, async () => {
  const { page } = await open('fig=rows&ask=Why%3F&lang=en');
  await page.waitForFunction((said) => document.querySelector(said)?.textContent, said);
  const sentences = await page.evaluate(async (said) => {
    const region = /** @type {Element} */ (document.querySelector(said));
    /** @type {string[]} */
    const heard = [];
    const spoken = new Promise((resolve) => {
      new MutationObserver(() => {
        heard.push(region.textContent ?? '');
        setTimeout(resolve, 1500);
      }).observe(region, { subtree: true, childList: true, characterData: true });
    });
    const slider = /** @type {HTMLInputElement} */ (document.querySelector('[data-key="n"] input[type="range"]'));
    for (let n = 9; n < 30; n += 1) {
      slider.value = String(n);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((next) => setTimeout(next, 20));
    }
    await spoken;
    return heard;
  }, said);
  assert.equal(sentences.length, 1, sentences.join('\n'));
});
