import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serveFolder } from '../../web/scripts/static-server.js';
import { createEngine } from '../../dist/engine.js';
import { dist, launch, needsBrowser, openPage } from './browser.js';

// dist/engine.js in a real page, under the policies that real pages have.

const policy = (/** @type {string} */ rules) => ({ headers: { 'Content-Security-Policy': rules } });

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!needsBrowser.skip) browser = await launch();
});
after(() => browser?.close());

/**
 * Runs `work` with the engine's module in a page that has this policy.
 *
 * @template T
 * @param {Parameters<typeof serveFolder>[1]} options
 * @param {(module: any) => Promise<T>} work
 */
async function inPage(options, work) {
  const server = await serveFolder(dist, options);
  const { page, requests } = await openPage(browser);
  try {
    await page.goto(`${server.address}engine.js`); // shown as text: any document does
    await page.evaluate(`globalThis.work = ${work}`);
    const result = /** @type {T} */ (await page.evaluate(async () => {
      const address = new URL('engine.js', location.href).href;
      return /** @type {any} */ (globalThis).work(await import(address));
    }));
    assert.ok(requests.every((request) => request.startsWith(server.address) || request.startsWith('blob:')), String(requests));
    return result;
  } finally {
    await page.context().close();
    await server.close();
  }
}

const strict = policy("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:");

test('pitfall 63: computes on workers under a strict policy, with the bits that Node has', needsBrowser, async () => {
  const { info, weights, low } = await inPage(strict, async ({ createEngine }) => {
    const engine = await createEngine({ workers: 2 });
    const { weights } = await engine.attend({ seed: 7, n: 8, dK: 64 }, { scale: 'none' });
    const { rows } = await engine.sweep({ n: 8, dK: [16, 64], seeds: [...Array(500).keys()] });
    return { info: engine.info, weights: [...weights], low: rows[1].shareInterval[0] };
  });
  assert.equal(info.workers, 2);
  const engine = await createEngine();
  assert.deepEqual(weights, [...(await engine.attend({ seed: 7, n: 8, dK: 64 }, { scale: 'none' })).weights]);
  const { rows } = await engine.sweep({ n: 8, dK: [16, 64], seeds: [...Array(500).keys()] });
  assert.equal(low, rows[1].shareInterval[0]);
});

test('pitfall 63: a policy without wasm-unsafe-eval is named', needsBrowser, async () => {
  const error = await inPage(policy("script-src 'self'; worker-src blob:"), async ({ createEngine }) =>
    createEngine().then(() => null, (/** @type {any} */ { code, message }) => ({ code, message })));
  assert.equal(error?.code, 'wasm-blocked');
  assert.match(error.message, /Content-Security-Policy/);
});

test('a policy without workers: the page computes itself', needsBrowser, async () => {
  const { workers, maxWeight } = await inPage(policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'"), async ({ createEngine }) => {
    const engine = await createEngine();
    const { maxWeight } = await engine.attend({ seed: 7, n: 8, dK: 64 });
    return { workers: engine.info.workers, maxWeight };
  });
  assert.equal(workers, 0);
  assert.equal(maxWeight.toFixed(6), '0.473270');
});

test('a long run is cancelled, and the next request is answered', needsBrowser, async () => {
  const outcome = await inPage(strict, async ({ createEngine }) => {
    const engine = await createEngine({ workers: 1 });
    const abort = new AbortController();
    const long = engine.attend({ seed: 1, n: 4000, dK: 800, dV: 1 }, { signal: abort.signal });
    const next = engine.attend({ seed: 7, n: 8, dK: 64 });
    setTimeout(() => abort.abort(), 50);
    const code = await long.catch((/** @type {any} */ error) => error.code);
    return { code, n: (await next).n };
  });
  assert.deepEqual(outcome, { code: 'cancelled', n: 8 });
});

test('the page stays alive while it computes a sweep itself', needsBrowser, async () => {
  const ticks = await inPage(strict, async ({ createEngine }) => {
    const engine = await createEngine({ workers: 0 });
    let ticks = 0;
    const timer = setInterval(() => ++ticks, 10);
    await engine.sweep({ n: 64, dK: 256, seeds: [...Array(600).keys()] });
    clearInterval(timer);
    return ticks;
  });
  assert.ok(ticks >= 2, String(ticks));
});

test('pitfall 61: the site computes when its server calls the modules plain text', needsBrowser, async (t) => {
  const server = await serveFolder(dist, { types: { '.wasm': 'text/plain' } });
  t.after(server.close);
  const { page } = await openPage(browser);
  await page.goto(server.address);
  const shown = page.locator('[data-figure="rows"] [data-scale="sqrt"] [data-stat="max-weight"]').first();
  await shown.waitFor();
  assert.equal(Number(await shown.getAttribute('data-value')).toFixed(6), '0.473270');
  await page.context().close();
});
