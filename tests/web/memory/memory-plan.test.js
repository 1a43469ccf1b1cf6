import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttentionError } from '../../../web/src/engine/attention-error.js';
import { CACHE_TYPES } from '../../../web/src/memory/cache-types.js';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { scoreMatrix, scoreTileBytes } from '../../../web/src/memory/score-memory.js';
import { camelCaseKeys, golden } from './golden.js';

const vectors = golden('kv_cache');
const models = golden('models');
const GIB = 2 ** 30;
const configOf = (/** @type {string} */ model) => readModelConfig(JSON.stringify(models[model].config)).config;

/** @param {object} plan @param {Record<string, unknown>} expect */
function assertPlan(plan, expect) {
  const actual = Object.fromEntries(Object.keys(expect).map((key) => [key, /** @type {any} */ (plan)[key]]));
  assert.deepEqual(actual, expect);
}

describe('llama.cpp allocations (kv_cache.json), from the geometry and from config.json', () => {
  for (const { id, model, geometry, app, flags, expect } of vectors.llama_cpp) {
    test(id, () => {
      const settings = { app, ...camelCaseKeys(flags) };
      assertPlan(memoryPlan(/** @type {any} */ (camelCaseKeys(geometry)), settings), camelCaseKeys(expect));
      assertPlan(memoryPlan(configOf(model), settings), camelCaseKeys(expect));
    });
  }
});

test('block sizes', () => {
  for (const [type, { elements, bytes, bits_per_element }] of Object.entries(vectors.block_sizes)) {
    assert.deepEqual(CACHE_TYPES[type], { elements, bytes });
    assert.equal((bytes * 8) / elements, bits_per_element);
  }
  assert.deepEqual(Object.keys(CACHE_TYPES).sort(), Object.keys(vectors.block_sizes).sort());
});

describe('every layer keeps every token (kv_cache.json, dense)', () => {
  for (const { model, tokens, batch, bytes_per_element, bytes } of vectors.dense) {
    test(`${model}, ${tokens} tokens, batch ${batch}, ${bytes_per_element} bytes`, () => {
      const settings = { tokens, batch, bytesPerElement: bytes_per_element };
      assert.equal(memoryPlan(configOf(model), settings, { rule: 'dense' }).bytesTotal, bytes);
      if (bytes_per_element !== 2) return;
      const flags = { nCtx: tokens * batch, nParallel: batch };
      assert.equal(memoryPlan(configOf(model), flags, { rule: 'dense' }).bytesTotal, bytes);
    });
  }
});

describe('multi-head latent attention (kv_cache.json, mla)', () => {
  for (const { model, tokens, latent_bytes, decompressed_bytes } of vectors.mla) {
    test(`${model}, ${tokens} tokens`, () => {
      const config = configOf(model);
      const plan = memoryPlan(config, { tokens, bytesPerElement: 2 }, { rule: 'dense' });
      assert.equal(plan.bytesTotal, latent_bytes);
      assert.equal(plan.bytesDecompressed, decompressed_bytes);
    });
  }
});

describe('score matrices (score_matrix.json)', () => {
  const { cases, ubatch_tiles } = golden('score_matrix');
  for (const {
    n,
    heads,
    batch,
    dtype,
    bytes_per_element,
    bytes,
    gb,
    gib,
    causal_useful_bytes,
    flash_lse_bytes,
  } of cases) {
    test(`n ${n}, heads ${heads}, batch ${batch}, ${dtype}`, () => {
      const expected = { bytes, gb, gib, causalUsefulBytes: causal_useful_bytes, flashLseBytes: flash_lse_bytes };
      assert.deepEqual(scoreMatrix({ n, heads, batch, bytesPerElement: bytes_per_element }), expected);
    });
  }
  for (const { n_query, n_kv, heads, bytes } of ubatch_tiles) {
    test(`tile ${n_query} × ${n_kv}, heads ${heads}`, () => {
      assert.equal(scoreTileBytes({ nQuery: n_query, nKv: n_kv, heads }), bytes);
    });
  }
});

