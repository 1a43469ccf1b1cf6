import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { eventually, servedInBrowser, settled, visit, visitAll } from './lab.js';

const site = servedInBrowser();

/** Waiting is for slow machines; nothing here measures time. */
const patience = 120_000;

/** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
async function openLab(hash, options) {
  const opened = await openPage(site.browser, options);
  opened.page.setDefaultTimeout(patience);
  await opened.page.goto(site.server.address + hash);
  await opened.page.locator(`[data-figure="rows"] ${settled}`).waitFor();
  return opened;
}

/** @param {import('playwright-core').Page} page @param {string} figure @param {string} scale @param {string} stat */
const statistic = (page, figure, scale, stat, within = '') =>
  page.locator(`[data-figure="${figure}"] [data-scale="${scale}"]${within} [data-stat="${stat}"]`).first();

/** @param {import('playwright-core').Page} page */
const width = (page) => page.evaluate(() => document.documentElement.scrollWidth);

const article = {
  en: { none: ['0.999955', '0.2718', '13%', '7.31', '7.31'], sqrt: ['0.473270', '1.7842', '86%', '7.31', '0.91'] },
  fa: {
    none: ['\u06f0\u066b\u06f9\u06f9\u06f9\u06f9\u06f5\u06f5', '\u06f0\u066b\u06f2\u06f7\u06f1\u06f8', '\u061c\u06f1\u06f3\u066a\u061c', '\u06f7\u066b\u06f3\u06f1', '\u06f7\u066b\u06f3\u06f1'],
    sqrt: ['\u06f0\u066b\u06f4\u06f7\u06f3\u06f2\u06f7\u06f0', '\u06f1\u066b\u06f7\u06f8\u06f4\u06f2', '\u061c\u06f8\u06f6\u066a\u061c', '\u06f7\u066b\u06f3\u06f1', '\u06f0\u066b\u06f9\u06f1'],
  },
};

for (const language of /** @type {const} */ (['en', 'fa'])) {
  test(`the article's run stands on the page with no click (${language})`, needsBrowser, async () => {
    const { page, problems, requests } = await openLab('', { locale: language });
    for (const rule of /** @type {const} */ (['none', 'sqrt'])) {
      for (const [at, stat] of ['max-weight', 'mean-entropy', 'share', 'rms-logit', 'rms-scaled-logit'].entries()) {
        assert.equal(await statistic(page, 'rows', rule, stat).textContent(), article[language][rule][at], `${rule} ${stat}`);
      }
    }
    assert.ok(Math.abs(Number(await statistic(page, 'rows', 'sqrt', 'max-weight').getAttribute('data-value')) - 0.47326989726088) < 1e-12);
    assert.equal(await page.locator('html').getAttribute('dir'), language === 'fa' ? 'rtl' : 'ltr');
    assert.equal(new URL(page.url()).hash, '', 'defaults are left out of the address');
    await visitAll(page);
    assert.deepEqual(problems, []);
    assert.deepEqual(requests.filter((url) => !url.startsWith(site.server.address) && !/^(data|blob):/.test(url)), []);
    await page.context().close();
  });
}

test('the trend table is the article\'s', needsBrowser, async () => {
  const { page } = await openLab('#lang=en');
  await page.locator('[data-preset="article-trend"]').click();
  const rows = [[16, '0.99785', '0.73', '35%'], [64, '1.00000', '0.30', '14%'], [256, '1.00000', '0.11', '5%']];
  await visit(page, 'trend');
  for (const [dk, ...texts] of rows) {
    for (const [at, stat] of ['max-weight', 'mean-entropy', 'share'].entries()) {
      await eventually(async () => assert.equal(await statistic(page, 'trend', 'none', stat, `[data-dk="${dk}"]`).textContent(), texts[at], `${dk} ${stat}`));
    }
  }
  await page.context().close();
});

