import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { readModelConfig } from '../../web/src/memory/read-model-config.js';
import { engines, engine, isClose } from './setup.js';

/** @param {string} name */
const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'));
/** @param {number} actual @param {number} expected */
const near = (actual, expected, relative = 1e-8) => assert.ok(Math.abs(actual / expected - 1) <= relative, `${actual} is not ${expected}`);
const llama = (/** @type {object} */ more) => ({ model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, num_hidden_layers: 32, max_position_embeddings: 4096, ...more });

describe('every config of rope_inv_freq.json, in both modules', () => {
  for (const { id, config, layer_type: layerType, seq_len: sequenceLength, expect } of golden('rope_inv_freq').cases) {
    test(id, async () => {
      for (const each of engines) {
        const rope = await each.ropeFrequencies(config, { layerType: layerType ?? undefined, sequenceLength: sequenceLength ?? undefined });
        assert.equal(rope.ropeType, expect.rope_type);
        assert.equal(rope.ropeTheta, expect.rope_theta);
        assert.equal(rope.headDim, expect.head_dim);
        assert.equal(rope.rotaryDim, expect.rotary_dim);
        near(rope.attentionFactor, expect.attention_factor, 1e-12);
        assert.ok(isClose(rope.invFreq, expect.inv_freq), 'frequencies');
        if (expect.effective_base) near(rope.effectiveBase, expect.effective_base, 1e-12);
        if (expect.correction_range) assert.ok(isClose(rope.correctionRange ?? [], expect.correction_range), `${rope.correctionRange}`);
      }
    });
  }
});

describe('every config of config_validation.json says what is wrong and what was assumed', () => {
  for (const { id, config, expect } of golden('config_validation').cases) {
    test(id, async () => {
      const answer = await engine.ropeFrequencies(config).catch((error) => error);
      if (expect.error !== null) {
        assert.ok(answer instanceof AttentionError);
        assert.equal(answer.code, expect.error);
        return;
      }
      const codes = answer.warnings.map((/** @type {{ code: string }} */ { code }) => code);
      for (const code of expect.warnings) assert.ok(codes.includes(code), `${code} is not among ${codes}`);
      assert.ok(answer.invFreq.every((/** @type {number} */ frequency) => Number.isFinite(frequency)));
    });
  }
});

describe('every real model, its config.json pasted whole', () => {
  for (const [name, { config }] of Object.entries(golden('models'))) {
    test(name, async () => {
      const { config: read } = readModelConfig(JSON.stringify(config));
      if (name === 'gpt2') {
        await assert.rejects(engine.ropeFrequencies(read), { code: 'no-rope' });
        return;
      }
      for (const layerType of Object.keys(read.rope ?? {})) {
        const rope = await engine.ropeFrequencies(read, { layerType });
        assert.equal(rope.invFreq.length, rope.rotaryDim / 2);
        assert.ok(rope.invFreq.every((frequency) => Number.isFinite(frequency) && frequency >= 0));
        assert.ok(rope.attentionFactor >= 1 && rope.attentionFactor < 2);
      }
    });
  }
});

test("llama.cpp's own formula, on the vectors of rope_llamacpp.json", async () => {
  for (const { id, params, expect } of golden('rope_llamacpp').ggml) {
    const rope = await engine.ropeFrequencies({
      ropeType: 'llama.cpp',
      ropeTheta: params.freq_base,
      headDim: params.n_dims,
      factor: 1 / params.freq_scale,
      originalMaxPositionEmbeddings: params.n_ctx_orig,
      extFactor: params.ext_factor,
      attentionFactor: params.attn_factor,
      shortFactor: params.freq_factors,
    });
    assert.ok(isClose(rope.invFreq, expect.eff_freq), id);
    near(rope.attentionFactor, expect.magnitude, 1e-12);
    assert.deepEqual(rope.correctionRange, expect.corr_dims, id);
  }
});

test('pitfall 26: both spellings of the kind divide every frequency by 8', async () => {
  const plain = await engine.ropeFrequencies(llama({}));
  for (const key of ['type', 'rope_type']) {
    const { invFreq } = await engine.ropeFrequencies(llama({ rope_scaling: { [key]: 'linear', factor: 8.0 } }));
    invFreq.forEach((frequency, i) => assert.equal(frequency, plain.invFreq[i] / 8));
  }
});

test('pitfall 29: YaRN without an original length takes the maximum and says so', async () => {
  const rope = await engine.ropeFrequencies(llama({ max_position_embeddings: 32768, rope_theta: 1e6, rope_scaling: { rope_type: 'yarn', factor: 4.0 } }));
  assert.ok(rope.warnings.some(({ code, value }) => code === 'original_length_assumed' && value === 32768));
  near(rope.attentionFactor, 1.138629436);
  assert.deepEqual(rope.correctionRange, [23, 40]);
  near(rope.invFreq[24], 0.00537532149);
  near(rope.invFreq[30], 0.00106436098);
  near(rope.invFreq[63], 3.10234440e-7);
});

test('pitfall 31: a given attention factor is used as it is', async () => {
  const scaling = { rope_type: 'yarn', factor: 8.0, original_max_position_embeddings: 4096 };
  assert.equal((await engine.ropeFrequencies(llama({ rope_scaling: { ...scaling, attention_factor: 1.0 } }))).attentionFactor, 1);
  near((await engine.ropeFrequencies(llama({ rope_scaling: scaling }))).attentionFactor, 1.207944154);
});

