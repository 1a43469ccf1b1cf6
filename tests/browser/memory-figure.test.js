import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { models } from '../../web/src/memory/models.js';
import { ggufFile } from '../web/memory/gguf-file.js';
import { needsBrowser } from './browser.js';
import { eventually, siteInBrowser, visit } from './lab.js';

const GIB = 2 ** 30;

describe('the figure memory', needsBrowser, () => {
  const openSite = siteInBrowser();

  /** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
  async function open(hash, options) {
    const opened = await openSite(hash, options);
    const { page } = opened;
    await visit(page, 'memory');
    const number = async (/** @type {string} */ name) => Number(await page.locator(`memory-figure .facts [data-stat="${name}"]`).getAttribute('data-value'));
    return { ...opened, number };
  }

  test('Llama 3.1 8B at 32,768 takes 4 GiB, by every rule', async () => {
    const { page, number, problems } = await open('lang=en');
    assert.equal(await number('kv-total'), 4 * GIB);
    const rules = await page.locator('memory-figure [data-rule] [data-stat="kv-bytes"]').evaluateAll((cells) => cells.map((cell) => Number(/** @type {any} */ (cell).dataset.value)));
    assert.deepEqual(rules, [4 * GIB, 4 * GIB, 4 * GIB]);
    assert.match((await page.locator('memory-figure .facts').innerText()).replaceAll('\u00a0', ' '), /4 GiB\s+4\.29 GB\s+4,294,967,296 B/);
    assert.deepEqual(problems, []);
  });

  test('a pasted command sets the address, is warned about, and stays out of it', async () => {
    const { page, number } = await open('lang=en&model=gpt-oss-20b');
    await page.fill('[data-box="command"] textarea', 'llama-server -m secret.gguf -c 131072 -np 1 -ctk q8_0 -ctv q8_0 -fa off');
    await page.locator('[data-note="quantised_v_needs_flash_attention"]').waitFor();
    await page.waitForFunction(() => location.hash.includes('ctx=131072'));
    const hash = await page.evaluate(() => location.hash);
    for (const part of ['np=1', 'ctk=q8_0', 'ctv=q8_0', 'fa=off']) assert.ok(hash.includes(part), hash);
    assert.ok(!hash.includes('secret'), hash);
    await eventually(async () => assert.equal(await number('kv-total'), ((3 * GIB + 12 * 2 * 768 * 8 * 64 * 2) * 34) / 64));
    assert.match(await page.locator('[data-command]').innerText(), /^llama-server -m secret\.gguf -c 131072 -np 1 -fa off -ctk q8_0 -ctv q8_0$/);
    await page.fill('[data-box="command"] textarea', 'llama-server -c 32k');
    assert.match(await page.locator('[data-box="command"] [data-note="number_cut"]').innerText(), /means 32/);
  });

  test('what is refused is named as the reader knows it', async () => {
    for (const lang of ['en', 'fa']) {
      const { page } = await open(`lang=${lang}`);
      const alert = page.locator('memory-figure [role="alert"]');
      const refused = async (/** @type {'command' | 'config'} */ box, /** @type {string} */ text, /** @type {RegExp} */ words) => {
        await page.fill(`[data-box="${box}"] textarea`, text);
        await eventually(async () => assert.match(await alert.first().innerText(), words));
        const said = (await alert.allInnerTexts()).join(' ');
        assert.ok(!/nCtx|nParallel|nBatch|num[A-Z]/.test(said), said);
      };
      await refused('command', 'llama-server -c 4096 -np 300', /-np.*(256|۲۵۶)/);
      await refused('command', 'llama-server -b 0', /-b/);
      await refused('command', 'llama-server -c -5', /-c.*(4,294,967,291|۴٬۲۹۴٬۹۶۷٬۲۹۱)/);
      await page.fill('[data-box="command"] textarea', 'llama-server -c 2147483647 -np 256');
      await page.waitForFunction(() => location.hash.includes('np=256'));
      await alert.first().waitFor({ state: 'detached' });
      await refused('config', '{"hidden_size": 64, "num_attention_heads": 2}', /num_hidden_layers/);
    }
  });

  test('a pasted config.json, a broken one, and a dropped .gguf', async () => {
    const { page, number } = await open('lang=en&ctx=131072&np=1');
    await page.fill('[data-box="config"] textarea', JSON.stringify(models['gpt-oss-20b']));
    await eventually(async () => assert.equal(await number('kv-total'), 3240099840));
    await page.fill('[data-box="config"] textarea', '{\n  "hidden_size": 64,\n}');
    await eventually(async () => assert.match(await page.locator('[data-box="config"] [role="alert"]').innerText(), /Line 3, column 1/));
    const gguf = ggufFile([
      ['general.architecture', 'string', 'gpt-oss'],
      ['general.name', 'string', 'A dropped model'],
      ['gpt-oss.block_count', 'u32', 24],
      ['gpt-oss.context_length', 'u32', 131072],
      ['gpt-oss.embedding_length', 'u32', 2880],
      ['gpt-oss.attention.head_count', 'u32', 64],
      ['gpt-oss.attention.head_count_kv', 'u32', 8],
      ['gpt-oss.attention.key_length', 'u32', 64],
      ['gpt-oss.attention.value_length', 'u32', 64],
      ['gpt-oss.attention.sliding_window', 'u32', 128],
    ]);
    const buffer = Buffer.from(await gguf.arrayBuffer());
    await page.setInputFiles('[data-box="config"] input[type="file"]', { name: 'model.gguf', mimeType: 'application/octet-stream', buffer });
    await page.waitForFunction(() => document.querySelector('.plan-title')?.textContent?.includes('A dropped model'));
    await eventually(async () => assert.equal(await number('kv-total'), 3240099840));
  });

  test('sizes take k, K and Persian digits; 25.6K is refused', async () => {
    const { page } = await open('lang=fa');
    const field = page.locator('[data-figure="memory"] [data-key="ctx"] input[type="text"]');
    await field.fill('۳۲k');
    await field.blur();
    await page.waitForFunction(() => location.hash.includes('ctx=32000'));
    await eventually(async () => assert.equal(await field.inputValue(), '۳۲۰۰۰'));
    await field.fill('25.6K');
    await field.blur();
    await eventually(async () => assert.equal(await field.getAttribute('aria-invalid'), 'true'));
    assert.ok((await page.evaluate(() => location.hash)).includes('ctx=32000'));
  });

  test('a budget becomes a context and a command', async () => {
    const { page } = await open('lang=en&np=1&budget=4');
    const longest = Number(await page.locator('[data-stat="longest-context"]').getAttribute('data-value'));
    assert.equal(longest, Math.floor((4 * GIB) / (131072 + 1024) / 256) * 256);
    assert.match(await page.locator('[data-command]').innerText(), new RegExp(`-c ${longest} `));
  });

  test('every layer has a line in the table', async () => {
    const { page } = await open('lang=en&model=gemma-3-4b&ctx=131072&np=1');
    await page.locator('[data-table="layers"] summary').click();
    await eventually(async () => assert.equal(await page.locator('[data-table="layers"] tbody tr').count(), 34));
  });

  test('fits a phone in both languages', async () => {
    for (const lang of ['fa', 'en']) {
      const { page, problems } = await open(`lang=${lang}&model=deepseek-v3&np=3&ctk=q8_0`, { viewport: { width: 320, height: 700 } });
      await eventually(async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, lang));
      assert.deepEqual(problems, []);
    }
  });
});
