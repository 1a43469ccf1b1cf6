import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engine } from '../engine/setup.js';
import { needsBrowser } from './browser.js';
import { eventually, hostOf, settled, siteInBrowser } from './lab.js';

describe('the figure length', needsBrowser, () => {
  const openSite = siteInBrowser();

  /** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
  async function open(hash, options) {
    const opened = await openSite(`fig=length&${hash}`, options);
    const { page } = opened;
    page.setDefaultTimeout(300_000); // a busy machine is no failure
    const host = hostOf(page, 'length');
    await host.scrollIntoViewIfNeeded();
    await host.locator('[data-stat="share"]').first().waitFor();
    /** Whether the whole range is drawn, not only its first part. */
    const finished = async (/** @type {number} */ longest) => {
      await host.locator(`tr[data-length="${longest}"]`).first().waitFor();
      await host.locator(settled).waitFor();
    };
    const number = async (/** @type {string} */ rule, /** @type {number} */ length, /** @type {string} */ name) =>
      Number(await host.locator(`[data-scale="${rule}"] tr[data-length="${length}"] [data-stat="${name}"]`).getAttribute('data-value'));
    return { ...opened, host, finished, number };
  }

  test('the numbers shown are the engine’s, for every kind of rule', async () => {
    const curves = ['sqrt', 'ssmax:0.43', 'log-n:512', 'sinks:252', 'off-by-one', '0.05'];
    const { number, finished, problems } = await open(`lang=en&longest=2048&lengthseeds=3-5&dk=32&curves=${curves.join(',')}`);
    await finished(2048);
    const { rows } = await engine.lengths({
      ...{ dK: 32, queries: 4, seeds: [3, 4, 5] },
      points: [
        ...['sqrt', 'ssmax:0.43', 'log-n:512'].map((scale) => ({ length: 2048, scale, mask: /** @type {const} */ ('causal') })),
        { length: 2048, scale: 'sqrt', mask: { window: 252, sinks: 4 } },
        ...['off-by-one', 0.05].map((scale) => ({ length: 2048, scale, mask: /** @type {const} */ ('causal') })),
      ],
    });
    for (const [at, rule] of curves.entries()) {
      assert.equal(await number(rule, 2048, 'share'), rows[at].entropyShare, rule);
      assert.equal(await number(rule, 2048, 'mean-entropy'), rows[at].meanEntropy, rule);
      assert.equal(await number(rule, 2048, 'effective-keys'), rows[at].effectiveKeys, rule);
      assert.equal(await number(rule, 2048, 'max-weight'), rows[at].maxWeight, rule);
    }
    assert.deepEqual(problems, []);
  });

  test('five rules and twenty seeds to 131,072: progress, the short ones first, cancelled, and done', async (t) => {
    const { page, host, finished, number, problems } = await open('lang=en');
    const progress = host.locator('progress');
    await progress.waitFor();
    await page.waitForFunction(() => Number(document.querySelector('[data-figure="length"] progress')?.getAttribute('value')) > 0);
    await host.getByRole('button', { name: 'Cancel' }).click();
    await host.locator('.figure-status.problem').waitFor();
    await progress.waitFor({ state: 'detached' });
    assert.equal(await host.locator('tr[data-length="4096"]').count(), 5, 'the picture of the short contexts stays');

    const from = performance.now();
    await host.locator('.figure-status button').click();
    await finished(131_072);
    t.diagnostic(`${Math.round(performance.now() - from)} ms`);
    assert.equal(await host.locator('tr[data-length="131072"]').count(), 5);
    assert.ok((await number('sqrt', 131_072, 'share')) > (await number('sqrt', 8, 'share')), 'attention thins out');
    assert.ok((await number('ssmax:0.43', 131_072, 'effective-keys')) < 1000);
    assert.ok((await number('sinks:508', 131_072, 'effective-keys')) < 512);
    assert.deepEqual(problems, []);
  });

  test('rotary positions are an option, and said', async () => {
    const { host, finished, number } = await open('lang=en&longest=2048&lengthseeds=1&dk=32&curves=sqrt&lengthrope=yarn&trained=512&theta=5000');
    await finished(2048);
    const positions = { ropeType: 'yarn', ropeTheta: 5000, originalMaxPositionEmbeddings: 512, maxPositionEmbeddings: 512, factor: 4 };
    const { rows } = await engine.lengths({ dK: 32, seeds: [1], points: [{ length: 2048, mask: 'causal', positions }] });
    assert.equal(await number('sqrt', 2048, 'share'), rows[0].entropyShare);
    assert.match(await host.locator('length-figure > .figure-note').first().innerText(), /YaRN, base 5,000, trained on 512/);
  });

  test('another rule is typed, one out of range is refused in words, and the measure changes at once', async () => {
    const { page, host, finished } = await open('lang=fa&longest=2048&lengthseeds=0-1&dk=16&curves=sqrt');
    await finished(2048);
    const field = host.locator('.add-factor input');
    await field.fill('softcap:۲۰');
    await field.blur();
    await host.locator('tbody[data-scale="softcap:20"]').waitFor();
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('softcap:20'));
    await field.fill('log-n:0');
    await field.blur();
    await eventually(async () => assert.equal(await field.getAttribute('aria-invalid'), 'true'));
    await field.fill('mystery:1');
    await field.blur();
    await eventually(async () => assert.match(await host.locator('.rules .problem').innerText(), /mystery/));
    await host.getByRole('radio', { name: 'تعداد مؤثر' }).check();
    await host.locator('.guide').waitFor();
  });

  test('fits a phone in both languages', async () => {
    for (const [lang, theme] of [['fa', 'dark'], ['en', 'light']]) {
      const { page, host, finished, problems } = await open(`lang=${lang}&theme=${theme}&longest=2048&lengthseeds=0-1&dk=16`, { viewport: { width: 320, height: 700 } });
      await finished(2048);
      await page.waitForFunction(() => Number(document.querySelector('length-figure .chart')?.getAttribute('width')) <= 320);
      await eventually(async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, lang));
      assert.equal(await host.locator('.chart').count(), 1, lang);
      assert.deepEqual(problems, []);
    }
  });
});
