import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { dist, needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { eventually, servedInBrowser, settled } from './lab.js';

// <attention-lab> in pages of someone else: they stand on one origin, the lab on another that sends one header.

const site = servedInBrowser({ headers: { 'Access-Control-Allow-Origin': '*' } });

const patience = 120_000;
const script = () => `<script type="module" src="${site.server.address}attention-lab.js"></script>`;
const maxWeight = '[data-scale="none"] [data-stat="max-weight"]';

/**
 * @param {string} html @param {{ headers?: Record<string, string>, wait?: string } & import('playwright-core').BrowserContextOptions} [options]
 */
async function openHost(html, { headers, wait = maxWeight, ...options } = {}) {
  const server = await servePages({ 'index.html': html }, headers);
  const opened = await openPage(site.browser, { locale: 'en', ...options });
  opened.page.setDefaultTimeout(patience);
  opened.page.on('close', () => server.close());
  await opened.page.goto(server.address);
  await opened.page.waitForSelector(wait);
  return opened;
}

/** What a stranger's style sheet may do. */
const hostile = `<style>
  html { font-size: 62.5% }
  * { box-sizing: content-box; letter-spacing: 0.4em; line-height: 3; text-transform: uppercase; color: red; --accent: lime; --paper: hotpink; --rem: 1px }
  div, p, section, table, svg { margin: 40px !important; padding: 30px !important; border: 9px solid lime !important; float: right !important }
  button, input, label, td, th { display: none !important }
  p { position: absolute; inset-inline-start: -9999px }
</style>`;

/** Geometry and inherited style of an embed's inside, wherever it stands. @param {import('playwright-core').Page} page @param {number} at */
const inside = (page, at) =>
  page.locator('attention-lab').nth(at).locator('.embed').evaluate((section) => {
    const box = (/** @type {string} */ selector) => {
      const { width, height } = /** @type {Element} */ (section.querySelector(selector)).getBoundingClientRect();
      return [selector, Math.round(width), Math.round(height)];
    };
    const { fontSize, letterSpacing, textTransform, color, lineHeight } = getComputedStyle(/** @type {Element} */ (section.querySelector('caption')));
    return { style: { fontSize, letterSpacing, textTransform, color, lineHeight }, boxes: ['.settings input', 'button', '.weight-grid .cell', 'table', 'td'].map(box) };
  });

const three = `<attention-lab figure="rows"></attention-lab>
  <attention-lab figure="trend" dks="16" seeds="0-1"></attention-lab>
  <attention-lab figure="rows" n="4" scale="none"></attention-lab>`;

test('pitfall 82: three figures on a hostile page look as on a plain one, and two stay when one is removed', needsBrowser, async () => {
  const plain = await openHost(`${script()}<body style="margin: 0">${three}`);
  const { page, problems } = await openHost(`${hostile}${script()}<body style="margin: 0">${three}`);
  for (const host of [plain.page, page]) {
    for (const embed of await host.locator('attention-lab').all()) {
      await embed.scrollIntoViewIfNeeded();
      await embed.locator(settled).waitFor();
    }
  }
  for (const at of [0, 2]) await eventually(async () => assert.deepEqual(await inside(page, at), await inside(plain.page, at)));
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  assert.deepEqual(ids, [], 'nothing is added to the page itself');

  await page.locator('attention-lab').first().evaluate((element) => element.remove());
  const slider = page.locator('attention-lab').last().locator('.settings [data-key="n"] input[type="range"]');
  await slider.focus();
  await slider.press('ArrowRight');
  await page.waitForFunction(() => document.querySelectorAll('attention-lab')[1].shadowRoot?.querySelectorAll('[role="rowheader"]').length === 5);
  assert.ok((await page.locator('attention-lab').first().locator('[data-dk="16"] [data-stat="share"]').count()) > 0);
  assert.deepEqual(problems, []);
  await page.context().close();
  await plain.page.context().close();
});

test('under a strict Content-Security-Policy, from another origin', needsBrowser, async () => {
  const policy = (/** @type {string} */ rest) =>
    `default-src 'none'; script-src ${site.server.address} 'wasm-unsafe-eval'; connect-src ${site.server.address}; font-src ${site.server.address}; img-src data:; ${rest}`;
  const html = `${script()}<attention-lab lang="fa"></attention-lab>`;
  const open = (/** @type {string} */ rest) => openHost(html, { headers: { 'Content-Security-Policy': policy(rest) } });

  const { page, problems } = await open('worker-src blob:');
  assert.equal(await page.locator(maxWeight).textContent(), '\u06f0\u066b\u06f9\u06f9\u06f9\u06f9\u06f5\u06f5');
  await eventually(async () => {
    assert.equal(await page.locator('attention-lab .embed').evaluate((element) => getComputedStyle(element).display), 'grid');
    assert.equal(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length), 1);
  });
  assert.deepEqual(problems, []);
  await page.context().close();

  const withoutWorkers = await open('');
  assert.equal(await withoutWorkers.page.locator(maxWeight).count(), 1, 'computed on the calling thread');
  assert.ok(withoutWorkers.problems.length > 0 && withoutWorkers.problems.every((problem) => /worker/i.test(problem)), withoutWorkers.problems.join());
  await withoutWorkers.page.context().close();
});

