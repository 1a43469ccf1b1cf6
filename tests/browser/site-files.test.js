import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { dist, needsBrowser, openPage } from './browser.js';
import { openLab, servedInBrowser } from './lab.js';

// What others show of the site: the preview of a shared link, which is the first screen of the page, and the icon where it
// is installed. UPDATE_PICTURE=1 takes them anew.

const kept = (/** @type {string} */ name) => fileURLToPath(new URL(`../../web/public/${name}`, import.meta.url));

const site = servedInBrowser();

/** @param {Buffer} png */
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** @param {string} name @param {Buffer} taken @param {number} largest  bytes */
function compare(name, taken, largest) {
  if (process.env.UPDATE_PICTURE) writeFileSync(kept(name), taken);
  assert.deepEqual(sizeOf(readFileSync(kept(name))), sizeOf(taken));
  assert.ok(statSync(kept(name)).size <= largest, `${name} is small enough for the repository`);
}

for (const [language, name] of [['en', 'social.png'], ['fa', 'social-fa.png']]) {
  test(`the preview of shared links shows the first figure (${language})`, needsBrowser, async () => {
    const { page } = await openPage(site.browser, { viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
    await openLab(page, `${site.server.address}#lang=${language}`);
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        .settings, .switches, .lead, .chapter > .prose, .figure-controls, .figure-note, .cell-detail, .heat-legend { display: none !important }
        .page { grid-template-columns: minmax(0, 1fr) !important }
        .bar, .title { padding-block: 0.75rem 0 }`);
      document.adoptedStyleSheets.push(sheet);
      await document.fonts.ready;
    });
    compare(name, await page.screenshot({ animations: 'disabled' }), 120_000);
    await page.context().close();
  });
}

test('the icon fills its square, with room for any mask around the drawing', needsBrowser, async () => {
  const { page } = await openPage(site.browser, { viewport: { width: 512, height: 512 } });
  const drawing = readFileSync(kept('icon.svg'), 'utf8').replace('viewBox="0 0 8 8"', 'viewBox="-2 -2 12 12" width="512"').replace('M0 0h8v8H0z', 'M-2-2h12v12H-2z');
  await page.setContent(`<body style="margin: 0; line-height: 0">${drawing}</body>`);
  compare('icon.png', await page.screenshot(), 10_000);
  await page.context().close();
});

test('pages and manifests name what exists, each in its language', () => {
  for (const [file, manifest, word] of [['index.html', 'manifest.webmanifest', 'Attention'], ['fa.html', 'fa.webmanifest', 'توجه']]) {
    const html = readFileSync(dist + file, 'utf8');
    for (const name of ['og:title', 'og:description', 'og:image', 'description']) assert.match(html, new RegExp(`(property|name)="${name}" content="[^"]+"`), name);
    assert.match(html.match(/<title>([^<]*)/)?.[1] ?? '', new RegExp(word));
    const linked = [...html.matchAll(/(?:href|src)="\.\/([^"]+)"/g), ...html.matchAll(/og:image" content="([^"]+)"/g)].map(([, path]) => path);
    assert.ok(linked.includes(manifest));
    const { icons, name, start_url: start } = JSON.parse(readFileSync(dist + manifest, 'utf8'));
    assert.match(name, new RegExp(word));
    for (const path of [...linked, ...icons.map((/** @type {any} */ { src }) => src), start === './' ? 'index.html' : start]) {
      assert.ok(statSync(dist + path).isFile(), path);
    }
  }
});

test('the licence notices name every package whose code is in the site', () => {
  const notices = readFileSync(`${dist}licences.txt`, 'utf8');
  const { dependencies } = JSON.parse(readFileSync(new URL('../../web/package.json', import.meta.url), 'utf8'));
  for (const [name, version] of Object.entries(dependencies)) assert.ok(notices.includes(`${name} ${version}: `), name);
  for (const name of ['xsimd', 'Emscripten', 'musl', 'Universal Sentence Encoder']) assert.ok(notices.includes(name), name);
  const [packed] = /** @type {RegExpMatchArray} */ (readFileSync(`${dist}attention-lab.html`, 'utf8').match(/H4sIA[\w+/]+=*/));
  assert.equal(gunzipSync(Buffer.from(packed, 'base64')).toString(), notices, 'the single file carries its own');
});
