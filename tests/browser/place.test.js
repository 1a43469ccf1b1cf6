import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { servePages } from './host-pages.js';
import { hostOf, openLab, servedInBrowser, visitAll } from './lab.js';

// The lab in a folder of a site, not at its root.

const prefix = '/blog/demo';
const outside = '/no-such-file'; // what the server calls a path that is not below the prefix

const site = servedInBrowser({ prefix, headers: { 'Access-Control-Allow-Origin': '*' } });

test('pitfall 79: below a path, every figure finds its files', needsBrowser, async () => {
  const { page, problems } = await openPage(site.browser);
  await openLab(page, `${site.server.address}#lang=en&upto=1024`);
  await visitAll(page);
  await hostOf(page, 'cost').locator('cost-figure button').first().click();
  await hostOf(page, 'cost').locator('[data-series="tiled"] [data-stat="milliseconds"]').waitFor();
  assert.deepEqual(problems, []);
  const paths = site.server.requests.map(({ path }) => path);
  assert.ok(paths.some((path) => path.endsWith('.wasm')));
  assert.ok(!paths.includes(outside), paths.join());
  await page.context().close();
});

test('pitfall 79: the element below a path of another origin finds its files there', needsBrowser, async () => {
  const host = await servePages({ 'index.html': `<script type="module" src="${site.server.address}attention-lab.js"></script><attention-lab></attention-lab>` });
  const { page, problems, requests } = await openPage(site.browser);
  await page.goto(host.address);
  await page.locator('[data-scale="none"] [data-stat="max-weight"]').waitFor();
  const own = new Set([host.address]);
  assert.deepEqual(requests.filter((url) => !url.startsWith(site.server.address) && !own.has(url) && !/^(data|blob):/.test(url)), []);
  assert.deepEqual(problems, []);
  await page.context().close();
  await host.close();
});
