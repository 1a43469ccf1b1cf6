import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { eventually, hostOf, openLab, servedInBrowser, visit, visitAll } from './lab.js';

const site = servedInBrowser();

/** Elements with text of their own that paper shows, and how light it is, from 0 to 1. @param {import('playwright-core').Page} page */
const lightestText = (page) =>
  page.evaluate(() => {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));
    const found = [...document.querySelectorAll('lab-page *')]
      .filter((element) => /** @type {any} */ (element).checkVisibility() && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
      .filter((element) => !element.closest('.cell, option, .visually-hidden')) // numbers in cells stand on their shade
      .map((element) => {
        const { color, fill } = getComputedStyle(element);
        context.fillStyle = element instanceof SVGElement ? fill : color;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
        return { lightness: Math.max(red, green, blue) / 255, text: element.textContent?.trim().slice(0, 40), name: element.className };
      });
    return { count: found.length, lightest: found.sort((one, other) => other.lightness - one.lightness)[0] };
  });

for (const theme of ['light', 'dark']) {
  test(`pitfall 93: the page on paper: dark text and tables in place of hover (${theme})`, needsBrowser, async () => {
    const { page, problems } = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
    await openLab(page, `${site.server.address}#lang=fa&theme=${theme}`);
    for (const figure of ['variance', 'gradient']) await visit(page, figure);
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).printed = new Promise((printed) => addEventListener('afterprint', printed, { once: true }));
    });
    const pdf = await page.pdf({ format: 'A4', printBackground: false });
    await page.evaluate(() => /** @type {any} */ (globalThis).printed.then(() => {})); // it comes after the document
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    await eventually(async () => assert.ok((await page.locator('#rows number-table tbody tr').count()) >= 16, 'the tables were opened for it'));
    assert.equal(await page.locator('html').getAttribute('data-theme'), theme, 'the screen is as before');

    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const { count, lightest } = await lightestText(page);
    assert.ok(count > 100);
    assert.ok(lightest.lightness < 0.75, JSON.stringify(lightest));
    for (const hidden of ['.settings', '.switches', 'control-panel', '.cell-detail', '.export', 'main button']) {
      assert.equal(await page.locator(hidden).filter({ visible: true }).count(), 0, hidden);
    }
    await eventually(async () => {
      const widest = await page.locator('.chart').evaluateAll((charts) => Math.max(...charts.map((chart) => chart.getBoundingClientRect().width)));
      assert.ok(widest <= 640, `charts fit the sheet: ${widest}`);
    });
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}

// A row of a grid keeps the height it had on one endless sheet; a table that goes on there, with its head again, grew over the words after it.
test('what goes on from one sheet to the next stands in no grid', needsBrowser, async () => {
  const { page } = await openPage(site.browser);
  await openLab(page, `${site.server.address}#lang=en`);
  await visitAll(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const around = await page.evaluate(() => {
    const found = new Set();
    for (const table of document.querySelectorAll('main table')) {
      if (table.getBoundingClientRect().height < 900) continue; // it may lie beside another
      for (let element = table.parentElement; element && element.localName !== 'lab-page'; element = element.parentElement) {
        if (/grid|flex/.test(getComputedStyle(element).display)) found.add(`${element.localName}.${element.className} of ${table.closest('.chapter')?.id}`);
      }
    }
    return { found: [...found], long: [...document.querySelectorAll('main table')].filter((table) => table.getBoundingClientRect().height >= 900).length };
  });
  assert.ok(around.long > 2, `${around.long} long tables`);
  assert.deepEqual(around.found, []);
  await page.context().close();
});

test('one figure on paper: its title, picture and tables, and no other', needsBrowser, async () => {
  const { page } = await openPage(site.browser);
  await openLab(page, `${site.server.address}#lang=en`);
  await visit(page, 'variance');
  await page.evaluate(() => {
    globalThis.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await hostOf(page, 'variance').locator('details.export:not(.share) > summary').click();
  await hostOf(page, 'variance').locator('[data-export="print"]').click();
  await page.emulateMedia({ media: 'print' });
  const shown = () => page.locator('.chapter').filter({ visible: true }).evaluateAll((chapters) => chapters.map(({ id }) => id));
  await eventually(async () => assert.deepEqual(await shown(), ['variance']));
  assert.equal(await page.locator('h1').isVisible(), false);
  assert.equal(await page.locator('#variance h2').isVisible(), true);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await eventually(async () => assert.ok((await shown()).length > 1, 'the whole page again'));
  await page.context().close();
});
