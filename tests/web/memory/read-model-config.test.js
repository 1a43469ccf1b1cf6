import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { golden } from './golden.js';

const read = (/** @type {object} */ config) => readModelConfig(JSON.stringify(config));
const codes = (/** @type {{ code: string }[]} */ notes) => notes.map((note) => note.code);

describe('validation of transformers 5 (config_validation.json)', () => {
  for (const { id, config, expect } of golden('config_validation').cases) {
    test(id, () => {
      const { warnings, error } = read(config);
      // That a base was assumed is this page's own note.
      const theirs = codes(warnings).filter((code) => code !== 'rope_theta_assumed');
      assert.deepEqual(theirs.sort(), [...expect.warnings].sort());
      assert.equal(error?.code ?? null, expect.error);
    });
  }

  test('a float attention factor is accepted, an integer is warned about', () => {
    const text = (/** @type {string} */ factor) =>
      `{"model_type":"llama","hidden_size":32,"num_attention_heads":4,"num_hidden_layers":2,"max_position_embeddings":8192,
        "rope_theta":10000,"rope_scaling":{"rope_type":"yarn","factor":2.0,"original_max_position_embeddings":4096,"attention_factor":${factor}}}`;
    assert.deepEqual(codes(readModelConfig(text('1.0')).warnings), []);
    assert.deepEqual(codes(readModelConfig(text('1')).warnings), ['attention_factor']);
  });
});

describe('real models (models.json)', () => {
  for (const [name, { config: file, llama_cpp: expected }] of Object.entries(golden('models'))) {
    test(name, () => {
      const { config, error } = read(file);
      assert.equal(error, null);
      assert.equal(config.layerTypes?.length, config.numHiddenLayers);
      if (expected === null) return;
      assert.equal(config.numHiddenLayers, expected.n_layer);
      assert.equal(config.maxPositionEmbeddings, expected.n_ctx_train);
      assert.equal(config.rope === null, expected.rope === null);
      if (expected.mla) {
        assert.equal(Number(config.kvLoraRank) + Number(config.qkRopeHeadDim), expected.head_dim_k);
      } else {
        assert.equal(config.numKeyValueHeads, expected.n_head_kv);
        assert.equal(config.headDim, expected.head_dim_k);
      }
    });
  }
});

