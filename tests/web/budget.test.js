import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

// Sizes of the built files. What a page load fetches before its first figure is measured in tests/browser/first-figure.test.js.

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const kilobyte = 1000;

/** @param {string} path */
const compressed = (path) => brotliCompressSync(readFileSync(dist + path)).length;

/** @param {string} path */
const text = (path) => readFileSync(dist + path, 'utf8');

/** Everything that a reader of the site can reach, without fonts and the data of real heads. */
const site = ['index.html', ...readdirSync(`${dist}assets`).map((name) => `assets/${name}`)];
const code = site.filter((path) => /\.(html|js|css|wasm)$/.test(path));

/** A browser has relaxed SIMD or not, so a reader reaches one variant of the kernels: the larger one is counted. */
const variants = code.filter((path) => /-kernels-.*wasm$/.test(path)).sort((a, b) => compressed(b) - compressed(a));
const reachable = code.filter((path) => !variants.slice(1).includes(path));

test('all HTML, JS, CSS and wasm of the site: at most 300 KB', (t) => {
  const sizes = reachable.map((path) => ({ path, size: compressed(path) })).sort((a, b) => b.size - a.size);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  assert.equal(variants.length, 2);
  t.diagnostic(`${total} bytes`);
  assert.ok(total <= 300 * kilobyte, `${total} bytes: ${sizes.map(({ path, size }) => `${path} ${size}`).join(', ')}`);
});

test('the wasm of the first figure: at most 30 KB; of the kernels, both variants together: at most 60 KB', (t) => {
  const modules = code.filter((path) => path.endsWith('.wasm'));
  const sizeOf = (/** @type {string} */ part) => {
    const sizes = modules.filter((path) => path.includes(part)).map(compressed);
    t.diagnostic(`${part}: ${sizes.join(' + ')} bytes`);
    assert.notEqual(sizes.length, 0);
    return sizes.reduce((sum, size) => sum + size);
  };
  assert.ok(sizeOf('-first') <= 30 * kilobyte);
  assert.ok(sizeOf('-whole') <= 60 * kilobyte);
  assert.ok(sizeOf('-kernels') <= 60 * kilobyte);
});

/** Pages that carry everything: they share what they are made of with the site, and are no part of its budget. */
const single = ['attention-lab.html', 'embed.html'];

for (const path of single) {
  test(`${path}, a single file: at most 1.3 MB`, (t) => {
    const { size } = statSync(dist + path);
    t.diagnostic(`${size} bytes, ${compressed(path)} compressed`);
    assert.ok(size <= 1300 * kilobyte, `${size} bytes`);
  });
}

test('attention-lab.js, which every page with a figure loads at once: at most 10 KB', (t) => {
  const imported = [...text('attention-lab.js').matchAll(/(?:from|import)"\.\/(attention-lab\/[^"]+)"/g)].map(([, path]) => path);
  const total = ['attention-lab.js', ...imported].reduce((sum, path) => sum + compressed(path), 0);
  t.diagnostic(`${total} bytes, with ${imported.length} files that it imports`);
  assert.ok(total <= 10 * kilobyte, `${total} bytes`);
});

test('pitfall 65: files that carry their modules carry each once', () => {
  const header = /AGFzbQ/g; // base64 of the first bytes of every wasm file
  for (const path of [...single, 'engine.js']) {
    assert.equal(text(path).match(header)?.length, 3, path);
  }
});

test('no built file evaluates text', () => {
  const parts = readdirSync(`${dist}attention-lab`).filter((name) => name.endsWith('.js')).map((name) => `attention-lab/${name}`);
  for (const path of [...code.filter((path) => !path.endsWith('.wasm')), ...single, 'engine.js', 'attention-lab.js', ...parts]) {
    assert.doesNotMatch(text(path), /\beval\s*\(|\bnew Function\b|[^.\w]Function\s*\(/, path);
  }
});

test('the single files ask for nothing beside them', () => {
  for (const path of single) {
    const html = text(path);
    assert.doesNotMatch(html, /<script[^>]*\ssrc=|<link[^>]*\srel="?(stylesheet|modulepreload)/, path);
    assert.equal(html.match(/<script[\s>]/g)?.length, html.match(/<\/script>/g)?.length, 'no script ends early');
  }
});
