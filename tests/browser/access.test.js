import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { openLab, servedInBrowser, settled, visit, visitAll } from './lab.js';

// axe finds nothing: WCAG 2.2 AA and its best practices, targets of at least 24 pixels, in everything that can be opened.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const site = servedInBrowser({ headers: { 'Access-Control-Allow-Origin': '*' } });

/** The rules that depend on the theme. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds, one line each.
 * @param {import('playwright-core').Page} page @param {{ only?: string[], without?: string[] }} [rules]
 */
async function findings(page, { only, without = [] } = {}) {
  await page.evaluate(axe);
  return page.evaluate(
    async ({ runOnly, on, off }) => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run({
        runOnly,
        rules: Object.fromEntries([...on.map((id) => [id, { enabled: true }]), ...off.map((id) => [id, { enabled: false }])]),
        resultTypes: ['violations'],
      });
      return violations.flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.slice(0, 5).map((/** @type {any} */ { target, html, any }) => `${id}: ${target.join(' ')} ${html.slice(0, 150)} ${any[0]?.message ?? ''}`),
      );
    },
    { runOnly: only ?? tags, on: only ? [] : ['target-size'], off: without },
  );
}

/** Opens all that unfolds, also what unfolds in it. @param {import('playwright-core').Page} page */
async function openAll(page) {
  for (;;) {
    const opened = await page.evaluate(() => {
      const folded = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('details:not([open])'));
      for (const details of folded) details.open = true;
      return folded.length;
    });
    if (opened === 0) return;
    const figures = await page.locator('figure-host').count();
    await page.waitForFunction((figures) => document.querySelectorAll('export-panel, share-panel').length === 2 * figures, figures);
  }
}

/** @param {import('playwright-core').Page} page @param {'light' | 'dark'} theme */
async function useTheme(page, theme) {
  await page.locator('.switches .segment').nth(theme === 'light' ? 3 : 4).click();
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
}

test('the whole page, every panel open, in both languages and themes', needsBrowser, async (t) => {
  const { page, problems } = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
  t.after(() => page.context().close());
  await openLab(page, `${site.server.address}#lang=en&theme=light&n=4&dks=16&seeds=0-1&seed=x&longest=2048&runs=5&widths=4,16,64&upto=1024`);
  await visitAll(page);
  await page.locator('[data-figure="cost"] .cost-ask button').click();
  await visit(page, 'cost');
  await page.locator('[data-figure="cost"] [data-stat]').first().waitFor();
  await openAll(page);
  for (const language of ['en', 'fa']) {
    await page.locator(`.switches button[lang="${language}"]`).click();
    await page.waitForFunction((language) => document.documentElement.lang === language, language);
    await openAll(page);
    await useTheme(page, 'light');
    assert.deepEqual(await findings(page), [], `${language}, light`);
    await useTheme(page, 'dark');
    assert.deepEqual(await findings(page, { only: colours }), [], `${language}, dark`);
  }
  assert.deepEqual(problems, []);
});

test('each figure by itself on a phone, every second one in Persian', needsBrowser, async (t) => {
  const { page, problems } = await openPage(site.browser, { viewport: { width: 320, height: 640 } });
  t.after(() => page.context().close());
  page.setDefaultTimeout(120_000);
  for (const [at, figure] of figureIds.entries()) {
    await page.goto(`${site.server.address}embed.html?${figure}#fig=${figure}&lang=${at % 2 ? 'fa' : 'en'}&n=4&longest=2048&runs=5&widths=4,16,64`);
    await page.locator(settled).waitFor();
    assert.deepEqual(await findings(page, { without: colours }), [], figure);
  }
  assert.deepEqual(problems, []);
});

test('a lesson before and after the prediction', needsBrowser, async (t) => {
  const { page } = await openPage(site.browser);
  t.after(() => page.context().close());
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.address}#lang=fa&ask=%DA%86%D8%B1%D8%A7%D8%9F&predict=on&lock=n&n=4`);
  await page.locator('prediction-step input').waitFor();
  assert.deepEqual(await findings(page), []);
  await page.locator('prediction-step input').fill('1');
  await page.keyboard.press('Enter');
  await page.locator('[data-stat="max-weight"]').first().waitFor();
  assert.deepEqual(await findings(page), []);
});

test('the element in a page of someone else, and the single file', needsBrowser, async (t) => {
  const host = await servePages({
    'index.html': `<html lang="en"><title>A post</title><script type="module" src="${site.server.address}attention-lab.js"></script>
      <body><main><h1>A post</h1><attention-lab n="4"></attention-lab><attention-lab figure="trend" lang="fa" dks="16" seeds="0-1"></attention-lab></main>`,
  });
  const { page } = await openPage(site.browser);
  t.after(() => Promise.all([page.context().close(), host.close()]));
  page.setDefaultTimeout(120_000);
  await page.goto(host.address);
  for (const embed of await page.locator('attention-lab').all()) {
    await embed.scrollIntoViewIfNeeded();
    await embed.locator('[data-stat]').first().waitFor();
  }
  assert.deepEqual(await findings(page), []);
  await openLab(page, `${site.server.address}attention-lab.html#lang=fa&n=4`);
  await page.locator('.colophon .licences').waitFor();
  assert.deepEqual(await findings(page), []);
});
