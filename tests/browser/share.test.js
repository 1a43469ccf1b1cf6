import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist, needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { eventually, servedInBrowser } from './lab.js';

// What the share panel offers is pasted into a page on another origin, and works there.

const site = servedInBrowser({ headers: { 'Access-Control-Allow-Origin': '*' } });

const patience = 120_000;
const maxWeight = '[data-scale="none"] [data-stat="max-weight"]';

/** @param {string} address */
async function openShare(address) {
  const opened = await openPage(site.browser, { locale: 'en', acceptDownloads: true });
  opened.page.setDefaultTimeout(patience);
  await opened.page.goto(address);
  const host = opened.page.locator('figure-host[data-figure="rows"]');
  await host.locator(maxWeight).waitFor();
  await host.locator('details.share > summary').click();
  await host.locator('share-panel').waitFor();
  const text = host.locator('[data-share="text"]');
  /** @param {string} kind */
  const as = async (kind) => {
    await host.locator(`share-panel input[value="${kind}"]`).check();
    await opened.page.waitForFunction((kind) => {
      const panel = /** @type {any} */ (document.querySelector('share-panel'));
      return panel.kind === kind && panel.querySelector('[data-share="text"]').value !== '' && !panel.isUpdatePending;
    }, kind);
    return text.inputValue();
  };
  return { ...opened, host, as };
}

/** @param {string} html */
async function openPasted(html) {
  const server = await servePages({ 'index.html': html });
  const opened = await openPage(site.browser, { locale: 'en' });
  opened.page.setDefaultTimeout(patience);
  opened.page.on('close', () => server.close());
  await opened.page.goto(server.address);
  return opened;
}

test('link, tag, frame, picture and Markdown show the same figure elsewhere', needsBrowser, async () => {
  const { page, host, as, problems } = await openShare(`${site.server.address}#lang=en&n=5&scale=none`);
  const link = await as('link');
  assert.equal(link, `${site.server.address}#lang=en&n=5&scale=none`);
  const [tag, frame] = [await as('tag'), await as('frame')];
  const pasted = await openPasted(`${tag}\n${frame}`);
  await pasted.page.locator('attention-lab').locator(maxWeight).waitFor();
  assert.equal(await pasted.page.locator('attention-lab [role="rowheader"]').count(), 5);
  await pasted.page.locator('iframe').scrollIntoViewIfNeeded();
  const inFrame = pasted.page.frameLocator('iframe');
  await inFrame.locator(maxWeight).waitFor();
  assert.equal(await inFrame.locator('[role="rowheader"]').count(), 5);
  await pasted.page.waitForFunction(() => Number(document.querySelector('iframe')?.getAttribute('height')) < 1700);
  assert.deepEqual(pasted.problems, []);
  await pasted.page.context().close();

  await eventually(async () => assert.match(await as('picture'), /alt="No scaling: largest weight 0\.9997/));
  const picture = await as('picture');
  assert.match(picture, /<source srcset="attention-lab-rows-dark-en\.svg" media="\(prefers-color-scheme: dark\)">/);
  for (const theme of ['light', 'dark']) {
    const [download] = await Promise.all([page.waitForEvent('download'), host.locator(`[data-share="${theme}"]`).click()]);
    assert.equal(download.suggestedFilename(), `attention-lab-rows-${theme}-en.svg`);
    const svg = readFileSync(await download.path(), 'utf8');
    const [, height] = /** @type {RegExpMatchArray} */ (svg.match(/^<svg[^>]* height="(\d+)"/));
    if (theme === 'light') assert.ok(picture.includes(`width="960" height="${height}"`));
  }
  assert.match(await as('markdown'), /^\[!\[.*\]\(attention-lab-rows-light-en\.svg ".*"\)\]\(http.*n=5/s);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a lesson is built with a question, a prediction, locks and hidden settings', needsBrowser, async () => {
  const { page, host, as, problems } = await openShare(`${site.server.address}#lang=en`);
  await host.locator('.share-lesson > summary').click();
  const question = 'Which row is "one-hot" & <why>?';
  await host.locator('[data-share="ask"]').fill(question);
  await host.locator('[data-share="predict"]').check();
  await host.locator('[data-share-key="seed"]').selectOption('locked');
  await host.locator('[data-share-key="mask"]').selectOption('hidden');
  assert.equal(await host.locator('[data-share="ask"]').getAttribute('maxlength'), '500');
  await eventually(async () => assert.match(await as('link'), /predict=on.*&hide=mask&lock=seed$/));
  const link = await as('link');

  const student = await openPage(site.browser, { locale: 'en' });
  student.page.setDefaultTimeout(patience);
  await student.page.goto(link);
  await student.page.getByLabel('First, your prediction').fill('the sixth');
  await student.page.keyboard.press('Enter');
  await student.page.waitForSelector(maxWeight);
  assert.ok(String(await student.page.locator('.question').textContent()).includes(question));
  assert.equal(await student.page.locator('.settings [data-key="seed"] input:enabled').count(), 0);
  assert.equal(await student.page.locator('.settings [data-key="mask"]').count(), 0);
  await student.page.context().close();

  const pasted = await openPasted(await as('tag'));
  await pasted.page.locator('attention-lab prediction-step').waitFor();
  assert.equal(await pasted.page.locator('attention-lab [data-stat]').count(), 0);
  await pasted.page.context().close();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('opened from a disk, the author says where the lab lives', needsBrowser, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-share-'));
  copyFileSync(`${dist}attention-lab.html`, join(folder, 'attention-lab.html'));
  const { page, host, as, problems } = await openShare(`${pathToFileURL(join(folder, 'attention-lab.html')).href}#lang=fa&n=5`);
  assert.equal(await host.locator('[data-share="text"]').inputValue(), '');
  await host.locator('.share-folder input').fill('javascript:alert(1)');
  await eventually(async () => assert.equal(await host.locator('.share-folder input').getAttribute('aria-invalid'), 'true'));
  assert.equal(await host.locator('[data-share="text"]').inputValue(), '');
  await host.locator('.share-folder input').fill('https://lab.example/here');
  await eventually(async () => assert.equal(await as('link'), 'https://lab.example/here/#lang=fa&n=5'));
  assert.match(await as('tag'), /src="https:\/\/lab\.example\/here\/attention-lab\.js"/);
  assert.deepEqual(problems, []);
  await page.context().close();
  rmSync(folder, { recursive: true });
});
