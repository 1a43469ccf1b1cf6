import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { longestContext, memoryPlan, readGguf, readLlamaCommand, readModelConfig } from '../../web/src/memory/index.js';
import { ggufFile } from '../web/memory/gguf-file.js';
import { fuzz } from './fuzz.js';

const models = JSON.parse(readFileSync(new URL('../golden/models.json', import.meta.url), 'utf8'));
const texts = Object.values(models).map(({ config }) => JSON.stringify(config));

/** Whatever fails must be a refusal in words. @template T @param {() => Promise<T> | T} work */
async function orRefused(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AttentionError) return null;
    throw error;
  }
}

/** Whatever was read plans whole, positive, consistent numbers, or none. @param {any} config @param {any} settings */
async function planAll(config, settings) {
  for (const rule of /** @type {const} */ (['llama.cpp', 'dense', 'windowed'])) {
    const plan = await orRefused(() => memoryPlan(config, settings, { rule }));
    if (plan === null) continue;
    const numbers = [plan.bytesK, plan.bytesV, plan.bytesTotal, plan.bytesAll, plan.nCtx, plan.contextPerSlot];
    assert.ok(
      numbers.every((value) => Number.isSafeInteger(value) && value >= 0),
      JSON.stringify(numbers),
    );
    assert.equal(
      plan.bytesTotal,
      plan.layers.reduce((sum, layer) => sum + layer.bytesK + layer.bytesV, 0),
    );
  }
  await orRefused(() => longestContext(config, settings, { budgetBytes: 2 ** 33 }));
}

const json = fc.oneof(
  fc.constantFrom(
    'null',
    '0',
    '-1',
    '1e400',
    '1.5',
    '"8"',
    '[]',
    '{}',
    'true',
    '99999999999999999999',
    'NaN',
    '"__proto__"',
  ),
  fc.json({ maxDepth: 2 }),
);
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 12 }),
  text: fc.oneof(json, fc.string({ maxLength: 6 })),
});

fuzz(
  'changed config.json files are read or refused in words',
  fc.asyncProperty(fc.constantFrom(...texts), fc.array(change, { maxLength: 4 }), async (text, changes) => {
    let changed = text;
    for (const { at, remove, text: inserted } of changes) {
      const place = Math.floor(at * changed.length);
      changed = changed.slice(0, place) + inserted + changed.slice(place + remove);
    }
    const result = await orRefused(() => readModelConfig(changed));
    if (result !== null) await planAll(result.config, { nCtx: 4096, nParallel: 2 });
  }),
  800,
);

fuzz(
  'any value under any known key is read or refused in words',
  fc.asyncProperty(fc.constantFrom(...Object.values(models)), fc.nat(), json, async ({ config }, which, value) => {
    const keys = Object.keys(config);
    const key = keys[which % keys.length];
    const others = Object.entries(config)
      .filter(([name]) => name !== key)
      .map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`);
    const result = await orRefused(() =>
      readModelConfig(`{${[...others, `${JSON.stringify(key)}:${value}`].join(',')}}`),
    );
    if (result !== null) await planAll(result.config, { nCtx: 1024, nParallel: 1 });
  }),
  800,
);

const word = fc.oneof(
  fc.constantFrom(
    'llama-server',
    'llama-cli',
    '-c',
    '-np',
    '-fa',
    '-ctk',
    '-ctv',
    '-b',
    '-ub',
    '--swa-full',
    '--kv-unified',
  ),
  fc.constantFrom(
    'q8_0',
    'off',
    '0',
    '-1',
    '32k',
    '4096',
    '--rope-scale',
    'A=1',
    'LLAMA_ARG_CTX_SIZE=9',
    '&&',
    '|',
    '>',
    '\\\n',
  ),
  fc.constantFrom(
    '"',
    "'",
    '\\',
    '$',
    '`',
    '#',
    '\n',
    'CMD',
    '["-c"]',
    'ENV',
    'docker',
    'llama.cpp:server',
    '-e',
    '${',
    '*',
  ),
  fc.string({ maxLength: 5 }),
);

fuzz(
  'any command is read or refused in words',
  fc.asyncProperty(fc.array(word, { maxLength: 20 }), async (words) => {
    const result = await orRefused(() => readLlamaCommand(words.join(' ')));
    if (result === null) return;
    const { config } = readModelConfig(texts[2]);
    await planAll(config, result.settings);
  }),
  1500,
);

const head = new Uint8Array(
  await ggufFile([
    ['general.architecture', 'string', 'gemma3'],
    ['tokenizer.ggml.tokens', 'string[]', ['a', 'bc', '']],
    ['gemma3.block_count', 'u32', 6],
    ['gemma3.context_length', 'u32', 8192],
    ['gemma3.embedding_length', 'u64', 512],
    ['gemma3.attention.head_count', 'u32', 8],
    ['gemma3.attention.head_count_kv', 'u32[]', [4, 4, 4, 4, 4, 2]],
    ['gemma3.attention.sliding_window', 'u32', 1024],
    ['gemma3.attention.sliding_window_pattern', 'bool[]', [true, false]],
  ]).arrayBuffer(),
);

fuzz(
  'changed and truncated .gguf headers are read or refused in words',
  fc.asyncProperty(
    fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat({ max: 255 }) }), {
      maxLength: 6,
    }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.boolean(),
    async (changes, keep, cut) => {
      const bytes = head.slice();
      for (const { at, byte } of changes) bytes[Math.min(bytes.length - 1, Math.floor(at * bytes.length))] = byte;
      const result = await orRefused(() => readGguf(new Blob([cut ? bytes.slice(0, keep * bytes.length) : bytes])));
      if (result !== null) await planAll(result.config, { nCtx: 4096, nParallel: 2 });
    },
  ),
  1500,
);
