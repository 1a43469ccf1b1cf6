import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words as en } from '../../../web/src/text/en.js';
import { words as fa } from '../../../web/src/text/fa.js';
import { needsBrowser } from '../browser.js';
import { hostOf, siteInBrowser } from '../lab.js';

// A page whose WebAssembly does not come says so in words, and computes as soon as it does come.

const open = siteInBrowser();
const texts = { en, fa };
const modules = '**/*.wasm';

/** @type {Record<string, Parameters<import('playwright-core').Route['fulfill']>[0]>} */
const answers = {
  'the server has no such file': { status: 404, body: 'Not found' },
  'the server sends HTML instead': { status: 200, contentType: 'text/html', body: '<!doctype html><title>The app</title>' },
  'half of a module comes': { status: 200, contentType: 'application/wasm', body: Buffer.from('0061736d01000000010a', 'hex') },
};

/** @param {import('playwright-core').Page} page */
const problem = (page) => hostOf(page, 'rows').locator('.figure-status.problem');

for (const language of /** @type {const} */ (['en', 'fa'])) {
  const { 'error.wasm-load': notLoaded, 'error.wasm-blocked': blocked, 'error.no-simd': noSimd } = texts[language];

  for (const [fault, answer] of Object.entries(answers)) {
    test(`${fault}: said in words, and the next try computes (${language})`, needsBrowser, async () => {
      const { page } = await open(`lang=${language}`, {}, (page) => page.route(modules, (route) => route.fulfill(answer)));
      assert.equal(await problem(page).locator('span').innerText(), notLoaded);
      await page.unroute(modules);
      await problem(page).getByRole('button').click();
      const shown = hostOf(page, 'rows').locator('[data-scale="sqrt"] [data-stat="max-weight"]');
      await shown.waitFor();
      assert.equal(Number(await shown.getAttribute('data-value')).toFixed(6), '0.473270');
      assert.equal(await problem(page).count(), 0);
    });
  }

  test(`a module that a later figure needs does not come: that figure says so, the others stay (${language})`, needsBrowser, async () => {
    const later = '**/*-whole-*.wasm';
    const { page } = await open(`lang=${language}`, {}, (page) => page.route(later, (route) => route.abort()));
    await hostOf(page, 'rows').locator('[data-stat="max-weight"]').first().waitFor();
    const trend = hostOf(page, 'trend');
    await trend.scrollIntoViewIfNeeded();
    assert.equal(await trend.locator('.figure-status.problem span').innerText(), notLoaded);
    assert.equal(await problem(page).count(), 0);
    await page.unroute(later);
    await trend.locator('.figure-status.problem').getByRole('button').click();
    await trend.locator('[data-stat="max-weight"]').first().waitFor();
  });

  test(`a host whose policy forbids WebAssembly is named (${language})`, needsBrowser, async () => {
    const { page } = await open(`lang=${language}`, {}, (page) => page.route((url) => url.pathname === '/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
    }));
    assert.equal(await problem(page).locator('span').innerText(), blocked);
  });

  test(`pitfall 71: a browser without SIMD is told which have it (${language})`, needsBrowser, async () => {
    const { page } = await open(`lang=${language}`, {}, (page) => page.addInitScript(() => { WebAssembly.validate = () => false; }));
    assert.equal(await problem(page).locator('span').innerText(), noSimd);
  });
}