describe('numbers people know', () => {
  test('128,000 tokens in float32: 65.536 GB = 61.04 GiB per head', () => {
    const { gb, gib } = scoreMatrix({ n: 128_000 });
    assert.deepEqual([gb, gib.toFixed(2)], [65.536, '61.04']);
  });

  test('Llama-3.1-8B at 32,768 in f16: exactly 4 GiB', () => {
    assert.equal(memoryPlan(configOf('llama-3.1-8b'), { nCtx: 32768, nParallel: 1 }).bytesTotal, 4 * GIB);
  });

  test('gpt-oss-20b at 131,072: full layers 3 GiB plus the windowed ones, 6 GiB with --swa-full', () => {
    const settings = { nCtx: 131072, nParallel: 1 };
    const plan = memoryPlan(configOf('gpt-oss-20b'), settings);
    assert.deepEqual([plan.bytesBase, plan.bytesSwa], [3 * GIB, 12 * 2 * 768 * 8 * 64 * 2]);
    assert.equal(memoryPlan(configOf('gpt-oss-20b'), { ...settings, swaFull: true }).bytesTotal, 6 * GIB);
  });

  test('DeepSeek-V3: 70,272 bytes per token', () => {
    const plan = memoryPlan(configOf('deepseek-v3'), { nCtx: 4096, nParallel: 1 });
    assert.equal(plan.bytesTotal / plan.nCtx, 70_272);
  });

  test('Mistral 7B v0.1: the window saves nothing in llama.cpp, seven eighths where it is kept', () => {
    const settings = { nCtx: 32768, nParallel: 1 };
    const plan = memoryPlan(configOf('mistral-7b-v0.1'), settings);
    assert.equal(plan.bytesTotal, 4 * GIB);
    assert.deepEqual(
      plan.warnings.map(({ code }) => code),
      ['window_ignored_by_llama_cpp'],
    );
    assert.equal(memoryPlan(configOf('mistral-7b-v0.1'), settings, { rule: 'windowed' }).bytesTotal, GIB / 2);
    assert.equal(memoryPlan(configOf('mistral-7b-v0.1'), settings, { rule: 'dense' }).bytesTotal, 4 * GIB);
  });

  test('Gemma 4 31B: full layers have other heads and widths', () => {
    const plan = memoryPlan(configOf('gemma-4-31b'), { nCtx: 32768, nParallel: 1 });
    assert.equal(plan.bytesBase, 10 * 2 * 32768 * 4 * 512 * 2);
    assert.equal(plan.bytesSwa, 50 * 2 * 1536 * 16 * 256 * 2);
  });
});

describe('public pitfalls', () => {
  test('pitfall 50: -c is the total that -np divides; 0 is the trained length, divided too', () => {
    const config = { ...configOf('llama-3.1-8b'), maxPositionEmbeddings: 8192 };
    assert.equal(memoryPlan(config, { nCtx: 4096, nParallel: 4 }).contextPerSlot, 1024);
    assert.equal(memoryPlan(config, { nCtx: 0, nParallel: 4 }).contextPerSlot, 2048);
  });

  test('pitfall 41: query heads never count, key/value heads do', () => {
    const config = readModelConfig(
      '{"hidden_size":2560,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"num_hidden_layers":1}',
    ).config;
    assert.equal(memoryPlan(config, { tokens: 1 }, { rule: 'dense' }).bytesTotal, 2 * 8 * 128 * 2);
  });
});

