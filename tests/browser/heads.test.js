import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needsBrowser, openPage } from './browser.js';
import { eventually, servedInBrowser, visit } from './lab.js';

const site = servedInBrowser();

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/heads/${name}`, import.meta.url));

/** The page with the figure in sight and computed. @param {string} hash */
async function openHeads(hash) {
  const opened = await openPage(site.browser);
  const { page } = opened;
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.address}#${hash}`);
  const figure = await visit(page, 'heads');
  await figure.locator('.opened-head rows-figure').waitFor();
  return { ...opened, figure };
}

/** @param {import('playwright-core').Locator} figure @param {string} rule */
const shares = (figure, rule) => figure.locator(`.head-rule[data-scale="${rule}"] [data-stat="share"]`)
  .evaluateAll((found) => found.map((element) => Number(/** @type {HTMLElement} */ (element).dataset.value)));

/** @param {number} heads @param {number} n @param {number} d */
function safetensors(heads, n, d) {
  const count = heads * n * d;
  const header = Buffer.from(JSON.stringify(Object.fromEntries(['q', 'k'].map((name, at) => (
    [name, { dtype: 'F32', shape: [heads, n, d], data_offsets: [at * 4 * count, (at + 1) * 4 * count] }]
  )))));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const numbers = Float32Array.from({ length: 2 * count }, (_, i) => Math.sin(i * 12.9898) * 1.7);
  return Buffer.concat([length, header, Buffer.from(numbers.buffer)]);
}

test('the built-in heads are fetched when the figure is opened, with tokens, marks and attribution', needsBrowser, async () => {
  const { page, figure, problems } = await openHeads('lang=en');
  assert.deepEqual(problems, []);
  assert.match(await figure.locator('.heads-source').innerText(), /The animal did not cross the street.*Apache/s);
  const none = await shares(figure, 'none');
  const linear = await shares(figure, 'linear');
  assert.equal(none.length, 4);
  assert.ok(Math.max(...none) < 0.2 && Math.min(...linear) > 0.9);
  assert.ok(await figure.locator('.head-rule[data-scale="none"] .head-flag.collapsed').count() >= 3);
  assert.match(await figure.locator('.opened-head [role="columnheader"]').nth(6).innerText(), /street/);

  await figure.locator('.head-rule[data-scale="sqrt"] .head-tile[data-head="3"]').click();
  await page.waitForFunction(() => location.hash.includes('head=3'));
  await figure.locator('.head-tile[data-head="3"][aria-pressed="true"]').first().waitFor();
  await figure.locator('control-panel').getByLabel('Entropy', { exact: true }).check();
  const order = () => figure.locator('.head-rule[data-scale="sqrt"] .head-tile').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-head')));
  await eventually(async () => assert.deepEqual(await order(), ['2', '4', '3', '1']));
  await page.context().close();
});

