import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serveFolder } from '../../../web/scripts/static-server.js';
import { figureIds } from '../../../web/src/state/parameters.js';
import { parseHash } from '../../../web/src/state/url.js';
import { engine } from '../../engine/setup.js';
import { dist } from '../browser.js';
import { engines } from './engines.js';
import { drop, embedded, numbersIn, problems, textOf, visit, watch } from './in-page.js';
import { shownNumbers } from './shown-numbers.js';

// What has to work in every browser engine. The rest of tests/browser/ runs in Chromium alone.

/** Every figure, with little to compute. */
const settings = 'runs=40&seeds=0-1&longest=2048&lengthseeds=0-1&upto=1024&model=gemma-3-4b';
const { values } = parseHash(settings);
/** @type {Record<string, import('./shown-numbers.js').Shown>} */
const wanted = {};
const golden = fileURLToPath(new URL('../../golden/heads/animal-street-layer0.npz', import.meta.url));

/** Far more than it takes, for machines that are slow or busy; in milliseconds. */
const patience = 900_000;

/** The last digits are the engine's own where JavaScript takes a logarithm or a power. */
const tolerance = 1e-12;

/** A page of someone else, which makes its frames as tall as they ask to be. */
const host = `<!doctype html><meta charset="utf-8"><script>
  addEventListener('message', ({ source, data: { type, height } }) => {
    const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
    if (type === 'attention-lab:height') frame.height = height;
  });
</script>
<iframe width="700" height="200" src="embed.html#lang=fa&amp;n=8"></iframe>
<iframe width="700" height="200" src="embed.html#lang=en&amp;n=8" sandbox="allow-scripts"></iframe>`;

