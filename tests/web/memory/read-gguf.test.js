import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { readGguf } from '../../../web/src/memory/read-gguf.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { ggufFile } from './gguf-file.js';
import { camelCaseKeys, golden } from './golden.js';

const { llama_cpp } = golden('kv_cache');
const models = golden('models');

/** The keys llama.cpp's converter writes. @param {any} geometry @returns {import('./gguf-file.js').Pair[]} */
function pairsOf({ arch, n_layer, n_head_kv, head_dim_k, head_dim_v, n_ctx_train, n_swa, mla, n_rot }) {
  /** @type {import('./gguf-file.js').Pair[]} */
  const pairs = [
    ['general.architecture', 'string', arch],
    ['general.name', 'string', 'a model'],
    ['tokenizer.ggml.tokens', 'string[]', Array.from({ length: 5000 }, (_, i) => `token ${i}`)],
    ['tokenizer.chat_template', 'string', 'x'.repeat(5000)],
    [`${arch}.block_count`, 'u32', n_layer],
    [`${arch}.context_length`, 'u32', n_ctx_train],
    [`${arch}.embedding_length`, 'u64', 4096],
    [`${arch}.attention.head_count`, 'u32', 32],
    [`${arch}.attention.head_count_kv`, 'u32', n_head_kv],
    [`${arch}.attention.key_length`, 'u32', head_dim_k],
    [`${arch}.attention.value_length`, 'u32', head_dim_v],
    [`${arch}.rope.freq_base`, 'f32', 10000],
  ];
  if (n_swa !== undefined) pairs.push([`${arch}.attention.sliding_window`, 'u32', n_swa]);
  if (mla) {
    pairs.push(
      [`${arch}.attention.kv_lora_rank`, 'u32', head_dim_k - n_rot],
      [`${arch}.rope.dimension_count`, 'u32', n_rot],
    );
    pairs.push([`${arch}.attention.key_length_mla`, 'u32', 192], [`${arch}.attention.value_length_mla`, 'u32', 128]);
  }
  return pairs;
}

describe('a .gguf header gives the same plan (kv_cache.json)', () => {
  for (const { id, model, geometry, app, flags, expect } of llama_cpp) {
    test(id, async () => {
      const { config, error, weightBytes } = await readGguf(ggufFile(pairsOf(geometry)));
      assert.equal(error, null);
      assert.ok(Number(weightBytes) > 5000);
      const settings = { app, ...camelCaseKeys(flags) };
      const plan = memoryPlan(config, settings);
      for (const [key, value] of Object.entries(camelCaseKeys(expect)))
        assert.equal(/** @type {any} */ (plan)[key], value, key);
      const fromJson = memoryPlan(readModelConfig(JSON.stringify(models[model].config)).config, settings);
      assert.deepEqual(plan.layers, fromJson.layers);
    });
  }
});