test('files of one\'s own are shown, and a broken one leaves them', needsBrowser, async () => {
  const { page, figure, problems } = await openHeads('lang=en');
  const builtIn = await shares(figure, 'sqrt');
  const input = figure.locator('own-heads input[type="file"]');
  await input.setInputFiles(golden('animal-street-layer0.npz'));
  await figure.getByText('animal-street-layer0.npz: 4 heads').waitFor();
  assert.deepEqual(await shares(figure, 'sqrt'), builtIn);

  await input.setInputFiles({ name: 'broken.npy', mimeType: '', buffer: readFileSync(golden('animal-street-layer0-q.npy')).subarray(0, 500) });
  const alert = figure.locator('own-heads [role="alert"]');
  await eventually(async () => assert.match(await alert.innerText(), /^broken\.npy: the file ends after 500 bytes; it says that it has 24,704\.$/));
  assert.deepEqual(await shares(figure, 'sqrt'), builtIn);

  await figure.locator('own-heads textarea').fill('q\n1,2\n3,nan\nk\n1,2\n');
  await figure.getByText('Use what was pasted').click();
  await page.waitForFunction(() => /line 3, column 3: nan/.test(document.querySelector('own-heads [role="alert"]')?.textContent ?? ''));
  assert.deepEqual(await shares(figure, 'sqrt'), builtIn);

  await figure.locator('own-heads textarea').fill('{"q": [[1, 2], [0, 1]], "k": [[4, 0], [0, 4]], "tokens": ["to", "be"]}');
  await figure.getByText('Use what was pasted').click();
  await figure.getByText('pasted: 1 heads, 2 queries').waitFor();
  await eventually(async () => {
    assert.equal((await shares(figure, 'sqrt')).length, 1);
    assert.match(await figure.locator('.opened-head [role="rowheader"]').nth(1).innerText(), /be/);
  });
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an infinity deep in a file is named with its place, the picture stays, and the next file works', needsBrowser, async () => {
  const { page, figure } = await openHeads('lang=en');
  const builtIn = await shares(figure, 'sqrt');
  const bytes = safetensors(2, 4, 4);
  bytes.writeFloatLE(Infinity, bytes.length - 4);
  await figure.locator('own-heads input[type="file"]').setInputFiles({ name: 'inf.safetensors', mimeType: '', buffer: bytes });
  await page.waitForFunction(() => /k\[1\]\[3\]\[3\]: Infinity/.test(document.querySelector('figure-host[data-figure="heads"] .figure-status')?.textContent ?? ''));
  assert.deepEqual(await shares(figure, 'sqrt'), builtIn);
  await figure.locator('own-heads input[type="file"]').setInputFiles({ name: 'good.safetensors', mimeType: '', buffer: safetensors(2, 4, 4) });
  await figure.getByText('good.safetensors: 2 heads').waitFor();
  await page.context().close();
});

test('64 heads of 512 tokens: progress is shown and the page answers meanwhile', needsBrowser, async (t) => {
  const { page, figure, problems } = await openHeads('lang=en');
  await page.evaluate(() => {
    const gaps = /** @type {any} */ (globalThis);
    gaps.longest = 0;
    gaps.sawProgress = false;
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      gaps.longest = Math.max(gaps.longest, now - before);
      before = now;
      gaps.sawProgress ||= document.querySelector('figure-host[data-figure="heads"] progress') !== null;
      setTimeout(tick);
    };
    tick();
  });
  const started = Date.now();
  await page.evaluate(() => {
    const shape = [64, 512, 64];
    const bytes = 4 * 64 * 512 * 64;
    const header = JSON.stringify({ q: { dtype: 'F32', shape, data_offsets: [0, bytes] }, k: { dtype: 'F32', shape, data_offsets: [bytes, 2 * bytes] } });
    const numbers = Float32Array.from({ length: bytes / 2 }, (_, i) => Math.sin(i * 12.9898) * 1.7);
    const transfer = new DataTransfer();
    transfer.items.add(new File([new BigUint64Array([BigInt(header.length)]), header, numbers], 'many.safetensors'));
    const input = /** @type {HTMLInputElement} */ (document.querySelector('own-heads input[type="file"]'));
    /** @type {any} */ (globalThis).longest = 0; // making the file is not what is measured
    input.files = transfer.files;
    input.dispatchEvent(new Event('change'));
  });
  await figure.getByText('many.safetensors: 64 heads').waitFor({ timeout: 600_000 });
  await figure.locator('.opened-head').waitFor(); // which comes after the last of the small matrices
  const seconds = (Date.now() - started) / 1000;
  const { longest, sawProgress } = await page.evaluate(() => ({ longest: /** @type {any} */ (globalThis).longest, sawProgress: /** @type {any} */ (globalThis).sawProgress }));
  t.diagnostic(`${seconds.toFixed(1)} s in all, longest task ${longest.toFixed(0)} ms`);
  assert.ok(sawProgress);
  await eventually(async () => assert.equal((await shares(figure, 'linear')).length, 64));
  assert.deepEqual(problems, []);
  await page.context().close();
});
