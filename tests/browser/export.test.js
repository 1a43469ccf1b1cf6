import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codeOf } from '../../web/src/formats/code/index.js';
import { defaultValues, figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser, openPage } from './browser.js';
import { eventually, servedInBrowser, visit } from './lab.js';

const site = servedInBrowser();

/** @param {string} figure @param {string} hash */
async function openExport(figure, hash) {
  const opened = await openPage(site.browser, { acceptDownloads: true });
  const { page } = opened;
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.address}#${hash}`);
  const host = await visit(page, figure);
  await host.locator('details.export:not(.share) > summary').click();
  await host.locator('export-panel').waitFor();
  const save = async (/** @type {string} */ kind) => {
    const [download] = await Promise.all([page.waitForEvent('download'), host.locator(`[data-export="${kind}"]`).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  return { ...opened, host, save };
}

test('CSV and JSON hold the shown numbers at full precision, with what made them', needsBrowser, async () => {
  const { page, host, save } = await openExport('rows', 'lang=en&n=3');
  const shown = await host.locator('[data-stat="max-weight"]').evaluateAll((found) => found.map((element) => element.getAttribute('data-value')));
  const csv = await save('csv');
  assert.equal(csv.name, 'attention-lab-rows.csv');
  const text = csv.bytes.toString();
  assert.match(text, /^# Attention Lab 1\.0\.0, module (simd|relaxed), figure rows\n# n: 3\n/);
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  assert.equal(lines.length, 1 + 2 * 3);
  const column = lines[0].split(',').indexOf('max-weight');
  const largest = Math.max(...lines.slice(1, 4).map((line) => Number(line.split(',')[column])));
  assert.equal(String(largest), shown[0]);

  const { data, parameters } = JSON.parse((await save('json')).bytes.toString());
  assert.equal(parameters.n, '3');
  assert.deepEqual(data.configurations.map((/** @type {any} */ { attention }) => String(attention.maxWeight)), shown);
  await page.context().close();
});

test('the shown code is that of the state, and a change of state changes it', needsBrowser, async () => {
  const { page, host } = await openExport('rows', 'lang=fa&seed=12&mask=causal');
  const code = host.locator('pre[data-code="python"]');
  await page.waitForFunction(() => document.querySelector('pre[data-code="python"]')?.textContent?.includes('import math'));
  assert.equal(await code.textContent(), codeOf.rows.python?.({ ...defaultValues(), seed: 12, mask: 'causal' }, '1.0.0'));
  await host.getByLabel('C++', { exact: true }).check();
  await page.waitForFunction(() => document.querySelector('pre[data-code="cpp"]')?.textContent?.includes('#include'));
  await page.context().close();
});

for (const figure of ['rows', 'variance', 'heads']) {
  test(`pictures of ${figure}: SVG that needs nothing else, PNG, in both themes and the page's language`, needsBrowser, async () => {
    const { page, host, save, problems } = await openExport(figure, 'lang=fa&theme=light');
    for (const theme of ['روشن', 'تیره']) {
      await host.locator('export-panel').getByLabel(theme, { exact: true }).check();
      const svg = await save('svg');
      const text = svg.bytes.toString();
      assert.match(text, /^<svg [^>]*width="960"/);
      assert.match(text, /@font-face[^}]*data:font\/woff2/);
      assert.doesNotMatch(text.replace(/xmlns(:\w+)?="[^"]*"/g, ''), /(?:src|href)="(?!data:)|url\("?https?:/);
      assert.doesNotMatch(text, /foreignObject|var\(|oklab| class=| style=/, 'nothing that only a browser reads');
      const png = await save('png');
      assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
      assert.equal(png.bytes.readUInt32BE(16), 1920);
      const colours = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const seen = new Set();
        for (let at = 0; at < data.length; at += 4 * 97) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return { corner: data[0], count: seen.size };
      }, `data:image/png;base64,${png.bytes.toString('base64')}`);
      assert.ok(theme === 'روشن' ? colours.corner > 200 : colours.corner < 60, `${theme}: ${colours.corner}`);
      assert.ok(colours.count > 20, 'there is a picture in it');
    }
    assert.deepEqual(problems, []);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
    await page.context().close();
  });
}

test('every figure can be saved as numbers and as a picture, and copied as code or says why not', needsBrowser, async () => {
  const sheet = await site.browser.newPage();
  for (const figure of figureIds) {
    const { page, host, problems, save } = await openExport(figure, 'lang=fa&longest=2048&runs=5');
    assert.match((await save('csv')).bytes.toString(), /^# Attention Lab 1\.0\.0, module .*\n(# .*\n)*[^#\n]+,[^\n]+\n[^\n]*\d/, figure);
    assert.equal(JSON.parse((await save('json')).bytes.toString()).figure, figure);
    const svg = (await save('svg')).bytes.toString();
    const { width, seen } = await page.evaluate(drawn, svg);
    assert.ok(width >= 960);
    assert.ok(seen > 20, `${figure}: ${seen} colours`);
    await sheet.setContent(`<body style="margin: 0">${svg}`);
    await eventually(async () => assert.deepEqual(await sheet.evaluate(misplacedText), [], figure));
    const written = (await sheet.locator('text').allTextContents()).join(' ');
    for (const number of await host.locator('.figure-body [data-stat]:not(.cell-detail *, details *)').allTextContents()) {
      for (const word of number.match(/[\p{L}\p{N}]+/gu) ?? []) assert.ok(written.includes(word), `${figure}: ${word}`);
    }
    if (codeOf[figure]) {
      for (const target of Object.keys(codeOf[figure])) {
        await host.locator(`input[name="target-${figure}"]`).nth(Object.keys(codeOf[figure]).indexOf(target)).check();
        await host.locator(`pre[data-code="${target}"]`).getByText('Prints the numbers that the page has for these rules').waitFor();
      }
    } else {
      assert.match(String(await host.locator('[data-no-code]').textContent()), /\p{L}{4}/u);
    }
    assert.deepEqual(problems, [], figure);
    await page.context().close();
  }
  await sheet.close();
});

/** Text that leaves the sheet or lies on another. */
function misplacedText() {
  const { right, bottom } = /** @type {Element} */ (document.querySelector('svg')).getBoundingClientRect();
  const texts = [...document.querySelectorAll('text')].map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }));
  const lap = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) => ({
    x: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    y: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  });
  return texts.flatMap(({ text, box }, at) => [
    ...(box.left < -1 || box.right > right + 1 || box.bottom > bottom ? [`${text} leaves the sheet`] : []),
    ...texts.slice(0, at).flatMap((other) => {
      const { x, y } = lap(box, other.box);
      return x > 3 && y > 0.5 * Math.min(box.height, other.box.height) ? [`${text} lies on ${other.text}`] : [];
    }),
  ]);
}

/** The picture as any other page would show it: an image by itself, of so many colours. @param {string} svg */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4 * 97) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return { width: image.width, seen: colours.size };
}
