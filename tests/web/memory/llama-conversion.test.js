import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertedRope, ropeDifferences, ropeFlags } from '../../../web/src/memory/llama-conversion.js';
import { llamaRope } from '../../../web/src/memory/llama-rope.js';
import { readLlamaCommand } from '../../../web/src/memory/read-llama-command.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { golden } from './golden.js';

/** @param {string} name */
function ropeOf(name, layerType = 'all') {
  const { config } = readModelConfig(JSON.stringify(golden('models')[name].config));
  const rope = config.rope?.[layerType] ?? config.rope?.full_attention;
  assert.ok(rope);
  return { rope, modelType: config.modelType };
}
const plain = { base: 10_000, invFreq: [] };
const codes = (/** @type {{ difference: string }[]} */ differences) => differences.map(({ difference }) => difference);
const nothing = { layerType: null, settings: null, llama: null };

test('the documented flags of Qwen come out of its config', () => {
  const { rope } = ropeOf('qwen2.5-7b-instruct+yarn');
  assert.equal(ropeFlags(rope, plain).join(' '), '--rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768');
  const { settings } = readLlamaCommand(`llama-server ${ropeFlags(rope, plain).join(' ')}`);
  assert.equal(settings.ropeFreqScale, 0.25);
  assert.equal(settings.yarnOrigCtx, 32768);
});

test('what the converter writes is what the model files of the golden models say', () => {
  for (const name of ['qwen2.5-7b-instruct+yarn', 'gpt-oss-20b', 'deepseek-v3', 'gemma-3-4b', 'phi-3-mini-128k']) {
    const { rope, modelType } = ropeOf(name, 'full_attention');
    const { hp } = golden('models')[name].llama_cpp;
    const file = convertedRope(rope, { modelType, nCtxSeq: 4096, frequencies: plain });
    assert.equal(file?.scalingType, hp.rope_scaling_type_train, name);
    if (hp.rope_freq_scale_train) assert.equal(file?.freqScale, hp.rope_freq_scale_train, name);
    if (hp.rope_freq_base_train) assert.equal(file?.freqBase, hp.rope_freq_base_train, name);
    if (hp.n_ctx_orig_yarn) assert.equal(file?.nCtxOrig, hp.n_ctx_orig_yarn, name);
    if (hp.rope_yarn_log_mul) assert.equal(file?.yarnLogMultiplier, hp.rope_yarn_log_mul, name);
  }
});

test('Phi-3 changes its divisors with the allocated context, not with the sequence', () => {
  const { rope, modelType } = ropeOf('phi-3-mini-128k');
  const divisors = (/** @type {number} */ nCtxSeq) => convertedRope(rope, { modelType, nCtxSeq, frequencies: plain })?.freqFactors;
  assert.equal(divisors(4096), rope.shortFactor);
  assert.equal(divisors(4097), rope.longFactor);
  assert.deepEqual(codes(ropeDifferences(rope, { modelType, ...nothing })), ['longrope_switch']);
});

test('llama3 reaches the model file as divisors', () => {
  const { rope, modelType } = ropeOf('llama-3.1-8b');
  const frequencies = { base: 500_000, invFreq: [1, 500_000 ** (-2 / 128) / 8] };
  const factors = convertedRope(rope, { modelType, nCtxSeq: 4096, frequencies })?.freqFactors;
  assert.equal(factors?.[0], 1);
  assert.ok(Math.abs(Number(factors?.[1]) - 8) < 1e-12);
});

test('gpt-oss: transformers does not truncate the ramp, llama.cpp always does', () => {
  const { rope, modelType } = ropeOf('gpt-oss-20b', 'full_attention');
  assert.deepEqual(codes(ropeDifferences(rope, { modelType, ...nothing })), ['yarn_truncates']);
});

test('a dynamic config has flags for one length only', () => {
  const { rope } = ropeOf('llama-2-7b');
  const dynamic = { ...rope, ropeType: 'dynamic', factor: 2 };
  assert.deepEqual(ropeFlags(dynamic, { base: 10_000, invFreq: [] }), []);
  assert.deepEqual(ropeFlags(dynamic, { base: 30_000.5, invFreq: [] }), ['--rope-freq-base', '30000.5']);
});

test('flags that do not do what they seem to', () => {
  const { rope, modelType } = ropeOf('qwen3-8b');
  const differences = (/** @type {string} */ command, layerType = 'all') => {
    const { settings } = readLlamaCommand(command);
    const file = convertedRope(rope, { modelType, nCtxSeq: 40960, frequencies: plain });
    assert.ok(file);
    return codes(ropeDifferences(rope, { modelType, layerType, settings, llama: llamaRope(settings, file) }));
  };
  assert.deepEqual(differences('llama-server'), []);
  assert.deepEqual(differences('llama-server --rope-scale 4'), ['scale_alone_is_linear']);
  assert.deepEqual(differences('llama-server --rope-scaling yarn --rope-scale 4 --yarn-attn-factor 0.8'), ['attention_flag_overwritten']);
  assert.deepEqual(differences('llama-server --rope-scaling none --rope-scale 4'), ['none_ignores_scale']);
  assert.deepEqual(differences('llama-server --rope-freq-base 1e6', 'sliding_attention'), ['flags_skip_sliding']);
});

