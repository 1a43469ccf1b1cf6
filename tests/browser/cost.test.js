import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './browser.js';
import { eventually, siteInBrowser, visit } from './lab.js';

const openSite = siteInBrowser();

/** @param {string} hash */
async function openCost(hash) {
  const opened = await openSite(`fig=cost${hash}`);
  const host = await visit(opened.page, 'cost');
  await host.locator('[data-stat="largest-n"]').waitFor();
  return { ...opened, host };
}

/** @param {import('playwright-core').Locator} host @param {string} selector */
const value = async (host, selector) => Number(await host.locator(selector).first().getAttribute('data-value'));

test('the table by formula stands before anything is measured', needsBrowser, async () => {
  const { problems, host } = await openCost('&lang=en');
  assert.equal(await value(host, '[data-n="128000"] [data-stat="gigabytes"]'), 65.536);
  assert.equal((await value(host, '[data-n="128000"] [data-stat="gibibytes"]')).toFixed(2), '61.04');
  assert.equal(await value(host, '[data-stat="multiplications"]'), 4096);
  assert.equal(await host.locator('[data-series]').count(), 0, 'nothing is measured unasked');
  assert.deepEqual(problems, []);
});

test('measured when asked, in both languages: times resolved, all four agree, matrix alone grows with n x n', needsBrowser, async () => {
  for (const [language, ask] of [['en', 'Measure here'], ['fa', 'همین‌جا اندازه بگیر']]) {
    const { problems, host } = await openCost(`&lang=${language}&upto=1024`);
    await host.getByRole('button', { name: ask }).click();
    for (const series of ['loop', 'rows', 'matrix', 'tiled', 'causal', 'window']) {
      const row = host.locator(`[data-series="${series}"]`);
      await row.locator('[data-stat="n"][data-value="1024"]').waitFor();
      await eventually(async () => {
        const time = await value(row, '[data-stat="milliseconds"]');
        assert.ok(time > 0 && Number.isFinite(time), `${series}: ${time} ms`);
        assert.ok((await value(row, '[data-stat="max-difference"]')) < 2e-6, series);
      });
    }
    const bytes = (/** @type {string} */ series) => value(host, `[data-series="${series}"] [data-stat="working-bytes"]`);
    assert.ok((await bytes('matrix')) >= 1024 ** 2 * 4);
    assert.ok((await bytes('tiled')) < 1024 ** 2);
    assert.deepEqual(problems, []);
  }
});

test('a long run of tiled is cancelled; what was shown stays, and the next run works', needsBrowser, async () => {
  const { page, problems, host } = await openCost('&lang=en&upto=1024');
  const run = () => host.getByRole('button', { name: /^Measure/ }).click();
  await run();
  const last = host.locator('[data-series="window"] [data-stat="n"][data-value="1024"]');
  await last.waitFor();
  await visit(page, 'cost');
  await host.locator('select').first().selectOption('65536');
  await run();
  await host.getByRole('button', { name: 'Cancel' }).click();
  await host.locator('progress').waitFor({ state: 'detached' });
  assert.ok((await host.locator('[data-series]').count()) > 0, 'nothing shown was lost');
  await host.locator('select').first().selectOption('1024');
  await run();
  await last.waitFor();
  await host.locator('progress').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});
