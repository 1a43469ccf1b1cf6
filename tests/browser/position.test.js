import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readModelConfig } from '../../web/src/memory/read-model-config.js';
import { words as en } from '../../web/src/text/position-en.js';
import { words as fa } from '../../web/src/text/position-fa.js';
import { engine } from '../engine/setup.js';
import { needsBrowser } from './browser.js';
import { eventually, hostOf, settled, siteInBrowser, visit } from './lab.js';

/** @type {Record<string, { config: object }>} */
const models = JSON.parse(readFileSync(new URL('../golden/models.json', import.meta.url), 'utf8'));
/** @param {object} scaling */
const llama = (scaling) =>
  JSON.stringify({ model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, num_hidden_layers: 32, max_position_embeddings: 32768, rope_theta: 1e6, rope_scaling: scaling });

describe('the figure position', needsBrowser, () => {
  const openSite = siteInBrowser();

  /** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
  async function open(hash, options) {
    // little work for its neighbours
    const opened = await openSite(`longest=2048&lengthseeds=0&upto=1024&${hash}`, options);
    const { page } = opened;
    const figure = page.locator('position-figure');
    await visit(page, 'position');
    const number = async (/** @type {string} */ variant, /** @type {string} */ name) =>
      Number(await figure.locator(`tr[data-variant="${variant}"] [data-stat="${name}"]`).getAttribute('data-value'));
    /** Pastes a text and waits for the picture of it, and for what it brings. */
    const paste = async (/** @type {'config' | 'command'} */ box, /** @type {string} */ text, /** @type {string} */ awaited) => {
      await figure.locator(`[data-box="${box}"] textarea`).fill(text);
      await eventually(async () => assert.equal(await hostOf(page, 'position').evaluate((/** @type {any} */ { shown }, box) => shown[box], box), text));
      await hostOf(page, 'position').locator(settled).waitFor();
      await figure.locator(awaited).first().waitFor();
    };
    return { ...opened, figure, number, paste };
  }

  test('the numbers shown are the engine’s', async () => {
    const { figure, number, problems } = await open('lang=en');
    const shared = { ropeTheta: 10_000, headDim: 64, factor: 4, originalMaxPositionEmbeddings: 4096, maxPositionEmbeddings: 4096 };
    for (const ropeType of ['default', 'linear', 'ntk-aware', 'yarn']) {
      const frequencies = await engine.ropeFrequencies({ ropeType, ...shared }, { sequenceLength: 16_384 });
      assert.equal(await number(ropeType, 'attention-factor'), frequencies.attentionFactor, ropeType);
      assert.equal(await number(ropeType, 'base'), frequencies.effectiveBase, ropeType);
      const { meanEntropy } = await engine.attend({ seed: 7, n: 8, dK: 64, dV: 1 }, { positions: { ropeType, ...shared, step: 1024, sequenceLength: 16_384 } });
      assert.equal(await number(ropeType, 'mean-entropy'), meanEntropy, ropeType);
    }
    await figure.locator('number-table summary').click();
    await figure.locator('number-table [data-stat="inv-freq"]').first().waitFor();
    const shown = await figure.locator('number-table tbody tr').evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('[data-stat="inv-freq"]')].map((cell) => Number(cell.getAttribute('data-value')))),
    );
    const { invFreq, correctionRange } = await engine.ropeFrequencies({ ropeType: 'yarn', ...shared });
    assert.deepEqual(shown.map((row) => row[3]), [...invFreq]);
    const [first, last] = correctionRange ?? [];
    assert.match((await figure.locator('.mark-text').allTextContents()).join(' '), new RegExp(`pair ${first}.*pair ${last}`));
    assert.deepEqual(problems, []);
  });

  test('a pasted config takes the place of the settings, and says what it assumed', async () => {
    const { page, figure, number, paste } = await open('lang=en');
    await paste('config', llama({ rope_type: 'yarn', factor: 4 }), '[data-note="original_length_assumed"]');
    assert.equal(await number('yarn', 'attention-factor'), 0.1 * Math.log(4) + 1);
    assert.equal(await number('yarn', 'pairs-kept'), 24);
    assert.match(await figure.locator('[data-note="original_length_assumed"]').innerText(), /original_max_position_embeddings is missing.*32,768/);
    assert.match(await figure.locator('[data-own]').innerText(), /128 wide, base 1,000,000, trained on 32,768 positions, meant for 131,072/);
    assert.match(await figure.locator('[data-flags="yarn"]').innerText(), /llama-server -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768/);
    assert.equal(await figure.locator('[data-agree="yes"]').count(), 1);
    assert.ok(!(await page.evaluate(() => location.hash)).includes('config'), 'what was pasted stays out of the address');
    await figure.locator('[data-box="config"] button').click();
    await figure.locator('tr[data-variant="ntk-aware"]').waitFor();
  });

  for (const [language, words] of /** @type {const} */ ([['en', en], ['fa', fa]])) {
    test(`a wrong config says what is wrong and what was assumed (${language})`, async () => {
      const { figure, paste, number } = await open(`lang=${language}`);
      const instead = /** @type {Function} */ (words['position.plain-instead'])({ name: '', width: '', base: '', trained: '', reach: '' }).split(/[ :]/)[0];

      await paste('config', llama({ rope_type: 'mystery', factor: 4 }), '[data-config-error="unknown_type"]');
      assert.match(await figure.locator('[data-config-error]').innerText(), /rope_scaling\.rope_type.*mystery/);
      assert.ok((await figure.locator('[data-own]').innerText()).includes(instead), 'plain RoPE is drawn, and said to be');
      assert.equal(await figure.locator('tr[data-variant]').count(), 1);
      assert.equal(await number('default', 'base'), 1e6);

      await paste('config', llama({ rope_type: 'linear', factor: '8' }), '[data-note="number_as_text"]');
      assert.match(await figure.locator('[data-note="number_as_text"]').innerText(), /rope_scaling\.factor.*8/);
      assert.ok((await figure.locator('[data-flags="linear"] code').innerText()).endsWith('--rope-scaling linear --rope-scale 8'));

      await paste('config', llama({ rope_type: 'linear', factor: 'much' }), '[data-config-error="not_a_number"]');
      assert.equal(await figure.locator('tr[data-variant]').count(), 1);
      await paste('config', llama({ rope_type: 'linear' }), '[data-config-error="missing_keys"]');
      await paste('config', '{"head_dim": 65, "max_position_embeddings": 64}', '[data-config-error="odd_head_dim"]');
      assert.match(await figure.locator('[data-config-error]').innerText(), language === 'fa' ? /۶۵/ : /65/);
      await paste('config', '{"rope_theta": 500}', '[data-note="head_dim_assumed"]');
      assert.equal(await figure.locator('[data-note="length_assumed"]').count(), 1);

      const broken = '{\n"rope_theta": }';
      await paste('config', broken, '[data-config-error="json-syntax"]');
      assert.equal(await figure.locator('[data-box="config"] textarea').inputValue(), broken, 'what is typed while a picture is computed stays');
      assert.ok((await figure.locator('[data-box="config"]').innerText()).includes(String(words['position.settings-instead'])));
      assert.equal(await figure.locator('tr[data-variant]').count(), 4, 'the settings are drawn');
      await paste('config', JSON.stringify(models.gpt2.config), '[data-config-error="no_rope"]');
      assert.equal(await figure.locator('tr[data-variant]').count(), 0);
    });
  }

  test('a command is read as llama.cpp reads it, drawn, and held against the config', async () => {
    const { figure, number, paste } = await open('lang=en');
    await paste('command', 'llama-server -c 16384 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 4096', 'tr[data-variant="llama.cpp"]');
    assert.equal(await number('llama.cpp', 'pairs-kept'), await number('yarn', 'pairs-kept'));
    assert.ok(Math.abs((await number('llama.cpp', 'attention-factor')) - (await number('yarn', 'attention-factor'))) < 1e-12);
    await paste('command', 'llama-server -c 16384 --rope-scale 4', '[data-difference="scale_alone_is_linear"]');
    assert.equal(await number('llama.cpp', 'pairs-stretched'), 32);

    await paste('config', JSON.stringify(models['gpt-oss-20b'].config), '[data-difference="yarn_truncates"]');
    assert.equal(await figure.locator('[data-agree="no"]').count(), 1);
    const { config } = readModelConfig(JSON.stringify(models['gpt-oss-20b'].config));
    const { attentionFactor } = await engine.ropeFrequencies(config);
    assert.equal(await number('yarn', 'attention-factor'), attentionFactor);

    await paste('command', 'llama-server --rope-scaling "yarn', '[data-box="command"] [role="alert"]');
    assert.equal(await figure.locator('tr[data-variant="llama.cpp"]').count(), 0);
    await paste('command', 'llama-server --rope-scaling mystery', '[data-box="command"] [role="alert"]:has-text("mystery")');
    assert.match(await figure.locator('[data-box="command"] [role="alert"]').innerText(), /mystery/);
  });

  test('every real config, pasted whole, gives its frequencies', async () => {
    const { figure, number, paste, problems } = await open('lang=fa');
    for (const [name, { config }] of Object.entries(models)) {
      if (name === 'gpt2') continue;
      const { config: read } = readModelConfig(JSON.stringify(config));
      const [layerType, rope] = Object.entries(read.rope ?? {}).find(([type]) => type !== 'sliding_attention') ?? [];
      await paste('config', JSON.stringify({ ...config, _name_or_path: name }), '[data-own]');
      await figure.page().waitForFunction((base) => document.querySelector('position-figure tr[data-variant="default"] [data-stat="base"]')?.getAttribute('data-value') === base, String(rope?.ropeTheta));
      const last = figure.locator(`tr[data-variant="${rope?.ropeType}"]`).last();
      await last.waitFor();
      const expected = await engine.ropeFrequencies(read, { layerType, sequenceLength: 1e6 });
      assert.equal(await number(String(rope?.ropeType), 'attention-factor').catch(() => 1), expected.attentionFactor, name);
      assert.equal(await figure.locator('.problem').count(), 0, name);
    }
    assert.deepEqual(problems, []);
  });

  test('DeepSeek’s temperature stands in the table and in the rows', async () => {
    const { number, paste } = await open('lang=en');
    await paste('config', JSON.stringify(models['deepseek-v3'].config), '[data-own]');
    const times = (0.1 * Math.log(40) + 1) ** 2;
    assert.equal(await number('yarn', 'attention-factor'), 1);
    assert.equal(await number('yarn', 'logits-times'), times);
    assert.equal(await number('default', 'logits-times'), 1);
    const { config } = readModelConfig(JSON.stringify(models['deepseek-v3'].config));
    const positions = { ...config.rope?.full_attention, step: 1024, sequenceLength: 163_840 };
    const { meanEntropy } = await engine.attend({ seed: 7, n: 8, dK: 64, dV: 1 }, { positions, temperature: 1 / times });
    assert.equal(await number('yarn', 'mean-entropy'), meanEntropy);
    await paste('command', 'llama-server -c 163840', 'tr[data-variant="llama.cpp"]');
    assert.ok(Math.abs((await number('llama.cpp', 'logits-times')) - times) < 1e-12);
  });

  test('no curve crosses the words about the ramp', async () => {
    for (const lang of ['en', 'fa']) {
      for (const width of [320, 1440]) {
        const { figure, paste } = await open(`lang=${lang}`, { viewport: { width, height: 900 } });
        const chart = figure.locator('svg.chart').nth(1);
        const room = () =>
          chart.evaluate((svg) => {
            const box = (/** @type {Element} */ part) => part.getBoundingClientRect();
            const [text, whole] = [box(/** @type {Element} */ (svg.querySelector('.mark-text'))), box(svg)];
            const others = [...svg.querySelectorAll('.curve, .axis text')].map(box);
            const crossed = others.filter((other) => other.top < text.bottom && other.bottom > text.top && other.left < text.right && other.right > text.left);
            return { crossed: crossed.length, inside: text.left >= whole.left && text.right <= whole.right };
          });
        await eventually(async () => assert.deepEqual(await room(), { crossed: 0, inside: true }, `${lang} ${width}`));
        await paste('config', JSON.stringify(models['gpt-oss-20b'].config), '[data-own]');
        await eventually(async () => assert.deepEqual(await room(), { crossed: 0, inside: true }, `gpt-oss, ${lang} ${width}`));
      }
    }
  });

  test('rows that are left out are said to be', async () => {
    for (const [lang, cut] of /** @type {[string, RegExp][]} */ ([
      ['en', /16 of 17 queries.*16 of 17 keys/],
      ['fa', /۱۶ پرسِ نخست از ۱۷ پرس و ۱۶ کلیدِ نخست از ۱۷ کلید/],
    ])) {
      const { figure } = await open(`lang=${lang}&n=17`);
      assert.match(await figure.locator('[data-cut]').innerText(), cut);
    }
    const whole = await open('lang=en&n=16');
    assert.equal(await whole.figure.locator('[data-cut]').count(), 0);
    const wide = await open('lang=en&n=4&keys=64');
    assert.match(await wide.figure.locator('[data-cut]').innerText(), /4 of 4 queries.*16 of 64 keys/);
  });

  test('fits a phone in both languages, in light and dark, with a config and a command', async () => {
    for (const [lang, theme] of [['fa', 'dark'], ['en', 'light']]) {
      const { page, problems, paste } = await open(`lang=${lang}&theme=${theme}`, { viewport: { width: 320, height: 700 } });
      await paste('config', JSON.stringify(models['phi-3-mini-128k'].config), '[data-own]');
      await paste('command', 'llama-server -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768', 'tr[data-variant="llama.cpp"]');
      await eventually(async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, lang));
      assert.deepEqual(problems, []);
    }
  });
});
