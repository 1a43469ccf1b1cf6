import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './browser.js';
import { siteInBrowser, visit } from './lab.js';

// One page for a long time: what it holds is counted before and after. `./build.sh soak` makes 10,000 changes and 200 sweeps,
// a test run 300 and 6.

const open = siteInBrowser();
const changes = Number(process.env.SOAK_CHANGES ?? 300);
const sweeps = Math.ceil(changes / 50);
const warmUp = 100;
/** What the engine's own caches may still take after the warm-up, in bytes, however long the run is. */
const slack = 2_000_000;

/** @typedef {{ changes: number, sweeps: number, first: number }} Work */

/** Turns settings one after the other, each when the figures have answered the one before. @param {Work} work */
async function turn({ changes, sweeps, first }) {
  const hostOf = (/** @type {string} */ figure) => /** @type {any} */ (document.querySelector(`figure-host[data-figure="${figure}"]`));
  const panel = /** @type {HTMLElement} */ (document.querySelector('control-panel'));
  /** @param {string} figure @param {string} key @param {any} value */
  const change = async (figure, key, value) => {
    panel.dispatchEvent(new CustomEvent('change', { detail: { key, value }, bubbles: true }));
    const host = hostOf(figure);
    do await new Promise((later) => { setTimeout(later); });
    while (host.running !== null || String(host.shown[key]) !== String(value));
  };
  const settings = ['n', 'dk', 'seed', 'temperature'];
  for (let i = first; i < first + changes; i += 1) {
    const key = settings[i % settings.length];
    await change('rows', key, key === 'dk' ? 16 + (i % 48) : key === 'temperature' ? 1 + (i % 7) / 8 : 2 + (i % 14));
  }
  for (let i = first; i < first + sweeps; i += 1) await change('trend', 'seeds', Array.from({ length: 50 }, (_, seed) => seed + i));
}

/** Whether every figure that is near enough to be loaded stands there and computes nothing. */
const settled = () =>
  [.../** @type {NodeListOf<any>} */ (document.querySelectorAll('figure-host'))].every((host) => {
    const { top, bottom } = host.getBoundingClientRect();
    const isNear = top < innerHeight + 399 && bottom > -399; // figures begin to load 400 pixels away
    return host.running === null && (!isNear || host.querySelector('.figure-body:not(.waiting)'));
  });

test(`after ${changes} changes and ${sweeps} sweeps the page holds what it held before`, needsBrowser, async (t) => {
  const { page, problems } = await open('lang=en&theme=light');
  for (const figure of ['rows', 'trend']) await visit(page, figure);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const held = async () => {
    await page.waitForFunction(settled);
    for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const { Nodes, JSEventListeners, JSHeapUsedSize, Documents } = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return { nodes: Nodes, listeners: JSEventListeners, heap: JSHeapUsedSize, documents: Documents, workers: page.workers().length };
  };

  await page.evaluate(turn, { changes: warmUp, sweeps: 4, first: 0 });
  const before = await held();
  // Every module's memory grows only in its worker.
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const { grow } = WebAssembly.Memory.prototype;
      const counted = /** @type {any} */ (globalThis);
      counted.grown = 0;
      WebAssembly.Memory.prototype.grow = function (/** @type {number} */ pages) {
        counted.grown += pages;
        return grow.call(this, pages);
      };
    });
  }
  await page.evaluate(turn, { changes, sweeps, first: warmUp });
  // Back to the same settings, so that the same rows stand on the page.
  await page.evaluate(turn, { changes: warmUp, sweeps: 4, first: 0 });
  const after = await held();
  const grown = await Promise.all(page.workers().map((worker) => worker.evaluate(() => /** @type {any} */ (globalThis).grown ?? 0))); // a worker that a cancelled sweep kept busy was replaced
  t.diagnostic(JSON.stringify({ changes, sweeps, before, after, grown }));

  assert.equal(after.workers, before.workers);
  assert.equal(after.documents, before.documents);
  assert.deepEqual(grown.filter((pages) => pages !== 0), [], 'no module asked for more memory');
  // A leak of one node or listener a change would be in the thousands.
  assert.ok(after.nodes - before.nodes < changes / 20, `nodes: ${before.nodes}, then ${after.nodes}`);
  assert.ok(after.listeners - before.listeners < changes / 20, `listeners: ${before.listeners}, then ${after.listeners}`);
  assert.ok(after.heap - before.heap < slack, `heap: ${before.heap} bytes, then ${after.heap}`);
  assert.deepEqual(problems, []);
});