describe('what a plan warns about', () => {
  const codes = (/** @type {object} */ settings, model = 'llama-3.1-8b') =>
    memoryPlan(configOf(model), settings).warnings.map(({ code }) => code);

  test('a context that is rounded, capped or beyond training', () => {
    assert.deepEqual(codes({ nCtx: 10000, nParallel: 3 }), ['context_rounded']);
    assert.deepEqual(codes({ nCtx: 262144, nParallel: 1 }), ['slot_capped']);
    assert.deepEqual(codes({ app: 'cli', nCtx: 262144 }), ['beyond_trained_length']);
  });

  test('quantised caches', () => {
    assert.deepEqual(codes({ nCtx: 4096, cacheTypeV: 'q8_0', flashAttn: 'disabled' }), [
      'quantised_v_needs_flash_attention',
    ]);
    const odd = { ...configOf('llama-3.1-8b'), headDim: 80 };
    const plan = memoryPlan(odd, { nCtx: 4096, nParallel: 1, cacheTypeK: 'q8_0', flashAttn: 'enabled' });
    assert.deepEqual(
      plan.warnings.map(({ code, willNotStart }) => [code, willNotStart]),
      [['head_dim_not_whole_blocks', true]],
    );
  });

  test('architectures llama.cpp may not know, recurrent layers', () => {
    const base = {
      model_type: 'brand_new',
      hidden_size: 64,
      num_attention_heads: 2,
      num_hidden_layers: 4,
      max_position_embeddings: 4096,
    };
    const warned = (/** @type {object} */ more) =>
      memoryPlan(readModelConfig(JSON.stringify({ ...base, ...more })).config, { nParallel: 1 }).warnings.map(
        ({ code }) => code,
      );
    assert.deepEqual(warned({ sliding_window: 16 }), ['window_unknown_to_llama_cpp']);
    assert.deepEqual(warned({ full_attention_interval: 2 }), ['recurrent_state_not_counted']);
    assert.deepEqual(warned({ kv_lora_rank: 16, qk_rope_head_dim: 8, qk_nope_head_dim: 8, v_head_dim: 8 }), [
      'latent_unknown_to_llama_cpp',
    ]);
  });
});

describe('what cannot be planned is refused by name', () => {
  /** @param {object} settings @param {string} code @param {string} field @param {object} [change] */
  function assertRefused(settings, code, field, change = {}) {
    const config = { ...configOf('llama-3.1-8b'), ...change };
    assert.throws(
      () => memoryPlan(config, settings),
      (error) => {
        assert.ok(error instanceof AttentionError);
        assert.deepEqual([error.code, error.field], [code, field]);
        return true;
      },
    );
  }

  test('settings out of range', () => {
    for (const nCtx of [-1, 1.5, NaN, Infinity, 2 ** 31]) assertRefused({ nCtx }, 'out-of-range', 'nCtx');
    for (const nParallel of [0, 257, 2.5]) assertRefused({ nParallel }, 'out-of-range', 'nParallel');
    assertRefused({ nBatch: 0 }, 'out-of-range', 'nBatch');
    assertRefused({ cacheTypeK: 'q6_k' }, 'unsupported-cache-type', 'cacheTypeK');
    assertRefused({ cacheTypeV: '__proto__' }, 'unsupported-cache-type', 'cacheTypeV');
    assertRefused({ weightBytes: -1 }, 'out-of-range', 'weightBytes');
  });

  test('missing sizes, rows that are no whole blocks, byte counts beyond exact numbers', () => {
    assertRefused({}, 'missing-size', 'numHiddenLayers', { numHiddenLayers: null });
    assertRefused({}, 'missing-size', 'numKeyValueHeads', { numKeyValueHeads: null });
    assertRefused({}, 'missing-size', 'maxPositionEmbeddings', { maxPositionEmbeddings: null });
    assertRefused({ nCtx: 256, cacheTypeK: 'q8_0' }, 'row-not-whole-blocks', 'cacheTypeK', { headDim: 5 });
    assertRefused({ nCtx: 2 ** 30 }, 'too-many-bytes', 'bytes', { numKeyValueHeads: 2 ** 30 });
  });
});
