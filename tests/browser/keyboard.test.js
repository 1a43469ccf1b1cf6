import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './browser.js';
import { eventually, hostOf, settled, siteInBrowser, visit } from './lab.js';

const open = siteInBrowser();

/** A figure by itself, without waiting for anything that moves. @param {string} hash */
async function openFigure(hash) {
  const opened = await open(`ask=Why%3F&${hash}`, { reducedMotion: 'reduce' });
  await opened.page.locator(settled).waitFor();
  return opened;
}

/** @param {import('playwright-core').Page} page */
const focused = (page) => page.evaluate(() => (document.activeElement === document.body ? 'nothing' : /** @type {Element} */ (document.activeElement).outerHTML.slice(0, 120)));

const sliders = {
  rows: { n: ['9 queries', '۹ پرس'], dk: [/^width \d+$/, /^پهنای [۰-۹]+$/], temperature: [/^logits divided by [\d.]+$/, /^امتیازها تقسیم بر [۰-۹٫]+$/], window: ['5 keys', '۵ کلید'] },
  overflow: { gain: [/^[\d.]+ times$/, /^[۰-۹٫]+ برابر$/] },
  cost: { mheads: ['2 heads', '۲ سر'], mlayers: ['2 layers', '۲ لایه'], batch: ['2 sequences', '۲ دنباله'], ram: [/^[\d.]+ gibibytes$/, /^[۰-۹٫]+ گیبی‌بایت$/] },
  position: { trained: [/^\d+ tokens$/, /^[۰-۹]+ توکن$/], stretch: [/^[\d.]+ times$/, /^[۰-۹٫]+ برابر$/], step: [/^\d+ positions$/, /^[۰-۹]+ جا$/] },
};

for (const [at, language] of ['en', 'fa'].entries()) {
  test(`pitfall 99: sliders move with the arrow that points onwards and say their value in words (${language})`, needsBrowser, async () => {
    for (const [figure, texts] of Object.entries(sliders)) {
      const { page } = await openFigure(`fig=${figure}&lang=${language}&mask=window&upto=1024`);
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
      for (const [key, spoken] of Object.entries(texts)) {
        const slider = page.locator(`[data-key="${key}"] input[type="range"]`);
        const value = async () => Number(await slider.inputValue());
        const first = await value();
        await slider.focus();
        await slider.press(language === 'fa' ? 'ArrowLeft' : 'ArrowRight');
        await eventually(async () => {
          assert.ok((await value()) > first, `${key} grows`);
          const said = String(await slider.getAttribute('aria-valuetext')).replace(/[\u2066-\u2069]/g, '');
          if (typeof spoken[at] === 'string') assert.equal(said, spoken[at]);
          else assert.match(said, spoken[at]);
        });
        await slider.press(language === 'fa' ? 'ArrowRight' : 'ArrowLeft');
        await eventually(async () => assert.equal(await value(), first, `${key} comes back`));
        await slider.press('Home');
        await eventually(async () => assert.equal(await value(), Number(await slider.getAttribute('min'))));
        await slider.press('End');
        await eventually(async () => assert.equal(await value(), Number(await slider.getAttribute('max'))));
        assert.match(await focused(page), /type="range"/, 'the focus stays');
      }
    }
  });
}

test('the level of collapse is a slider too, and the map is walked', needsBrowser, async () => {
  const { page } = await openFigure('fig=collapse&lang=fa&runs=5&widths=4,16');
  const level = page.locator('.level');
  await level.focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('.level')?.getAttribute('aria-valuetext') === '\u061c۵۱٪\u061c');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.level')?.getAttribute('aria-valuetext') === '\u061c۲٪\u061c');
  assert.match(await focused(page), /role="slider"/);
  await page.locator('.map-cell[tabindex="0"]').focus();
  const focus = () => page.evaluate(() => ({ .../** @type {HTMLElement} */ (document.activeElement).dataset }));
  await page.keyboard.press('Home');
  await eventually(async () => assert.equal((await focus()).column, '0'));
  await page.keyboard.press('ArrowRight');
  await eventually(async () => assert.equal((await focus()).column, '1'));
  const { row } = await focus();
  await page.keyboard.press('ArrowUp');
  await eventually(async () => {
    const { column, row: above } = await focus();
    assert.ok(column === '1' && above !== row);
  });
});

test('radio buttons, check boxes, lists and what unfolds', needsBrowser, async () => {
  const { page } = await openFigure('fig=rows&lang=fa');
  await page.locator('[data-key="show"] input:checked').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash.includes('show=logits'));
  await page.locator('[data-key="scale"] input[type="checkbox"]').nth(2).focus();
  await page.keyboard.press('Space');
  await page.locator('[data-figure="rows"] [data-scale="linear"]').first().waitFor();
  assert.match(await focused(page), /type="checkbox"/);
  for (const panel of ['number-table details', 'details.share', 'details.export:not(.share)']) {
    const summary = page.locator(`${panel} > summary`).first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.locator(`${panel}[open]`).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`${panel}:not([open])`).first().waitFor();
    await eventually(async () => assert.match(await focused(page), /<summary/));
  }
});

test('what goes away leaves the focus to what stood before it', needsBrowser, async () => {
  const { page, problems } = await openFigure('fig=rows&lang=en&scale=none,ssmax:0.43&n=0');
  await page.locator('[data-note="address"] button').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-note="address"]').waitFor({ state: 'detached' });
  await eventually(async () => assert.match(await focused(page), /<summary/));

  await page.locator('[data-key="scale"] input:checked').last().focus();
  await page.keyboard.press('Space');
  await page.locator('[data-figure="rows"] [data-scale="ssmax:0.43"]').first().waitFor({ state: 'detached' });
  await eventually(async () => assert.match(await focused(page), /type="checkbox"/));
  assert.deepEqual(problems, []);
});

test('a model is chosen with the arrows, though fields come and go with it', needsBrowser, async () => {
  const { page } = await openFigure('fig=position&lang=en');
  await page.locator('[data-key="ropemodel"] select').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-key="theta"]').waitFor({ state: 'detached' });
  assert.match(await focused(page), /<select/);
});

test('long work is started, cancelled and started again without the pointer', needsBrowser, async () => {
  const { page, problems } = await openFigure('fig=cost&lang=fa&upto=65536');
  await page.locator('.cost-ask button').focus();
  await page.keyboard.press('Enter');
  const cancel = page.locator('.figure-status button');
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.locator('.figure-status [role="alert"], .figure-status[role="alert"]').waitFor();
  await eventually(async () => assert.notEqual(await focused(page), 'nothing'));
  assert.deepEqual(problems, []);
});

test('language and theme change under the focus', needsBrowser, async () => {
  const { page } = await open('lang=en&n=4', { reducedMotion: 'reduce' });
  await visit(page, 'rows');
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /class="skip"/);
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await hostOf(page, 'rows').evaluate((host) => host === document.activeElement), true));
  for (const [name, key, value] of [['فارسی', 'lang', 'fa'], ['تیره', 'data-theme', 'dark']]) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(([key, value]) => document.documentElement.getAttribute(key) === value, [key, value]);
    await page.locator('[data-stat="max-weight"]').first().waitFor();
    assert.match(await focused(page), /aria-pressed="true"/);
  }
});
