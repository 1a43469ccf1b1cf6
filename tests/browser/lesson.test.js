import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { eventually, servedInBrowser, visit } from './lab.js';

// A lesson is an address: in the lab, in an iframe, as attributes of the element.

const site = servedInBrowser();

const patience = 120_000;
const maxWeight = '[data-scale="none"] [data-stat="max-weight"]';

/** @param {string} path */
async function open(path) {
  const opened = await openPage(site.browser, { locale: 'en' });
  opened.page.setDefaultTimeout(patience);
  await opened.page.goto(site.server.address + path);
  return opened;
}

const lesson = '#lang=en&ask=Why%20%3Cimg%20src=x%20onerror=alert(1)%3E%3F&hide=mask,temperature&lock=n,seed';

for (const page of ['', 'embed.html']) {
  test(`a lesson shows one figure and its question; what is hidden or locked stays as it is: ${page || 'the lab'}`, needsBrowser, async () => {
    const { page: tab, problems } = await open(page + lesson);
    await tab.waitForSelector(maxWeight);
    assert.equal(await tab.locator('figure-host').count(), 1);
    assert.match(String(await tab.locator('.question').textContent()), /Why <img src=x onerror=alert\(1\)>\?/);
    assert.equal(await tab.locator('img').count(), 0);
    assert.equal(await tab.locator('.settings [data-key="mask"]').count(), 0);
    assert.equal(await tab.locator('[data-key="temperature"]').count(), 0);
    assert.equal(await tab.locator('.settings [data-key="n"] input:disabled').count(), 2);
    assert.equal(await tab.locator('.settings .actions').count(), 0);
    await tab.locator('rows-figure').dispatchEvent('change');
    await tab.locator('rows-figure').evaluate((figure) => figure.dispatchEvent(new CustomEvent('change', { detail: { key: 'n', value: 3 }, bubbles: true })));
    await tab.locator('.settings [data-key="dk"] input[type="text"]').fill('16');
    await tab.waitForFunction(() => /** @type {any} */ (document.querySelector('figure-host')).shown.dk === 16);
    assert.equal(await tab.locator('[data-scale="none"] [role="rowheader"]').count(), 8, 'also what the figure itself asks for');
    assert.deepEqual(problems, []);
    await tab.context().close();
  });

  test(`where a prediction comes first, no number is there before it: ${page || 'the lab'}`, needsBrowser, async () => {
    const { page: tab, problems } = await open(`${page}#lang=en&ask=How%20large%3F&predict=on&lock=scale,dk`);
    await tab.getByLabel('First, your prediction').waitFor();
    assert.equal(await tab.locator('figure-host, [data-stat], [data-figure], [aria-live]:not(:empty)').count(), 0);
    assert.doesNotMatch(await tab.locator('body').innerText(), /0\.9999|0\.47|13%/);
    await tab.getByRole('button', { name: 'Show the figure' }).click();
    await eventually(async () => assert.match(String(await tab.getByRole('alert').textContent()), /first/));
    assert.equal(await tab.locator('figure-host').count(), 0);

    await tab.getByLabel('First, your prediction').fill('about <b>0.5</b>');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector(maxWeight);
    assert.equal(await tab.locator('[data-lesson="guess"]').textContent(), 'about <b>0.5</b>');
    await eventually(async () => assert.match(String(await tab.locator('[data-lesson="result"]').textContent()), /0\.999955/));
    await eventually(async () => assert.equal(await tab.evaluate(() => document.activeElement?.className), 'prediction'));
    await tab.getByRole('button', { name: 'Predict again' }).click();
    await tab.getByLabel('First, your prediction').waitFor();
    assert.equal(await tab.locator('figure-host').count(), 0);
    assert.deepEqual(problems, []);
    await tab.context().close();
  });
}

test('a question too long is cut and that is said; the way out leads to the whole lab with the same settings', needsBrowser, async () => {
  const { page } = await open(`#lang=en&n=5&lock=n&ask=${'x'.repeat(600)}`);
  await page.waitForSelector(maxWeight);
  assert.equal(String(await page.locator('.question').textContent()).match(/x+$/)?.[0].length, 500);
  assert.equal(await page.locator('[data-note="address"] [data-key="ask"]').count(), 1);
  await page.locator('.embed-source a').click();
  await page.waitForSelector('#variance');
  await visit(page, 'rows');
  assert.equal(new URL(page.url()).hash, '#lang=en&n=5');
  assert.equal(await page.locator('[data-figure="rows"] [data-scale="none"] [role="rowheader"]').count(), 5);
  assert.equal(await page.locator('.question').count(), 0);
  await page.context().close();
});

test('an address that names a figure opens the lab there', needsBrowser, async () => {
  const { page } = await open('#lang=en&fig=trend');
  await page.waitForFunction(() => {
    const box = document.querySelector('#trend')?.getBoundingClientRect();
    return box !== undefined && box.top > -200 && box.top < innerHeight;
  });
  await page.context().close();
});
