import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serveFolder } from '../../web/scripts/static-server.js';
import { dist, launch, needsBrowser, openPage } from './browser.js';
import { hostOf, openLab, visit, visitAll } from './lab.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>[]} */
const servers = [];
/** A copy of the site, to be changed. */
const folder = mkdtempSync(join(tmpdir(), 'attention-lab-'));

before(async () => {
  if (needsBrowser.skip) return;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await Promise.all(servers.map((server) => server.close().catch(() => {})));
  rmSync(folder, { recursive: true });
});

/** @param {string} root */
async function serve(root) {
  const server = await serveFolder(root);
  servers.push(server);
  return server;
}

/** The files that the next version names anew. */
const renewed = /-[^/]*\.(js|wasm)$/;

/** Puts the next version in place: all scripts and modules have other names, and the old ones are gone. Tells their old names. */
function publishNext() {
  const renamed = readdirSync(join(folder, 'assets')).filter((name) => renewed.test(name));
  const next = (/** @type {string} */ name) => name.replace(/\.\w+$/, '2$&');
  for (const name of renamed) renameSync(join(folder, 'assets', name), join(folder, 'assets', next(name)));
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);
  /** @type {Record<string, string>} */
  const hashes = {};
  for (const path of [...scripts, 'index.html', 'fa.html', 'service-worker.js']) {
    let text = readFileSync(join(folder, path), 'utf8');
    for (const name of renamed) text = text.replaceAll(name, next(name));
    text = text.replace(/"(\w+\.html)":"[^"]*"/g, (_, name) => `"${name}":"${hashes[name]}"`).replace('builtVersion = "', '$&next ');
    hashes[path] = `sha256-${createHash('sha256').update(text).digest('base64')}`;
    writeFileSync(join(folder, path), text);
  }
  return renamed;
}

/** One visit: until the site is on the machine and looks after the page. @param {import('playwright-core').Page} page @param {string} address */
async function visitOnce(page, address) {
  await openLab(page, address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((next) => navigator.serviceWorker.addEventListener('controllerchange', next, { once: true }));
  });
}

test('after one visit every figure works with the server stopped, in both languages', needsBrowser, async () => {
  const server = await serve(dist);
  const { page, problems } = await openPage(browser, { locale: 'en', serviceWorkers: 'allow' });
  await visitOnce(page, server.address);
  await server.close();

  await openLab(page, `${server.address}?again#lang=fa&upto=1024`);
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  await visitAll(page);
  await hostOf(page, 'cost').locator('cost-figure button').first().click();
  await hostOf(page, 'cost').locator('[data-series="tiled"] [data-stat="milliseconds"]').waitFor();
  await hostOf(page, 'heads').locator('control-panel [data-key="layer"] input').nth(1).check();
  await visit(page, 'heads');
  assert.deepEqual(await page.locator('.figure-status.problem').allTextContents(), []);
  await page.goto(`${server.address}fa.html`);
  await page.locator('[data-figure="rows"] [data-stat="max-weight"]').first().waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('pitfall 102: an update waits, says so in the page\'s language, and replaces all of the old version at once', needsBrowser, async () => {
  cpSync(dist, folder, { recursive: true });
  const server = await serve(folder);
  const { page, problems } = await openPage(browser, { locale: 'fa', serviceWorkers: 'allow' });
  await visitOnce(page, server.address);
  const other = await page.context().newPage();
  await openLab(other, server.address);

  const renamed = publishNext();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const note = page.locator('[data-note="update"]');
  await note.waitFor();
  assert.match(String(await note.textContent()), /نسخهٔ تازه‌تر/);

  // Until it is used, everything is the old version's, a reload included.
  await openLab(other, `${server.address}#lang=en`);
  await other.reload();
  await other.locator('[data-note="update"]', { hasText: 'newer version' }).waitFor();
  const filesOf = async (/** @type {import('playwright-core').Page} */ tab) => {
    const names = await tab.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ name }) => name.replace(/.*\//, '')));
    return names.filter((name) => renewed.test(name));
  };
  for (const name of await filesOf(other)) assert.ok(renamed.includes(name), `${name} is old`);

  await page.evaluate(() => { /** @type {any} */ (globalThis).isOldPage = true; });
  await note.locator('button').click();
  await page.waitForFunction(() => !(/** @type {any} */ (globalThis).isOldPage));
  await visit(page, 'rows');
  const now = await filesOf(page);
  assert.ok(now.length >= 3);
  for (const name of now) assert.ok(!renamed.includes(name), `${name} is new`);

  // The page that was open all along goes on, with what the server no longer has.
  await server.close();
  await visitAll(other);
  assert.deepEqual(await other.locator('.figure-status.problem').allTextContents(), []);
  assert.deepEqual(problems, []);
  await page.context().close();
});
