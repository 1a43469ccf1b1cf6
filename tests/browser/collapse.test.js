import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser, openPage } from './browser.js';
import { eventually, servedInBrowser, visit } from './lab.js';

const site = servedInBrowser();

/** Waiting is for slow machines; nothing here measures time. */
const patience = 180_000;

/** The page with one figure in view. @param {string} figure @param {string} [hash] */
async function openFigure(figure, hash = '') {
  const opened = await openPage(site.browser);
  opened.page.setDefaultTimeout(patience);
  await opened.page.goto(`${site.server.address}#fig=${figure}&lang=en${hash}`);
  const host = await visit(opened.page, figure);
  return { ...opened, host };
}

/** @param {import('playwright-core').Locator} host @param {string} selector */
const value = async (host, selector) => Number(await host.locator(selector).first().getAttribute('data-value'));

test('the level moves by keyboard, and the crossing with it', needsBrowser, async () => {
  const { page, problems, host } = await openFigure('collapse', '&widths=1-8,16,64&scale=none');
  const crossing = await value(host, '[data-stat="crossing"]');
  assert.ok(crossing > 6 && crossing < 7, `${crossing}`);
  await host.locator('[role="slider"].level').focus();
  await page.keyboard.press('PageUp');
  await page.waitForFunction((before) => Number(document.querySelector('[data-stat="crossing"]')?.getAttribute('data-value')) < before, crossing);
  await eventually(async () => assert.ok((await value(host, '[data-stat="crossing"]')) < 5));
  await page.waitForFunction(() => location.hash.includes('level=0.6'));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('cancelled in the middle and changed in the middle: the last good picture, then the newest', needsBrowser, async () => {
  const { page, problems, host } = await openFigure('collapse', '&widths=4,8&runs=50&scale=none');
  const caption = () => host.locator('collapse-figure > .figure-note').first().textContent();
  const before = await caption();
  const runs = host.locator('control-panel input').first();

  await runs.fill('100000');
  await runs.blur();
  await host.getByRole('button', { name: 'Cancel' }).click();
  await host.locator('.figure-status.problem').waitFor();
  assert.equal(await caption(), before, 'nothing of the cancelled run is drawn');

  await runs.fill('90000');
  await runs.blur();
  await runs.fill('60');
  await runs.blur();
  await page.waitForFunction(() => document.querySelector('collapse-figure > .figure-note')?.textContent?.includes('60 seeds'));
  assert.deepEqual(problems, []);
  await page.close({ runBeforeUnload: true });
  await page.context().close();
});

test('the article\'s table, by its button', needsBrowser, async () => {
  const { page, problems, host } = await openFigure('collapse', '&widths=4,8&runs=50&scale=none');
  await host.locator('collapse-figure > .figure-note button').click();
  await page.waitForFunction(() => document.querySelector('collapse-figure > .figure-note')?.textContent?.includes('5 seeds'));
  const table = host.locator('number-table').first();
  await table.locator('summary').click();
  const cells = () => table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  // d_k, largest over the seeds, mean over the seeds, mean entropy
  const [dk, largest, mean, entropy] = [1, 5, 6, 7];
  await eventually(async () =>
    assert.deepEqual((await cells()).map((row) => [row[dk], row[largest], row[mean], Number(row[entropy]).toFixed(2)]), [
      ['16', '0.99785', '0.98364', '0.73'],
      ['64', '1.00000', '0.99703', '0.30'],
      ['256', '1.00000', '1.00000', '0.11'],
    ]),
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('gradients of the rows', needsBrowser, async () => {
  const { page, problems, host } = await openFigure('gradient');
  await host.locator('[data-scale="none"]').first().locator('[data-stat="row-jacobian"]').nth(7).waitFor();
  const [one, other] = [await value(host, '[data-scale="none"] [data-stat="mean-jacobian"]'), await value(host, '[data-scale="sqrt"] [data-stat="mean-jacobian"]')];
  assert.ok(one < other, 'the undivided rows pass less');
  const [long, short] = [await value(host, '[data-scale="none"] [data-stat="mean-derivative"]'), await value(host, '[data-scale="sqrt"] [data-stat="mean-derivative"]')];
  assert.ok(long > short, 'and what they pass is longer');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('overflow is an event with its key', needsBrowser, async () => {
  const { page, problems, host } = await openFigure('overflow', '&scale=none&gain=2');
  const half = host.locator('[data-format="f16"]').first();
  await half.locator('[data-stat="break-naive"]').waitFor();
  assert.match(await half.locator('[data-stat="naive"]').innerText(), /^overflow at key \d$/);
  assert.equal(await half.locator('[data-stat="stable"]').innerText(), 'works');
  assert.equal(await half.locator('[data-stat="exp-limit"]').innerText(), '11.09');
  assert.equal(await host.locator('[data-format="f64"] [data-stat="exp-limit"]').first().innerText(), '709.78');
  assert.doesNotMatch(await host.innerText(), /NaN/);
  assert.deepEqual(problems, []);
  await page.context().close();
});
