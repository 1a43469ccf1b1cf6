import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words as en } from '../../../web/src/text/en.js';
import { words as fa } from '../../../web/src/text/fa.js';
import { needsBrowser } from '../browser.js';
import { hostOf, siteInBrowser, visit } from '../lab.js';

// What happens to a page while it computes: nothing that is shown is lost, and the next request is answered.

const open = siteInBrowser();
const texts = { en, fa };
/** So many runs that a sweep is still under way whenever something happens to it. */
const long = 'seeds=0-99999&dks=512,1024&n=64';
const short = 'seeds=0-1&dks=16&n=8';

/** @param {import('playwright-core').Page} page @param {string} hash */
const change = (page, hash) => page.evaluate((hash) => { location.hash = hash; }, hash);

/** @param {import('playwright-core').Locator} host */
const shares = (host) => host.locator('[data-stat="share"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-value')));

/** The trend, shown, and a long sweep for it under way. @param {string} settings */
async function sweeping(settings) {
  const { page, problems } = await open(`${settings}&${short}`);
  const host = await visit(page, 'trend');
  const before = await shares(host);
  assert.equal(before.length, 2);
  await change(page, `${settings}&${long}`);
  await host.locator('progress').waitFor();
  return { page, host, before, problems };
}

/** The next request is answered. @param {import('playwright-core').Page} page @param {string} settings @param {(string | null)[]} expected */
async function answersNext(page, settings, expected) {
  await change(page, `${settings}&${short}`);
  const host = hostOf(page, 'trend');
  await host.locator('.figure-status').waitFor({ state: 'detached' });
  assert.deepEqual(await shares(host), expected);
}

for (const language of /** @type {const} */ (['en', 'fa'])) {
  const settings = `lang=${language}`;
  const { 'error.crashed': crashed, 'error.cancelled': cancelled, 'error.out-of-memory': outOfMemory, 'figure.cancel': cancel } = texts[language];

  test(`a worker crashes in the middle of a sweep: said in words, and replaced (${language})`, needsBrowser, async () => {
    const { page, host, before } = await sweeping(settings);
    // A worker that crashes between two parts of the sweep is replaced without a word, so it is tried until one has work.
    while ((await host.locator('.figure-status.problem').count()) === 0) {
      for (const worker of page.workers()) await worker.evaluate(() => { setTimeout(() => { throw new Error('killed'); }); }).catch(() => {});
    }
    assert.equal(await host.locator('.figure-status.problem span').innerText(), crashed);
    assert.deepEqual(await shares(host), before);
    await answersNext(page, settings, before);
  });

  test(`a worker is gone without a word: the reader cancels, and it is replaced (${language})`, needsBrowser, async () => {
    const { page, host, before } = await sweeping(settings);
    for (const worker of page.workers()) await worker.evaluate(() => self.close());
    await host.getByRole('button', { name: String(cancel) }).click();
    assert.equal(await host.locator('.figure-status.problem span').innerText(), cancelled);
    assert.deepEqual(await shares(host), before);
    await answersNext(page, settings, before);
  });

  test(`the machine refuses memory: said in words, the picture stays, a smaller request is answered (${language})`, needsBrowser, async () => {
    const { page } = await open(`${settings}&n=8`);
    const host = await visit(page, 'rows');
    const weight = () => host.locator('tr[data-scale="sqrt"] [data-stat="max-weight"]').getAttribute('data-value');
    const before = await weight();
    for (const worker of page.workers()) {
      await worker.evaluate(() => { WebAssembly.Memory.prototype.grow = () => { throw new RangeError('refused'); }; });
    }
    await change(page, `${settings}&n=1024&dk=4096`);
    assert.equal(await host.locator('.figure-status.problem span').innerText(), outOfMemory);
    assert.equal(await weight(), before);
    await change(page, `${settings}&n=9`);
    await host.locator('.figure-status').waitFor({ state: 'detached' });
    assert.equal(await host.locator('section[data-scale="sqrt"] [role="rowheader"]').count(), 9);
  });
}

test('language and theme are switched in the middle of a sweep: it goes on, and its words and colours follow', needsBrowser, async () => {
  const { page, host, before, problems } = await sweeping('lang=en&theme=light');
  await change(page, `lang=fa&theme=dark&${long}`);
  await host.getByRole('button', { name: String(fa['figure.cancel']) }).waitFor();
  assert.equal(await host.locator('progress').count(), 1);
  assert.deepEqual(await shares(host), before);
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await answersNext(page, 'lang=fa&theme=dark', before);
  assert.deepEqual(problems, []);
});

test('the tab is frozen in the middle of a sweep and comes back: the sweep is brought to its end', needsBrowser, async () => {
  const { page, problems } = await open(`lang=en&${short}`);
  const host = await visit(page, 'trend');
  await change(page, 'lang=en&seeds=0-1999&dks=256&n=64');
  await host.locator('progress').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await host.locator('[data-dk="256"] [data-stat="share"]').first().waitFor();
  await host.locator('.figure-status').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});