/** @type {Awaited<ReturnType<typeof serveFolder>>[]} */
let servers = [];
/** The single files, with nothing else beside them. */
const folder = mkdtempSync(join(tmpdir(), 'attention-lab-'));
before(async () => {
  for (const file of ['attention-lab.html', 'embed.html']) copyFileSync(dist + file, join(folder, file));
  writeFileSync(join(folder, 'host.html'), host);
  servers = await Promise.all([serveFolder(dist), serveFolder(folder)]);
  for (const figure of figureIds) wanted[figure] = await shownNumbers[figure](engine, values);
});
after(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

/** @param {string} figure @param {string} language @param {import('./shown-numbers.js').Shown} wanted @param {{ value: string, text: string }[][]} shown */
function compare(figure, language, wanted, shown) {
  const otherDigits = language === 'fa' ? /[0-9]/ : /[\u06f0-\u06f9]/;
  const power = /\u00d710(?=[\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079])/; // there are no Persian exponents, so the base is not Persian either
  assert.ok(wanted.length > 0);
  wanted.forEach(([selector, numbers], at) => {
    assert.equal(shown[at].length, numbers.length, `${figure}: ${selector}`);
    shown[at].forEach(({ value, text }, i) => {
      const number = numbers[i];
      const isRight = number === null ? value === '' : value !== '' && Math.abs(Number(value) - number) <= tolerance * Math.abs(number);
      assert.ok(isRight, `${figure}: ${selector}, ${i}: shown ${value}, computed ${number}`);
      assert.doesNotMatch(text.replace(power, ''), otherDigits, `${figure}: ${selector}`);
    });
  });
}

/** @type {Record<string, string>} */
const ran = {};

for (const { name, missing, launch } of engines) {
  describe(name, { skip: missing ? `${missing}: its tests are skipped` : false, timeout: patience }, () => {
    /** @type {import('./engines.js').Browser} */
    let browser;
    before(async () => {
      browser = await launch();
      ran[name] = browser.version;
    });
    after(() => browser?.close());

    /** @param {string} address */
    async function open(address) {
      await browser.open(address);
      await browser.evaluate(watch);
      await browser.evaluate(textOf, 'figure-host[data-figure="rows"] [data-stat="max-weight"]');
    }

    /** @param {string} figure @param {string} language */
    async function checkNumbers(figure, language) {
      await browser.evaluate(visit, figure);
      compare(figure, language, wanted[figure], await browser.evaluate(numbersIn, figure, wanted[figure].map(([selector]) => selector)));
    }

    for (const language of ['en', 'fa']) {
      test(`every figure shows the numbers that Node computes (${language})`, async (t) => {
        await open(`${servers[0].address}#lang=${language}&${settings}`);
        for (const figure of figureIds) await t.test(figure, () => checkNumbers(figure, language));
        assert.deepEqual(await browser.evaluate(problems), []);
      });
    }

    test('the single file computes, opened from the disk', async () => {
      await open(`${pathToFileURL(join(folder, 'attention-lab.html')).href}#lang=fa&${settings}`);
      for (const figure of ['rows', 'trend', 'position', 'heads']) await checkNumbers(figure, 'fa');
      assert.deepEqual(await browser.evaluate(problems), []);
    });

    test('embed.html computes in a frame, also in a sandbox, and tells how tall it is', async () => {
      await browser.open(`${servers[1].address}host.html`);
      const { shown, direction, overflow } = await browser.evaluate(embedded);
      assert.deepEqual(shown, wanted.rows.filter(([selector]) => selector.endsWith('[data-stat="max-weight"]')).map(([, numbers]) => numbers[0]));
      assert.equal(direction, 'rtl');
      assert.ok(Math.abs(overflow) <= 1, `${overflow}`);
    });

    test('long work is cancelled; what was shown stays, and the next request is answered', async () => {
      await open(`${servers[0].address}#lang=en&${settings}`);
      await browser.evaluate(visit, 'trend');
      await browser.evaluate((/** @type {string} */ hash) => { location.hash = hash; }, `lang=en&${settings.replace('seeds=0-1', 'seeds=0-99999&dks=1024&n=64')}`);
      await browser.evaluate(textOf, '[data-figure="trend"] .figure-status:not(.problem) button');
      await browser.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[data-figure="trend"] .figure-status button')).click());
      assert.match(await browser.evaluate(textOf, '[data-figure="trend"] .figure-status.problem'), /cancelled/i);
      await checkNumbers('trend', 'en');
      await browser.evaluate((/** @type {string} */ hash) => { location.hash = hash; }, `lang=en&${settings}&n=4`);
      await browser.evaluate(textOf, '[data-figure="trend"]:not(:has(.figure-status))');
      await browser.evaluate(visit, 'trend');
      const fewer = await shownNumbers.trend(engine, { ...values, n: 4 });
      compare('trend', 'en', fewer, await browser.evaluate(numbersIn, 'trend', fewer.map(([selector]) => selector)));
      assert.deepEqual(await browser.evaluate(problems), []);
    });

    test('heads come from a file that is chosen, from one that is dropped, and from what is typed', async () => {
      await open(`${servers[0].address}#lang=en&${settings}`);
      await checkNumbers('heads', 'en');
      await browser.setFiles('own-heads input[type="file"]', [golden]);
      await browser.evaluate(textOf, 'heads-figure', 'animal-street-layer0.npz: 4 heads');
      await checkNumbers('heads', 'en');
      await browser.evaluate(drop, 'dropped.json', '{"q": [[1, 2], [0, 1]], "k": [[4, 0], [0, 4]]}');
      await browser.evaluate(textOf, 'heads-figure', 'dropped.json: 1 heads');
      await browser.type('own-heads textarea', '{"q": [[1, 2]], "k": [[4, 0], [0, 4]]}');
      await browser.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('own-heads textarea ~ button')).click());
      await browser.evaluate(textOf, 'heads-figure', 'pasted: 1 heads, 1 queries');
      assert.deepEqual(await browser.evaluate(problems), []);
    });

    test('a slider is moved with the keyboard', async () => {
      // Sideways from the right to the left, WebKit's own sliders go one way and all others the other.
      for (const [language, more] of /** @type {const} */ ([['en', 'ArrowRight'], ['fa', 'ArrowUp']])) {
        await open(`${servers[0].address}#lang=${language}&n=8`);
        await browser.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[data-key="n"] input[type="range"]')).focus());
        await browser.press(more);
        await browser.evaluate(async () => {
          while (document.querySelectorAll('[data-figure="rows"] section[data-scale="none"] [role="rowheader"]').length !== 9) await new Promise((later) => { setTimeout(later, 50); });
        });
        await browser.evaluate(async () => {
          while (!/\bn=9\b/.test(location.hash)) await new Promise((later) => { setTimeout(later, 50); });
        });
      }
    });

    test('kernels are those that the engine can run, and all four ways agree', async () => {
      await open(`${servers[0].address}#lang=en&${settings}`);
      await browser.evaluate(visit, 'cost');
      await browser.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('cost-figure button')).click());
      await browser.evaluate(textOf, 'cost-figure [data-series="window"] [data-stat="n"][data-value="1024"]');
      const differences = await browser.evaluate(() => Array.from(document.querySelectorAll('[data-series] [data-stat="max-difference"]'), (shown) => Number(shown.getAttribute('data-value'))));
      assert.ok(differences.length >= 6 && differences.every((difference) => difference < 2e-6), String(differences));
      const kernels = await browser.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name: address }) => /kernels-(simd|relaxed)/.exec(address)?.[1] ?? []));
      const relaxed = readdirSync(`${dist}assets`).find((file) => file.startsWith('attention-kernels-relaxed'));
      const runsRelaxed = await browser.evaluate(async (file) => WebAssembly.validate(await (await fetch(`assets/${file}`)).arrayBuffer()), relaxed);
      assert.deepEqual(kernels, [runsRelaxed ? 'relaxed' : 'simd']);

      await browser.open(`${servers[0].address}engine.js`); // shown as text: any document does
      const info = await browser.evaluate(async () => {
        const { createEngine } = await import(String(new URL('engine.js', location.href)));
        return (await createEngine()).info;
      });
      assert.equal(info.variant, kernels[0]);
    });
  });
}

test('says which engines it ran in', (t) => {
  t.diagnostic(`Engines: ${engines.map(({ name, missing }) => `${name} ${ran[name] ?? `not at all (${missing})`}`).join(', ')}`);
  assert.ok(engines.every(({ name, missing }) => (name in ran) !== Boolean(missing)));
});