test('pitfall 83: loaded three times from different addresses, it is defined once and works', needsBrowser, async () => {
  const { page, problems } = await openHost(`${script()}<script type="module" src="${site.server.address}attention-lab.js?another"></script><attention-lab></attention-lab>`);
  await page.evaluate((address) => import(address), `${site.server.address}attention-lab.js?late`);
  await page.evaluate(() => document.body.append(document.createElement('attention-lab')));
  const second = page.locator('attention-lab').nth(1);
  await second.scrollIntoViewIfNeeded();
  await second.locator(maxWeight).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

for (const [around, own] of [['fa', 'en'], ['en', 'fa']]) {
  test(`a page in ${around} holds a figure in ${own}, and one in its own language`, needsBrowser, async () => {
    const direction = { fa: 'rtl', en: 'ltr' };
    const { page, problems } = await openHost(
      `<html lang="${around}" dir="${direction[/** @type {'fa' | 'en'} */ (around)]}">${script()}<body style="margin: 0">
        <attention-lab lang="${own}"></attention-lab><attention-lab></attention-lab>`,
      { locale: own, viewport: { width: 700, height: 900 } },
    );
    const second = page.locator('attention-lab').nth(1);
    await second.scrollIntoViewIfNeeded();
    await second.locator(maxWeight).waitFor();
    await eventually(async () => assert.deepEqual(
      await page.locator('attention-lab single-figure').evaluateAll((figures) => figures.map((figure) => [/** @type {HTMLElement} */ (figure).lang, getComputedStyle(figure).direction])),
      [own, around].map((language) => [language, direction[/** @type {'fa' | 'en'} */ (language)]]),
    ));
    const startOfTitle = (/** @type {number} */ at) =>
      page.locator('.embed-title').nth(at).evaluate((title) => {
        const range = document.createRange();
        range.selectNodeContents(title);
        return range.getBoundingClientRect().left < 350 ? 'ltr' : 'rtl';
      });
    await eventually(async () => assert.deepEqual(
      [await startOfTitle(0), await startOfTitle(1)],
      [own, around].map((language) => direction[/** @type {'fa' | 'en'} */ (language)]),
    ));
    // Keys run from left to right in both.
    for (const grid of await page.locator('[data-scale="none"] .weight-grid').all()) {
      const [first, last] = await Promise.all([0, 7].map((key) => grid.locator(`[data-row="0"][data-key="${key}"]`).boundingBox()));
      assert.ok(Number(first?.x) < Number(last?.x));
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 700);
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}

test('nothing but the small module is fetched before the reader comes near, and nothing jumps', needsBrowser, async (t) => {
  const from = site.server.requests.length;
  const { page } = await openHost(
    `<script>
      globalThis.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
    </script>
    ${script()}<p style="block-size: 2500px">A long text.</p>
    <attention-lab figure="trend"><a href="https://example.org/">The trend table</a></attention-lab><p class="after">And more.</p>`,
    { wait: 'attention-lab' },
  );
  const after = () => page.locator('.after').evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await page.waitForFunction(() => customElements.get('attention-lab'));
  const reserved = await after();
  const bytes = site.server.requests.slice(from).reduce((sum, { path }) => sum + brotliCompressSync(readFileSync(dist + path)).length, 0);
  t.diagnostic(`${bytes} bytes before the reader comes near`);
  assert.ok(bytes > 0 && bytes <= 12_000, site.server.requests.slice(from).map(({ path }) => path).join());
  assert.ok(await page.locator('attention-lab a').isVisible(), 'what is inside stays until the figure is there');

  await page.locator('attention-lab').scrollIntoViewIfNeeded();
  await page.locator('attention-lab').locator(settled).waitFor();
  await page.locator('[data-figure="trend"] [data-stat="share"]').first().waitFor();
  assert.equal(await page.locator('attention-lab > a').isVisible(), false);
  const shift = await page.evaluate(() => /** @type {any} */ (globalThis).shifts.reduce((/** @type {number} */ sum, /** @type {number} */ value) => sum + value, 0));
  assert.ok(shift < 0.01, `${shift}`);
  assert.ok(Math.abs((await after()) - reserved) < 60, `${await after()} instead of ${reserved}`);
  await page.context().close();
});

test('attributes, properties and events', needsBrowser, async () => {
  const { page, problems } = await openHost(
    `<script>
      addEventListener('change', (event) => { globalThis.heard = [...(globalThis.heard ?? []), event.detail && [event.target.localName, event.detail.key, event.detail.value, event.detail.values.n]]; });
    </script>
    <attention-lab n="5" lang="en" hide="seed" lock="dk" ask="Why &lt;b&gt;?" scale="none,1e9"></attention-lab>
    <script>document.querySelector('attention-lab').dk = 16;</script>${script()}`,
  );
  const rows = (/** @type {number} */ count) =>
    page.waitForFunction((count) => document.querySelector('attention-lab')?.shadowRoot?.querySelectorAll('[data-scale="none"] [role="rowheader"]').length === count, count);
  const element = page.locator('attention-lab');
  await rows(5);
  await element.locator(settled).waitFor();
  assert.deepEqual(await element.evaluate((/** @type {any} */ { n, dk, scale, values }) => [n, dk, scale, values.seed]), [5, 16, ['none', 1e6], 7]);
  assert.match(String(await element.locator('[data-note="address"] [data-key="scale"]').textContent()), /1e9/);
  assert.match(String(await element.locator('.question').textContent()), /Why <b>\?/);
  assert.equal(await element.locator('[data-key="seed"]').count(), 0);
  assert.equal(await element.locator('[data-key="dk"] input:enabled').count(), 0);

  await element.evaluate((/** @type {any} */ lab) => { lab.n = 6; });
  await rows(6);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).heard), undefined, 'only the reader makes events');
  const slider = element.locator('[data-key="n"] input[type="range"]');
  await slider.focus();
  await slider.press('ArrowRight');
  await rows(7);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).heard), [['attention-lab', 'n', 7, 7]]);
  const field = element.locator('[data-key="n"] input:not([type="range"])');
  await field.fill('9');
  await field.press('Enter');
  await field.blur();
  await rows(9);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).heard.slice(1).filter((/** @type {any} */ [, , value]) => value === 9).length), 1, 'one change, one event');
  await element.evaluate((lab) => lab.setAttribute('figure', 'variance'));
  await element.locator('[data-figure="variance"] [data-scale]').first().waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the theme is that of the text around, and colours can be set', needsBrowser, async () => {
  const { page } = await openHost(
    `<style>body { color: black } .night { color: white; background: black } attention-lab + attention-lab { --attention-lab-accent: rgb(1, 2, 3) }</style>
    ${script()}<attention-lab></attention-lab><attention-lab theme="dark"></attention-lab>`,
  );
  const [first, second] = [0, 1].map((at) => page.locator('attention-lab').nth(at).locator('single-figure'));
  await page.locator('attention-lab').last().scrollIntoViewIfNeeded();
  await second.locator(maxWeight).waitFor();
  const paper = (/** @type {import('playwright-core').Locator} */ figure) => figure.evaluate((element) => getComputedStyle(element).backgroundColor);
  await eventually(async () => assert.deepEqual([await paper(first), await paper(second)], ['rgb(251, 250, 246)', 'rgb(20, 22, 27)']));
  assert.equal(await second.locator('.embed-source a').evaluate((link) => getComputedStyle(link).color), 'rgb(1, 2, 3)');
  await page.evaluate(() => document.body.classList.add('night'));
  await eventually(async () => assert.equal(await paper(first), 'rgb(20, 22, 27)'));
  await page.context().close();
});

test('what the README says to paste works', needsBrowser, async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/```html\n([\s\S]*?)```/g)].map(([, block]) => block.replaceAll('https://lab.example/', site.server.address));
  assert.equal(blocks.length, 2);
  const { page, problems } = await openHost(blocks.join('<p>Between.</p>'));
  assert.equal(await page.locator('attention-lab single-figure').getAttribute('dir'), 'rtl');
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await page.frameLocator('iframe').locator('[data-figure="trend"] [data-stat="share"]').first().waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});