test('all settings go back to what they were at first; the way back of the browser undoes that', needsBrowser, async () => {
  const { page, problems } = await openLab('#lang=en&theme=dark&n=5&dk=16&seed=3&mask=causal');
  const memory = await visit(page, 'memory');
  const pasted = memory.locator('[data-box="command"] textarea');
  await pasted.fill('llama-server -c 4096');
  await page.waitForFunction(() => location.hash.includes('ctx=4096'));
  const hash = new URL(page.url()).hash;
  await page.locator('[data-preset="reset"]').click();
  await page.waitForFunction(() => location.hash === '#lang=en&theme=dark');
  await page.waitForFunction(() => document.querySelectorAll('[data-scale="sqrt"] .cell').length === 64);
  await eventually(async () => assert.equal(await statistic(page, 'rows', 'sqrt', 'max-weight').textContent(), article.en.sqrt[0]));
  assert.equal(await pasted.inputValue(), 'llama-server -c 4096', 'what was pasted stays');

  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('[data-scale="sqrt"] .cell').length === 25);
  assert.deepEqual([...new URLSearchParams(new URL(page.url()).hash.slice(1))].sort(), [...new URLSearchParams(hash.slice(1))].sort());
  assert.equal(await pasted.inputValue(), 'llama-server -c 4096');

  await page.getByRole('button', { name: 'Back to seed 7' }).click();
  await page.waitForFunction(() => !location.hash.includes('seed=') && location.hash.includes('n=5'));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('pitfall 95: a hostile address gives a working page and says what was changed', needsBrowser, async () => {
  const { page, problems } = await openLab('#n=1e9&scale=<img src=x onerror=alert(1)>&seed=__proto__&dk=4&keys=2&lang=en');
  const notes = page.locator('[data-note="address"] li');
  assert.deepEqual(await notes.evaluateAll((items) => items.map((item) => item.getAttribute('data-key'))), ['n', 'scale', 'seed']);
  assert.match(String(await notes.nth(0).textContent()), /1e9.*1024/);
  assert.match(String(await notes.nth(1).textContent()), /<img src=x/);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await statistic(page, 'rows', 'sqrt', 'max-weight').count(), 1);
  assert.deepEqual(problems, []);
  await page.goto(`${site.server.address}#%&n=%E0%A4%A`);
  await page.reload();
  await visit(page, 'rows');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('pitfall 96: a thousand slider steps: the last value stands in the address, and no history grows', needsBrowser, async () => {
  const { page, problems } = await openLab('#lang=en');
  const before = await page.evaluate(() => history.length);
  await page.locator('.settings [data-key="n"] input[type="range"]').evaluate(async (element) => {
    const slider = /** @type {HTMLInputElement} */ (element);
    for (let step = 0; step < 1000; step += 1) {
      slider.value = String(step === 999 ? 12 : 1 + (step % 32));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      if (step % 10 === 0) await new Promise((next) => setTimeout(next));
    }
  });
  await page.waitForFunction(() => location.hash === '#n=12&lang=en' || location.hash === '#lang=en&n=12');
  await page.waitForFunction(() => document.querySelectorAll('[data-figure="rows"] [data-scale="sqrt"] [role="rowheader"]').length === 12);
  assert.equal(await page.evaluate(() => history.length), before);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('bad input is explained beside its field, and the last good figure stays', needsBrowser, async () => {
  const { page } = await openLab('#lang=en');
  const field = page.locator('.settings [data-key="n"] input[type="text"]');
  for (const [typed, said] of [['0', /0 .*1.*1024/], ['1.5', /1\.5.*whole/], ['eight', /eight.*1.*1024/], ['', /1.*1024/]]) {
    await field.fill(String(typed));
    await field.press('Enter');
    await eventually(async () => {
      assert.match(String(await page.locator('.settings [data-key="n"] [role="alert"]').textContent()), /** @type {RegExp} */ (said));
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    });
    assert.equal(await statistic(page, 'rows', 'none', 'max-weight').textContent(), '0.999955');
  }
  await field.fill('\u06f1\u06f2');
  await field.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[data-scale="sqrt"] [role="rowheader"]').length === 12);
  await page.locator('.settings [data-key="n"] [role="alert"]').waitFor({ state: 'detached' });
  await page.context().close();
});

test('the language changes whole, in place, and stays in the address', needsBrowser, async () => {
  const { page, problems } = await openLab('#lang=en&n=5');
  await page.locator('button[lang="fa"]').click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  assert.equal(await page.locator('html').getAttribute('lang'), 'fa');
  await eventually(async () => assert.match(String(await statistic(page, 'rows', 'sqrt', 'max-weight').textContent()), /^[\u06f0-\u06f9]\u066b[\u06f0-\u06f9]+$/));
  await visitAll(page);
  const english = () => page.evaluate(() => {
    const clone = /** @type {HTMLElement} */ (document.querySelector('lab-page')?.cloneNode(true));
    for (const element of clone.querySelectorAll('math, svg, code, [lang="en"], .chapter:not(#rows, #variance, #trend)')) element.remove();
    const spoken = [...clone.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')).join(' ');
    return `${clone.textContent} ${spoken}`.match(/[A-Za-z]{4,}/g) ?? [];
  });
  const names = ['float', 'bfloat', 'softmax', 'CPython', 'random', 'Random', 'seed', 'gauss', 'Attention', 'WebAssembly', 'BibTeX', 'xsimd', 'softcap', 'SSMax', 'ssmax', 'Llama', 'YaRN', 'norm'];
  await eventually(async () => assert.deepEqual((await english()).filter((word) => !names.includes(word)), []));
  await page.waitForFunction(() => location.hash.includes('lang=fa'));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the theme follows the reader and the switch', needsBrowser, async () => {
  const { page } = await openLab('#lang=en', { colorScheme: 'dark' });
  const lightness = () =>
    page.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return red + green + blue;
    });
  assert.ok((await lightness()) < 150, 'dark as the reader prefers');
  await page.locator('.switches button', { hasText: 'Light' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await eventually(async () => assert.ok((await lightness()) > 600, 'light as chosen'));
  await page.context().close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`numbers in cells read at 4.5 : 1 on every shade (${colorScheme})`, needsBrowser, async () => {
    const { page } = await openLab('#lang=en&scale=none,sqrt,linear', { colorScheme });
    const worst = await page.evaluate(() => {
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));
      /** @param {string} color */
      const luminance = (color) => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrasts = [...document.querySelectorAll('[data-figure="rows"] .cell')].map((cell) => {
        const { backgroundColor, color } = getComputedStyle(cell);
        const [dark, light] = [luminance(backgroundColor), luminance(color)].sort((one, other) => one - other);
        return (light + 0.05) / (dark + 0.05);
      });
      return { cells: contrasts.length, contrast: Math.min(...contrasts) };
    });
    assert.equal(worst.cells, 3 * 64);
    assert.ok(worst.contrast >= 4.5, `${worst.contrast}`);
    await page.context().close();
  });
}

for (const language of ['en', 'fa']) {
  test(`pitfall 100: nothing scrolls sideways on a phone (${language})`, needsBrowser, async () => {
    for (const hash of [`#lang=${language}`, `#lang=${language}&n=16&scale=none,sqrt,linear,0.5&show=logits`]) {
      const { page } = await openLab(hash, { viewport: { width: 320, height: 640 } });
      await visitAll(page);
      await eventually(async () => assert.ok((await width(page)) <= 320, hash));
      await page.context().close();
    }
  });
}

test('rows, keys and cells are walked with the keyboard and show their numbers', needsBrowser, async () => {
  const { page } = await openLab('#lang=en');
  const grid = page.locator('[data-scale="none"] [role="grid"]');
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1, 'one stop for Tab');
  await grid.locator('[tabindex="0"]').focus();
  const at = (/** @type {string} */ place) => eventually(async () => assert.equal(await page.locator('.cell-detail caption').textContent(), place));
  await at('Query 1');
  await page.keyboard.press('ArrowRight');
  await at('Query 1, key 1');
  await page.keyboard.press('ArrowDown');
  await at('Query 2, key 1');
  const detail = await page.locator('.cell-detail tbody tr').first().locator('td').allTextContents();
  const shown = await grid.locator('[data-row="1"][data-key="0"]').textContent();
  assert.equal(Number(detail[3]).toFixed(2), shown?.trim());
  await page.keyboard.press('ArrowUp');
  await at('Query 1, key 1');
  await page.keyboard.press('ArrowUp');
  await at('Key 1');
  await page.keyboard.press('Control+End');
  await at('Query 8, key 8');
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Query 8, key 8')), true));
  await page.context().close();
});

test('a table opened in the moment of the next picture stays open', needsBrowser, async () => {
  const { page } = await openLab('#lang=en');
  const table = page.locator('[data-figure="rows"] number-table').first();
  await table.evaluate(async (/** @type {any} */ element) => {
    element.querySelector('summary').click();
    element.requestUpdate(); // before the browser has told that it is open
    await element.updateComplete;
  });
  await table.locator('tbody tr').first().waitFor();
  await page.context().close();
});

test('masked cells are empty, and rows that see no key are named', needsBrowser, async () => {
  const { page } = await openLab('#lang=en&n=5&keys=3&mask=causal');
  const cell = page.locator('[data-scale="none"] [data-row="2"][data-key="2"]');
  assert.equal(await cell.textContent(), '');
  assert.match(String(await cell.getAttribute('aria-label')), /masked/);
  assert.equal(await cell.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgba(0, 0, 0, 0)');
  assert.equal(await page.locator('[data-scale="none"] [data-event="fully-masked"]').count(), 2);
  await page.context().close();
});

test('an overflow without subtracting the maximum is real and named', needsBrowser, async () => {
  const { page, problems } = await openLab('#lang=en&scale=none,10&softmax=naive&precision=f32');
  const events = page.locator('[data-scale="10"] [data-event="overflow"]');
  assert.ok((await events.count()) > 0);
  assert.match(String(await events.first().textContent()), /overflow in exp/);
  assert.doesNotMatch(String(await page.locator('[data-figure="rows"]').textContent()), /NaN/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('pitfall 78: large runs are painted and still answer the pointer and the keyboard', needsBrowser, async () => {
  const { page, problems } = await openLab('#lang=en&n=512&dk=16');
  const canvas = page.locator('[data-scale="sqrt"] canvas');
  assert.deepEqual(await canvas.evaluate((element) => [/** @type {any} */ (element).width, /** @type {any} */ (element).height]), [512, 512]);
  await page.locator('[data-scale="sqrt"] .canvas-frame').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await eventually(async () => assert.match(String(await page.locator('.cell-detail caption').textContent()), /^Query \d+, key 2$/));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('hidden settings are not there and locked ones cannot be changed', needsBrowser, async () => {
  const { page } = await openLab('#lang=en&hide=mask,temperature&lock=n,seed&ask=Why%20%3Cb%3E%3F');
  assert.equal(await page.locator('.settings [data-key="mask"]').count(), 0);
  assert.equal(await page.locator('.settings [data-key="n"] input:disabled').count(), 2);
  assert.equal(await page.locator('.settings .actions').count(), 0);
  assert.match(String(await page.locator('.question').textContent()), /Why <b>\?/);
  await page.context().close();
});