describe('what files differ in', () => {
  const base = pairsOf({
    arch: 'llama',
    n_layer: 4,
    n_head_kv: 8,
    head_dim_k: 128,
    head_dim_v: 128,
    n_ctx_train: 8192,
  });

  test('byte order and version', async () => {
    const { config } = await readGguf(ggufFile(base));
    assert.deepEqual((await readGguf(ggufFile(base, { little: false }))).config, config);
    assert.deepEqual((await readGguf(ggufFile(base, { version: 2 }))).config, config);
  });

  test('values are found under their own keys', async () => {
    const { found, name } = await readGguf(ggufFile(base));
    assert.equal(found.numKeyValueHeads, 'llama.attention.head_count_kv');
    assert.equal(name, 'a model');
  });

  test('Gemma 4: window lists, heads by layer, other widths in full layers', async () => {
    /** @type {import('./gguf-file.js').Pair[]} */
    const pairs = [
      ['general.architecture', 'string', 'gemma4'],
      ['gemma4.block_count', 'u32', 6],
      ['gemma4.context_length', 'u32', 262144],
      ['gemma4.embedding_length', 'u32', 5376],
      ['gemma4.attention.head_count', 'u32', 32],
      ['gemma4.attention.head_count_kv', 'u32[]', [16, 16, 16, 16, 16, 4]],
      ['gemma4.attention.key_length', 'u32', 512],
      ['gemma4.attention.value_length', 'u32', 512],
      ['gemma4.attention.key_length_swa', 'u32', 256],
      ['gemma4.attention.value_length_swa', 'u32', 256],
      ['gemma4.attention.sliding_window', 'u32', 1024],
      ['gemma4.attention.sliding_window_pattern', 'bool[]', [true, true, true, true, true, false]],
    ];
    const { config } = await readGguf(ggufFile(pairs));
    const plan = memoryPlan(config, { nCtx: 32768, nParallel: 1 });
    const fromJson = memoryPlan(readModelConfig(JSON.stringify(models['gemma-4-31b'].config)).config, {
      nCtx: 32768,
      nParallel: 1,
    });
    assert.deepEqual(plan.layers, fromJson.layers.slice(0, 6));
  });

  test('recurrent layers keep no cache; parts of a split file have no size', async () => {
    const hybrid = base.filter(([key]) => key !== 'llama.attention.head_count_kv');
    hybrid.push(
      ['llama.attention.head_count_kv', 'u32[]', [0, 8, 0, 8]],
      ['llama.ssm.state_size', 'u32', 128],
      ['split.count', 'u32', 3],
    );
    const { config, weightBytes, warnings } = await readGguf(ggufFile(hybrid));
    assert.deepEqual(config.layerTypes, ['recurrent', 'full_attention', 'recurrent', 'full_attention']);
    assert.equal(weightBytes, null);
    assert.deepEqual(warnings, [{ code: 'gguf_is_one_of_several', key: 'split.count', value: 3 }]);
  });

  test('only slices are read, whatever the size of the file', async () => {
    const head = await ggufFile(base).arrayBuffer();
    const read = { bytes: 0 };
    const huge = {
      size: 500e9,
      slice: (/** @type {number} */ start, /** @type {number} */ end) => {
        read.bytes += end - start;
        const slice = new Uint8Array(end - start);
        slice.set(new Uint8Array(head.slice(start, end)));
        return { arrayBuffer: async () => slice.buffer };
      },
    };
    const { weightBytes } = await readGguf(/** @type {any} */ (huge));
    assert.equal(weightBytes, 500e9);
    assert.ok(read.bytes <= 2 ** 20);
  });
});

describe('files that are no .gguf, or damaged', () => {
  const base = pairsOf({
    arch: 'llama',
    n_layer: 4,
    n_head_kv: 8,
    head_dim_k: 128,
    head_dim_v: 128,
    n_ctx_train: 8192,
  });
  const refused = (/** @type {Blob} */ file, /** @type {string} */ code) =>
    assert.rejects(readGguf(file), { name: 'AttentionError', code });

  test('each is refused by name', async () => {
    await refused(new Blob(['GGML....']), 'gguf-magic');
    await refused(new Blob(['GG']), 'gguf-truncated');
    await refused(ggufFile(base, { version: 1 }), 'gguf-version');
    await refused(ggufFile(base, { version: 77 }), 'gguf-version');
    await refused(ggufFile(base, { count: 2n ** 63n }), 'gguf-damaged');
    await refused(ggufFile(base, { count: 50_000n }), 'gguf-truncated');
    await refused(ggufFile([['a', 'u32', 1]]), 'gguf-no-model');
  });

  test('cut anywhere, it is refused and never read as something else', async () => {
    const file = ggufFile(base.filter(([, type]) => type !== 'string[]'));
    for (let end = 0; end < file.size; end += 7)
      await assert.rejects(readGguf(file.slice(0, end)), { name: 'AttentionError' });
  });

  test('impossible sizes', async () => {
    const { config, error } = await readGguf(ggufFile([...base, ['llama.block_count', 'u32', 4_000_000_000]]));
    assert.deepEqual([config.numHiddenLayers, error?.code, error?.key], [null, 'out_of_range', 'llama.block_count']);
  });
});