test('pitfall 35: the middle band of llama3', async () => {
  const { invFreq, attentionFactor } = await engine.ropeFrequencies({
    ...{ ropeType: 'llama3', ropeTheta: 500_000, headDim: 64, factor: 32 },
    ...{ lowFreqFactor: 1, highFreqFactor: 4, originalMaxPositionEmbeddings: 8192 },
  });
  for (const [pair, expected] of [[14, 0.00321144599], [15, 0.00129054793], [16, 0.000429556797], [17, 9.70828780e-5], [31, 9.41830673e-8]]) {
    near(invFreq[pair], expected);
  }
  assert.equal(attentionFactor, 1);
});

test('llama3 without a band between, as in Llama 4 Scout: every pair is kept or divided', async () => {
  const rope_scaling = { factor: 16.0, high_freq_factor: 1.0, low_freq_factor: 1.0, original_max_position_embeddings: 8192, rope_type: 'llama3' };
  const scout = llama({ model_type: 'llama4_text', head_dim: 128, num_attention_heads: 40, rope_theta: 500_000, max_position_embeddings: 10_485_760, rope_scaling });
  for (const each of engines) {
    const plain = await each.ropeFrequencies({ ...scout, rope_scaling: null });
    const { invFreq, warnings } = await each.ropeFrequencies(scout);
    invFreq.forEach((frequency, pair) => {
      const whole = plain.invFreq[pair];
      assert.equal(frequency, (2 * Math.PI) / whole > 8192 ? whole / 16 : whole, `pair ${pair}`);
    });
    assert.ok(warnings.some(({ code }) => code === 'llama3_freq_order'));
    // A wavelength of exactly the trained length must not divide 0 by 0.
    const onTheEdge = { ropeType: 'llama3', headDim: 2, factor: 16, lowFreqFactor: 1, highFreqFactor: 1, originalMaxPositionEmbeddings: 2 * Math.PI };
    assert.equal((await each.ropeFrequencies(onTheEdge)).invFreq[0], 1);
  }
});

test('pitfall 36: dynamic keeps its base up to the trained length', async () => {
  for (const [sequenceLength, base] of [[512, 1000], [2048, 1000], [8192, 7453.483032]]) {
    const rope = await engine.ropeFrequencies({ ropeType: 'dynamic', ropeTheta: 1000, headDim: 64, factor: 2, maxPositionEmbeddings: 2048 }, { sequenceLength });
    near(rope.effectiveBase, base);
    assert.ok(rope.invFreq.every(Number.isFinite));
  }
});

test('pitfall 38: partial rotary builds its frequencies over its own width', async () => {
  const rope = await engine.ropeFrequencies({ model_type: 'glm', hidden_size: 4096, num_attention_heads: 16, num_hidden_layers: 2, head_dim: 256, partial_rotary_factor: 0.25, rope_theta: 1e6, max_position_embeddings: 4096 });
  assert.equal(rope.rotaryDim, 64);
  near(rope.invFreq[1], 0.649381632);
});

test('pitfall 40: an odd head is refused by name, and attends without positions', async () => {
  await assert.rejects(engine.ropeFrequencies({ hidden_size: 520, num_attention_heads: 8, num_hidden_layers: 2, max_position_embeddings: 2048 }), (/** @type {any} */ error) => {
    assert.equal(error.code, 'odd_head_dim');
    assert.equal(error.values.value, 65);
    return true;
  });
  await assert.rejects(engine.attend({ seed: 1, n: 2, dK: 65 }, { positions: { ropeType: 'default' } }), { code: 'not-even', field: 'headDim' });
  assert.equal((await engine.attend({ seed: 1, n: 2, dK: 65 })).n, 2);
});

test('wrong requests are refused by name', async () => {
  const refuses = (/** @type {any} */ config, /** @type {string} */ code, /** @type {string} */ field) => assert.rejects(engine.ropeFrequencies(config), { code, field });
  await refuses({ ropeType: 'mystery', headDim: 64 }, 'unknown-choice', 'ropeType');
  await refuses({ ropeType: 'linear', headDim: 64, factor: '8' }, 'not-a-number', 'factor');
  await refuses({ ropeType: 'linear', headDim: 64, factor: 0 }, 'out-of-range', 'factor');
  await refuses({ ropeType: 'default' }, 'not-a-number', 'headDim');
  await refuses({ ropeType: 'longrope', headDim: 8, factor: 2, originalMaxPositionEmbeddings: 64, shortFactor: [1], longFactor: [1, 1, 1, 1] }, 'wrong-length', 'shortFactor');
  await refuses(null, 'not-an-object', 'config');
});

test('a kind of layers that the model does not have is refused, one without positions of its own has those of all', async () => {
  const layers = { layer_types: ['sliding_attention', 'full_attention'], sliding_window: 512 };
  await assert.rejects(engine.ropeFrequencies(llama(layers), { layerType: 'full' }), {
    code: 'unknown-choice', field: 'layerType', message: "layerType must be 'full_attention' or 'sliding_attention', but is \"full\"",
  });
  await assert.rejects(engine.attend({ seed: 1, n: 2, dK: 128 }, { positions: { config: llama({}), layerType: 'sliding_attention' } }), { field: 'layerType' });
  const [one, other] = await Promise.all(['sliding_attention', 'full_attention'].map((layerType) => engine.ropeFrequencies(llama(layers), { layerType })));
  assert.deepEqual(one.invFreq, other.invFreq);
});
