import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serveFolder } from '../../web/scripts/static-server.js';
import { dist, launch, needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { hostOf, openLab, visitAll } from './lab.js';

// The lab in a folder of a site, not at its root.

const prefix = '/blog/demo';
const outside = '/no-such-file'; // what the server calls a path that is not below the prefix

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;

before(async () => {
  if (needsBrowser.skip) return;
  [browser, server] = await Promise.all([launch(), serveFolder(dist, { prefix, headers: { 'Access-Control-Allow-Origin': '*' } })]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('pitfall 79: below a path, every figure finds its files', needsBrowser, async () => {
  const { page, problems } = await openPage(browser);
  await openLab(page, `${server.address}#lang=en&upto=1024`);
  await visitAll(page);
  await hostOf(page, 'cost').locator('cost-figure button').first().click();
  await hostOf(page, 'cost').locator('[data-series="tiled"] [data-stat="milliseconds"]').waitFor();
  assert.deepEqual(problems, []);
  const paths = server.requests.map(({ path }) => path);
  assert.ok(paths.some((path) => path.endsWith('.wasm')));
  assert.ok(!paths.includes(outside), paths.join());
  await page.context().close();
});

test('pitfall 79: the element below a path of another origin finds its files there', needsBrowser, async () => {
  const host = await servePages({ 'index.html': `<script type="module" src="${server.address}attention-lab.js"></script><attention-lab></attention-lab>` });
  const { page, problems, requests } = await openPage(browser);
  await page.goto(host.address);
  await page.locator('[data-scale="none"] [data-stat="max-weight"]').waitFor();
  const own = new Set([host.address]);
  assert.deepEqual(requests.filter((url) => !url.startsWith(server.address) && !own.has(url) && !/^(data|blob):/.test(url)), []);
  assert.deepEqual(problems, []);
  await page.context().close();
  await host.close();
});
