import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { layerGroups } from '../../../web/src/figures/memory/cache-formula.js';
import { growthBars } from '../../../web/src/figures/memory/growth.js';
import { parametersOf, settingsOf } from '../../../web/src/figures/memory/settings.js';
import { formatLlamaCommand } from '../../../web/src/memory/format-command.js';
import { longestContext } from '../../../web/src/memory/memory-budget.js';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { models } from '../../../web/src/memory/models.js';
import { readLlamaCommand } from '../../../web/src/memory/read-llama-command.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { readModelFile } from '../../../web/src/memory/read-model-file.js';
import { readParameter } from '../../../web/src/state/kinds.js';
import { defaultValues, modelIds, parameterOf } from '../../../web/src/state/parameters.js';
import { binaryBytes, decimalBytes, exactBytes } from '../../../web/src/text/byte-text.js';
import { words as en } from '../../../web/src/text/memory-en.js';
import { parseSize } from '../../../web/src/text/sizes.js';
import { ggufFile } from './gguf-file.js';
import { golden } from './golden.js';

test('pitfall 53: k is 1000, K and Ki are 1024, and what is no whole size is refused', () => {
  const cases = { '32k': 32000, '32K': 32768, '25.6k': 25600, '1M': 1048576, '1Mi': 1048576, '۳۲k': 32000, '32 Ki': 32768, '131,072': 131072, 0: 0 };
  for (const [text, size] of Object.entries(cases)) assert.equal(parseSize(text), size, text);
  for (const text of ['25.6K', '', 'k', '32kk', '1e400', 'NaN', '32x', '1T', '0.5', '__proto__']) assert.equal(parseSize(text), null, text);
  assert.deepEqual(readParameter(parameterOf('ctx'), '۳۲K'), { value: 32768 });
  assert.equal(readParameter(parameterOf('ctx'), '25.6K').problem?.code, 'not-a-size');
  assert.equal(readParameter(parameterOf('ctx'), '4G').problem?.code, 'too-large');
});

test('presets are the 13 real models, unchanged', () => {
  const real = golden('models');
  assert.deepEqual(Object.keys(models), Object.keys(real));
  assert.deepEqual([...modelIds], Object.keys(real));
  for (const [id, { config }] of Object.entries(real)) assert.deepEqual(models[id], config, id);
});

test('bytes in binary, decimal and exact units, in both languages', () => {
  assert.deepEqual([binaryBytes('en', 2 ** 32), decimalBytes('en', 2 ** 32), exactBytes('en', 2 ** 32)], ['4\u00a0GiB', '4.29\u00a0GB', '4,294,967,296\u00a0B']);
  assert.equal(binaryBytes('fa', 2 ** 32), '\u2066۴\u00a0GiB\u2069');
  assert.equal(binaryBytes('en', 1023), '1,023\u00a0B');
  assert.equal(decimalBytes('en', 65_536_000_000), '65.54\u00a0GB');
});

describe('a command is read into settings and written from them', () => {
  for (const text of [
    'llama-server -m model.gguf -c 8192',
    'llama-server -m "my model.gguf" -ngl 99 --rope-scaling yarn -c 65536 -np 4 -kvu -fa on -ctk q8_0 -ctv q4_0 -b 1024 -ub 256 --swa-full',
    'llama-cli -m a.gguf -c 0 -fa off',
  ]) {
    test(text, () => {
      const { settings, others, program } = readLlamaCommand(text);
      const written = formatLlamaCommand(settings, { program, others });
      assert.deepEqual(readLlamaCommand(written).settings, settings);
      assert.deepEqual(readLlamaCommand(written).others, others);
      const values = { ...defaultValues(), ...Object.fromEntries(parametersOf(settings)) };
      const fromPage = settingsOf(values, null);
      for (const [name, value] of Object.entries(fromPage)) {
        if (name !== 'weightBytes') assert.equal(/** @type {any} */ (settings)[name], value, name);
      }
    });
  }
});

test('the bars grow with the context, by straight lines and by a square', () => {
  const { config } = readModelConfig(JSON.stringify(models['llama-3.1-8b']));
  const settings = { nCtx: 32768, nParallel: 1, flashAttn: 'disabled' };
  const totals = (/** @type {'dense' | 'llama.cpp'} */ rule, /** @type {string} */ part) =>
    growthBars(config, settings, memoryPlan(config, settings, { rule })).map(({ parts }) => parts.find((one) => one.part === part)?.bytes ?? 0);
  const [first, , , fourth, , , , last] = totals('dense', 'full');
  assert.deepEqual([fourth / first, last / first], [4, 8]);
  const scores = totals('dense', 'scores');
  assert.deepEqual([scores[3] / scores[0], scores[7] / scores[0]], [16, 64]);
  const tiles = totals('llama.cpp', 'scores');
  assert.equal(tiles[7] / tiles[0], 8);
});

test('the longest context a flag can say has bars, though more is allocated', () => {
  const { config } = readModelConfig(JSON.stringify(models['llama-3.1-8b']));
  const settings = { nCtx: 2 ** 31 - 1, nParallel: 256 };
  const plan = memoryPlan(config, settings);
  assert.equal(plan.nCtx, 2 ** 31);
  assert.deepEqual(growthBars(config, settings, plan).map(({ nCtx }) => nCtx).slice(-2), [Math.round((7 * (2 ** 31 - 1)) / 8), 2 ** 31 - 1]);
  const long = { ...config, maxPositionEmbeddings: 10_485_760 };
  assert.equal(longestContext(long, settings, { budgetBytes: Number.MAX_SAFE_INTEGER }).nCtx, 2 ** 31 - 1);
});

test('layers that store the same are one line of the formula', () => {
  const { config } = readModelConfig(JSON.stringify(models['gemma-3-4b']));
  const groups = layerGroups(memoryPlan(config, { nCtx: 131072, nParallel: 1 }).layers);
  assert.deepEqual(groups.map(({ layer, count }) => [layer.kind, count, layer.cells]), [['sliding', 29, 1536], ['full', 5, 131072]]);
});

test('a dropped file is known by its first bytes', async () => {
  const gguf = ggufFile([['general.architecture', 'string', 'llama'], ['llama.block_count', 'u32', 2]]);
  assert.equal((await readModelFile(gguf)).config.numHiddenLayers, 2);
  assert.equal((await readModelFile(new Blob(['{"num_hidden_layers":3}']))).config.numHiddenLayers, 3);
  await assert.rejects(readModelFile(/** @type {any} */ ({ size: 5e9, slice: () => new Blob(['PK..']) })), { code: 'too-large' });
});

describe('words', () => {
  test('every code that the readers and the plan use has words', () => {
    const folder = new URL('../../../web/src/memory/', import.meta.url);
    const code = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const notes = [...code.matchAll(/code: '([a-z0-9_]+)'|(?:fail|warn)\('([a-z0-9_]+)'/g)].map((match) => match[1] ?? match[2]);
    const refusals = [...code.matchAll(/AttentionError\('([a-z-]+)'/g)].map((match) => match[1]);
    assert.ok(notes.length > 40 && refusals.length > 15);
    for (const note of [...notes, 'long_factor_length', 'short_factor_length']) assert.ok(`note.${note}` in en, note);
    for (const refusal of refusals) assert.ok(`refusal.${refusal}` in en, refusal);
  });
});
