import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serveFolder } from '../../web/scripts/static-server.js';
import { dist, launch, needsBrowser, openPage } from './browser.js';
import { hostOf, openLab, visitAll } from './lab.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;
/** The single file, with nothing beside it. */
const folder = mkdtempSync(join(tmpdir(), 'attention-lab-'));

before(async () => {
  if (needsBrowser.skip) return;
  copyFileSync(`${dist}attention-lab.html`, join(folder, 'attention-lab.html'));
  browser = await launch();
  server = await serveFolder(dist);
});
after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** @type {Record<string, () => string>} */
const addresses = {
  'the site': () => server.address,
  'the single file, alone in a folder and opened from the disk (pitfalls 66, 67)': () => pathToFileURL(join(folder, 'attention-lab.html')).href,
};

/** A page that keeps what its policy forbade. */
async function openWatched() {
  const opened = await openPage(browser, { acceptDownloads: true });
  await opened.page.addInitScript(() => {
    const seen = /** @type {any} */ (globalThis);
    seen.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      seen.violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
  return { ...opened, violations: () => opened.page.evaluate(() => /** @type {any} */ (globalThis).violations) };
}

for (const [name, address] of Object.entries(addresses)) {
  test(`every figure is used under the policy, with no violation and no request elsewhere: ${name}`, needsBrowser, async () => {
    const { page, problems, requests, violations } = await openWatched();
    await openLab(page, `${address()}#lang=fa&upto=1024`);
    // Pitfall 68: no page is isolated, so no memory is shared.
    assert.equal(await page.evaluate(() => crossOriginIsolated || 'SharedArrayBuffer' in globalThis), false);
    await visitAll(page);

    const cost = hostOf(page, 'cost');
    await cost.locator('cost-figure button').first().click();
    await cost.locator('[data-series="tiled"] [data-stat="milliseconds"]').waitFor();
    await hostOf(page, 'heads').locator('control-panel [data-key="layer"] input').nth(1).check();
    await page.waitForFunction(() => location.hash.includes('layer=1'));
    await hostOf(page, 'memory').locator('control-panel [data-key="model"] select').selectOption('gemma-3-4b');
    await page.waitForFunction(() => location.hash.includes('model=gemma-3-4b'));
    await visitAll(page);

    const rows = hostOf(page, 'rows');
    await rows.locator('details.export:not(.share) > summary').click();
    for (const kind of ['csv', 'svg', 'png']) {
      await Promise.all([page.waitForEvent('download'), rows.locator(`[data-export="${kind}"]`).click()]);
    }

    assert.deepEqual(await violations(), []);
    assert.deepEqual(problems, []);
    assert.deepEqual(await page.locator('.figure-status.problem').allTextContents(), []);
    const own = new URL('.', address()).href;
    assert.deepEqual(requests.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url)), []);
    await page.context().close();
  });

  test(`the policy forbids markup and script from text, and every other origin: ${name}`, needsBrowser, async () => {
    const { page, violations } = await openWatched();
    await openLab(page, address());
    const outcome = await page.evaluate(async () => {
      /** @param {() => unknown} attempt */
      const refusal = (attempt) => {
        try {
          attempt();
          return '';
        } catch (error) {
          return String(/** @type {Error} */ (error).name);
        }
      };
      const script = document.createElement('script');
      return {
        markup: refusal(() => { document.createElement('p').innerHTML = '<b>x</b>'; }),
        scriptText: refusal(() => { script.text = 'globalThis.injected = true'; }),
        foreignWorker: refusal(() => new Worker('https://example.org/worker.js')),
        // Later, because what a test evaluates itself is allowed to.
        evaluated: await new Promise((answer) => setTimeout(() => answer(refusal(() => (0, globalThis['eval'])('1'))))),
        fetched: await fetch('https://example.org/').then(() => '', (error) => error.name),
        image: await new Promise((answer) => {
          const image = new Image();
          image.onload = () => answer('loaded');
          image.onerror = () => answer('refused');
          image.src = 'https://example.org/pixel.png';
        }),
      };
    });
    assert.deepEqual(outcome, {
      markup: 'TypeError', scriptText: 'TypeError', foreignWorker: 'TypeError', evaluated: 'EvalError', fetched: 'TypeError', image: 'refused',
    });
    const directives = new Set((await violations()).map((/** @type {string} */ violation) => violation.split(':')[0]));
    for (const directive of ['require-trusted-types-for', 'connect-src', 'img-src']) assert.ok(directives.has(directive), directive);
    await page.context().close();
  });
}
