import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engine } from '../engine/setup.js';
import { needsBrowser } from './browser.js';
import { eventually, siteInBrowser, visit } from './lab.js';

describe('the logit rules of today’s models in the weight rows and in sweeps', needsBrowser, () => {
  const openSite = siteInBrowser();

  /** @param {string} hash */
  async function open(hash) {
    const opened = await openSite(hash, { viewport: { width: 1440, height: 900 } });
    const rows = opened.page.locator('rows-figure');
    await visit(opened.page, 'rows');
    const number = async (/** @type {string} */ rule, /** @type {string} */ name) => Number(await rows.locator(`[data-scale="${rule}"] [data-stat="${name}"]`).first().getAttribute('data-value'));
    return { ...opened, rows, number };
  }

  const groups = [
    ['softcap:2', 'ssmax:0.43', 'log-n:4', 'query-pre-attn-scalar:144'],
    ['qk-norm', 'yarn:4', 'sink:1', 'off-by-one'],
    ['cosine:64', 'entropy-invariant:4', 'llama4:4', 'inverse-layer:2'],
  ];
  for (const rules of groups) {
    test(`${rules.join(', ')}: the numbers are the engine’s, headed in words`, async () => {
      const { rows, number, problems } = await open(`lang=fa&mask=causal&scale=${rules.join(',')}`);
      for (const scale of rules) {
        const attention = await engine.attend({ seed: 7, n: 8, dK: 64 }, { scale, mask: 'causal' });
        assert.equal(await number(scale, 'max-weight'), attention.maxWeight, scale);
        assert.equal(await number(scale, 'mean-entropy'), attention.meanEntropy, scale);
        const heading = await rows.locator(`section[data-scale="${scale}"] .rule-heading`).innerText();
        assert.ok(heading && !heading.includes(':'), heading);
      }
      assert.equal(await rows.locator('.cell-detail tbody tr').count(), rules.length);
      assert.equal(await rows.locator('.cell-detail').getByText('وزنی که به چاهک رفته').count(), rules.includes('off-by-one') ? 1 : 0);
      assert.deepEqual(problems, []);
    });
  }

  test('where a sink takes a part, an entropy above its usual maximum is explained', async () => {
    const { rows } = await open('lang=en&n=2&dk=4&scale=sqrt,off-by-one');
    const { rowEntropy } = await engine.attend({ seed: 7, n: 2, dK: 4 }, { scale: 'off-by-one' });
    assert.ok(rowEntropy[0] > Math.log(2));
    assert.equal(await rows.locator('[data-sink-note]').count(), 1);
    assert.match(await rows.locator('section[data-scale="off-by-one"] [data-sink-note]').innerText(), /less than 1/);
  });

  test('a window with sinks is a rule with a mask of its own', async () => {
    const { number } = await open('lang=en&n=16&scale=sqrt,sinks:3,trained-temperature:4');
    const { meanEntropy } = await engine.attend({ seed: 7, n: 16, dK: 64 }, { mask: { window: 3, sinks: 4 } });
    assert.equal(await number('sinks:3', 'mean-entropy'), meanEntropy);
    const cooled = await engine.attend({ seed: 7, n: 16, dK: 64 }, { scale: { rule: 'yarn', stretch: 4 } });
    assert.equal(await number('trained-temperature:4', 'mean-entropy'), cooled.meanEntropy);
    const alone = await open('lang=en&n=16&scale=sinks:3');
    assert.equal(await alone.number('sinks:3', 'mean-entropy'), meanEntropy, 'with no other rule beside it');
  });

  test('a rule is picked with its number, stands in the address, and figures of factors say that they leave it out', async () => {
    const { page, rows } = await open('lang=en');
    const picker = page.locator('.settings rule-picker');
    await picker.locator('select').selectOption('softcap');
    await picker.locator('input').fill('0');
    await picker.getByRole('button').click();
    await eventually(async () => assert.match(await picker.locator('[role="alert"]').innerText(), /0/));
    await picker.locator('input').fill('3');
    await picker.getByRole('button').click();
    await rows.locator('section[data-scale="softcap:3"]').waitFor();
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('scale=none,sqrt,softcap:3'));
    assert.match(await rows.locator('section[data-scale="softcap:3"] .rule-heading').innerText(), /Softcap at 3/);
    const variance = await visit(page, 'variance');
    assert.match(await variance.locator('[data-left-out]').innerText(), /Softcap at 3/);
    assert.equal(await variance.locator('section[data-scale]').count(), 2);
  });

  test('a sweep takes them too', async () => {
    const { page } = await open('lang=en&scale=ssmax:0.43,sinks:2&dks=16&seeds=0-2');
    const trend = await visit(page, 'trend');
    const value = async (/** @type {string} */ rule) => Number(await trend.locator(`tr[data-scale="${rule}"][data-dk="16"] [data-stat="mean-entropy"]`).first().getAttribute('data-value'));
    const swept = async (/** @type {any} */ options) => (await engine.sweep({ n: 8, dK: 16, seeds: [0, 1, 2], ...options })).rows[0].meanEntropy;
    assert.equal(await value('ssmax:0.43'), await swept({ scale: 'ssmax:0.43' }));
    assert.equal(await value('sinks:2'), await swept({ scale: 'sqrt', mask: { window: 2, sinks: 4 } }));
  });
});