describe('public pitfalls', () => {
  test('pitfall 25: rope_scaling null is plain RoPE', () => {
    const { config, warnings, error } = readModelConfig(
      '{"hidden_size":2048,"num_attention_heads":32,"rope_theta":1000000,"rope_scaling":null}',
    );
    assert.deepEqual([warnings, error], [[], null]);
    assert.equal(config.headDim, 64);
    const { ropeType, ropeTheta, rotaryDim, attentionFactor } = config.rope?.full_attention ?? {};
    assert.deepEqual(
      { ropeType, ropeTheta, rotaryDim, attentionFactor },
      { ropeType: 'default', ropeTheta: 1e6, rotaryDim: 64, attentionFactor: null },
    );
  });

  test('pitfall 26: "type" and "rope_type" are the same key', () => {
    const scaled = (/** @type {string} */ key) =>
      read({ ...SMALL, rope_scaling: { [key]: 'linear', factor: 8.0 } }).config.rope?.full_attention;
    assert.deepEqual(scaled('type'), scaled('rope_type'));
    assert.equal(scaled('type')?.factor, 8);
  });

  test('pitfall 28: factors that are integers, floats, text, 0, negative, below 1 and null', () => {
    const withFactor = (/** @type {string} */ factor) =>
      readModelConfig(`{"hidden_size":32,"num_attention_heads":4,"max_position_embeddings":2048,
        "rope_theta":10000,"rope_scaling":{"rope_type":"linear","factor":${factor}}}`);
    assert.deepEqual(withFactor('8'), withFactor('8.0'));
    const asText = withFactor('"8"');
    assert.equal(asText.config.rope?.full_attention?.factor, 8);
    assert.deepEqual(codes(asText.warnings), ['number_as_text']);
    assert.equal(asText.warnings[0].key, 'rope_scaling.factor');
    for (const factor of ['0', '-2', 'null']) {
      const { error } = withFactor(factor);
      assert.deepEqual([error?.code, error?.key], ['factor_range', 'rope_scaling.factor'], factor);
    }
    const half = withFactor('0.5');
    assert.deepEqual(
      [codes(half.warnings), half.warnings[0].key, half.warnings[0].value],
      [['factor_range'], 'rope_scaling.factor', 0.5],
    );
    assert.deepEqual(
      [withFactor('"eight"').error?.code, withFactor('"eight"').error?.key],
      ['not_a_number', 'rope_scaling.factor'],
    );
  });

  test('pitfall 40: an odd head_dim is an error of rotation alone', () => {
    const { config, error } = read({ hidden_size: 520, num_attention_heads: 8 });
    assert.deepEqual([error?.code, error?.value, error?.part], ['odd_head_dim', 65, 'rope']);
    assert.equal(config.headDim, 65);
    assert.equal(read({ model_type: 'gpt2', n_embd: 520, n_head: 8, n_layer: 2 }).error, null);
  });

  test('pitfall 41: an explicit head_dim wins over hidden_size / heads', () => {
    const { config, found } = read({
      hidden_size: 2560,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
    });
    assert.equal(config.headDim, 128);
    assert.equal(found.headDim, 'head_dim');
    assert.equal(config.queryWidth, 4096);
    assert.equal(config.scale?.toFixed(10), '0.0883883476');
    assert.equal(config.rope?.full_attention?.rotaryDim, 2 * 64);
  });

  test('DeepSeek multiplies its logits by YaRN’s temperature, (0.1·mscale_all_dim·ln factor + 1)²', () => {
    const latent = { kv_lora_rank: 512, qk_rope_head_dim: 64, qk_nope_head_dim: 128, v_head_dim: 128 };
    const yarn = { type: 'yarn', factor: 40, original_max_position_embeddings: 4096, mscale: 1.0, mscale_all_dim: 1.0 };
    const v3 = { ...SMALL, ...latent, model_type: 'deepseek_v3', rope_scaling: yarn };
    const scaleOf = (/** @type {object} */ more, base = v3) => read({ ...base, ...more }).config.scale?.toFixed(6);
    assert.equal(scaleOf({}), '0.135234');
    assert.equal(read(golden('models')['deepseek-v3'].config).config.scale?.toFixed(6), '0.135234');
    assert.equal(scaleOf({ model_type: 'kimi_k2', rope_scaling: { ...yarn, factor: 32 } }), '0.130861');
    assert.equal(scaleOf({ rope_scaling: { ...yarn, mscale: 0.5, mscale_all_dim: 0.5 } }), '0.101246');
    const plain = (192 ** -0.5).toFixed(6);
    for (const rope_scaling of [null, { ...yarn, mscale_all_dim: 0 }, { ...yarn, mscale_all_dim: undefined }, { ...yarn, factor: 1 }]) {
      assert.equal(scaleOf({ rope_scaling }), plain);
    }
    assert.equal(scaleOf({ kv_lora_rank: undefined, head_dim: 192 }), plain, 'only where there is a latent');
  });

  test('pitfall 43: nested text_config, one and two levels down, never the vision values', () => {
    const text_config = { num_attention_heads: 8, head_dim: 256, hidden_size: 2560, num_hidden_layers: 34 };
    const vision_config = { num_attention_heads: 16, hidden_size: 1152, num_hidden_layers: 27 };
    const one = read({ model_type: 'gemma3', vision_config, text_config });
    const two = read({ model_type: 'omni', vision_config, thinker_config: { vision_config, text_config } });
    for (const { config } of [one, two]) {
      assert.deepEqual([config.numAttentionHeads, config.headDim, config.numHiddenLayers], [8, 256, 34]);
    }
    assert.equal(one.found.headDim, 'text_config.head_dim');
    assert.equal(two.found.numAttentionHeads, 'thinker_config.text_config.num_attention_heads');
  });

  test('pitfall 44: transformers 5 moves rope_theta into rope_parameters', () => {
    const { config, found } = read({ ...SMALL, rope_parameters: { rope_theta: 1000000.0, rope_type: 'default' } });
    assert.equal(config.rope?.full_attention?.ropeTheta, 1e6);
    assert.equal(found.ropeTheta, 'rope_parameters.rope_theta');
  });
});

describe('architectures are computed from keys, not from names', () => {
  test('a name nobody knows', () => {
    const { config, error, warnings } = read({
      model_type: 'brand_new',
      d_model: 1024,
      n_heads: 16,
      n_layers: 4,
      n_kv_heads: 2,
      rope_theta: 10_000,
    });
    assert.deepEqual([error, warnings], [null, []]);
    assert.deepEqual([config.headDim, config.numKeyValueHeads, config.numHiddenLayers], [64, 2, 4]);
  });

  test('sizes left to the class default are reported', () => {
    const { config, found, warnings } = read({
      model_type: 'gemma3',
      text_config: { model_type: 'gemma3_text', hidden_size: 2560, num_hidden_layers: 34, sliding_window: 1024 },
    });
    assert.deepEqual([config.numAttentionHeads, config.numKeyValueHeads, config.headDim], [8, 4, 256]);
    assert.equal(found.numKeyValueHeads, 'default of gemma3_text');
    assert.ok(warnings.some((note) => note.code === 'class_default' && note.key === 'text_config.num_key_value_heads'));
  });

  test('multi-query flags, heads by layer, pruned blocks', () => {
    const base = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 2 };
    assert.equal(read({ ...base, multi_query: true }).config.numKeyValueHeads, 1);
    assert.equal(read({ ...base, multi_query_attention: true, multi_query_group_num: 2 }).config.numKeyValueHeads, 2);
    assert.deepEqual(read({ ...base, num_kv_heads: [4, 2] }).config.numKeyValueHeadsPerLayer, [4, 2]);
    const block_configs = [
      { attention: { n_heads_in_group: 4 } },
      { attention: { no_op: true, n_heads_in_group: null } },
    ];
    assert.deepEqual(read({ ...base, block_configs }).config.numKeyValueHeadsPerLayer, [2, 0]);
  });

  test('windows: switched off, by pattern, by list, from a layer on', () => {
    const base = { hidden_size: 64, num_attention_heads: 2, num_hidden_layers: 4, sliding_window: 16 };
    const kinds = (/** @type {object} */ more) =>
      read({ ...base, ...more })
        .config.layerTypes?.map((type) => type[0])
        .join('');
    assert.equal(kinds({}), 'ssss');
    assert.equal(kinds({ use_sliding_window: false }), 'ffff');
    assert.equal(kinds({ sliding_window_pattern: 2 }), 'sfsf');
    assert.equal(kinds({ use_sliding_window: true, max_window_layers: 3 }), 'fffs');
    assert.equal(kinds({ layer_types: ['full_attention', 'sliding_attention', 'conv', 'full_attention'] }), 'fsrf');
    assert.equal(kinds({ hybrid_override_pattern: 'M-*M' }), 'rrfr');
    assert.equal(kinds({ layers_block_type: ['mamba', 'attention', 'moe', 'mlp'] }), 'rfrr');
    assert.equal(kinds({ layer_types: ['linear_attention', 'recurrent', 'hybrid_sliding', 'hybrid'] }), 'rrsf');
    assert.equal(kinds({ layer_types: Array(4).fill('deepseek_sparse_attention') }), 'ffff');
    assert.equal(kinds({ full_attention_interval: 4 }), 'rrrf');
    assert.equal(kinds({ sliding_window: null, attention_chunk_size: 8192 }), 'cccf');
  });
});

test('models without rotary positions have none', () => {
  const turns = (/** @type {object} */ more) => read({ ...SMALL, ...more }).config.rope !== null;
  for (const model_type of ['jamba', 'zamba', 'nemotron_h', 'bert', 'roberta', 'xlm-roberta', 'deberta-v2', 'gpt2', 'falcon_mamba']) {
    assert.ok(!turns({ model_type, rope_theta: 10_000 }), model_type);
    assert.ok(turns({ model_type: `${model_type}x` }), 'whole names only');
  }
  assert.ok(!turns({ model_type: 'bert', position_embedding_type: 'absolute' }));
  assert.ok(turns({ model_type: 'esm', position_embedding_type: 'rotary' }));
  assert.deepEqual([turns({ model_type: 'zamba2' }), turns({ model_type: 'zamba2', use_mem_rope: true })], [false, true]);
  const granite = (/** @type {string | null} */ kind) => turns({ model_type: 'granitemoehybrid', position_embedding_type: kind });
  assert.deepEqual([granite(null), granite('nope'), granite('rope')], [false, false, true]);
  assert.ok(!turns({ model_type: 'kimi_linear', mla_use_nope: true }));
});

test('a base that is not given is said to be assumed, once', () => {
  const assumed = (/** @type {object} */ more) =>
    read({ ...SMALL, ...more })
      .warnings.filter(({ code }) => code === 'rope_theta_assumed')
      .map(({ key, value, part }) => [key, value, part]);
  assert.deepEqual(assumed({}), [['rope_theta', 10_000, 'rope']]);
  assert.deepEqual(assumed({ model_type: 'gpt_oss' }), [['rope_theta', 150_000, 'rope']]);
  assert.deepEqual(assumed({ model_type: 'gemma3_text', rope_theta: 1e6 }), [['rope_local_base_freq', 10_000, 'rope']]);
  assert.deepEqual(assumed({ rope_parameters: { full_attention: {}, sliding_attention: { rope_type: 'linear', factor: 2 } } }), [['rope_theta', 10_000, 'rope']]);
  for (const given of [{ rope_theta: 500 }, { rope_parameters: { rope_theta: 500 } }, { rope_theta: 'wide' }, { model_type: 'gpt2' }]) {
    assert.deepEqual(assumed(given), []);
  }
});

test('a hybrid layer has a cache and a state: the cache is counted, the state is said not to be', () => {
  const zamba = { ...SMALL, num_hidden_layers: 4, layers_block_type: ['mamba', 'mamba', 'hybrid', 'mamba'] };
  const plan = memoryPlan(read(zamba).config, { nCtx: 256, nParallel: 1 });
  assert.deepEqual(plan.layers.map(({ kind }) => kind), ['recurrent', 'recurrent', 'full', 'recurrent']);
  assert.equal(plan.bytesTotal, 2 * 512 * 256 * 2);
  const noted = (/** @type {{ code: string }[]} */ notes) => notes.filter(({ code }) => code === 'recurrent_state_not_counted').length;
  assert.deepEqual([noted(read(zamba).warnings), noted(plan.warnings)], [0, 1]);
  const falcon = read({ ...SMALL, layer_types: ['hybrid', 'hybrid'] });
  assert.deepEqual([noted(falcon.warnings), noted(memoryPlan(falcon.config, { nParallel: 1 }).warnings)], [1, 0]);
});

const SMALL = { hidden_size: 512, num_attention_heads: 4, num_hidden_layers: 2, max_position_embeddings: 4096 };
