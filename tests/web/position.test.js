import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairCounts } from '../../web/src/figures/position/variants-table.js';
import { configuredRope } from '../../web/src/lab/computations/position-config.js';
import { scores } from '../../web/src/lab/computations/position.js';
import { readModelConfig } from '../../web/src/memory/read-model-config.js';
import { defaultValues } from '../../web/src/state/parameters.js';

test('the score is the mean cosine over the whole distances of an octave', () => {
  const frequencies = { invFreq: [1, 0.3, 0.01, 0], headDim: 12, rotaryDim: 8, attentionFactor: 1.1 };
  const distances = [1, 2, 3, 10, 100, 4096];
  const expected = distances.map((distance) => {
    let [sum, count] = [0, 0];
    for (let at = Math.ceil(distance / Math.SQRT2); at <= distance * Math.SQRT2; at += 1, count += 1) {
      for (const frequency of frequencies.invFreq) sum += 2 * Math.cos(at * frequency);
    }
    return ((sum / count) * 1.1 ** 2 + 4) / 12;
  });
  scores(frequencies, distances).forEach((score, at) => assert.ok(Math.abs(score - expected[at]) < 1e-12, `${distances[at]}: ${score}`));
});

test('pairs are kept, bent, stretched or do not turn', () => {
  const plain = { invFreq: [1, 0.1, 0.01, 0.001] };
  assert.deepEqual(pairCounts({ invFreq: [1, 0.05, 0.0025, 0.00025] }, plain), { kept: 1, between: 1, stretched: 2, still: 0 });
  assert.deepEqual(pairCounts({ invFreq: [1, 0.1, 0, 0] }, plain), { kept: 2, between: 0, stretched: 0, still: 2 });
});

const configured = async (/** @type {object} */ config) => (await configuredRope({ ...defaultValues(), config: JSON.stringify(config) })).configured;
const codes = (/** @type {{ code: string }[] | undefined} */ notes) => notes?.map(({ code }) => code);

test('a config without sizes still says how it turns, and what was taken for them', async () => {
  const found = await configured({ rope_theta: 500, rope_scaling: { rope_type: 'yarn', factor: 2 } });
  assert.deepEqual(codes(found?.warnings), ['head_dim_assumed', 'length_assumed']);
  assert.deepEqual([found?.headDim, found?.trained, found?.reach, found?.error], [64, 4096, 8192, null]);
  assert.equal(found?.variants[1].parameters.originalMaxPositionEmbeddings, 4096);
});

test('what is wrong with the positions is told, whatever else is wrong', async () => {
  const { error, ropeError } = readModelConfig('{"hidden_size": "wide", "rope_scaling": {"rope_type": "linear", "factor": "much"}}');
  assert.equal(error?.key, 'hidden_size');
  assert.equal(ropeError?.key, 'rope_scaling.factor');
  const found = await configured({ rope_scaling: { rope_type: 'linear', factor: 'much' } });
  assert.equal(found?.error.code, 'not_a_number');
  assert.deepEqual(found?.variants.map(({ id }) => id), ['default'], 'plain RoPE is drawn instead');
  const unknown = await configured({ rope_scaling: { rope_type: 'mystery' } });
  assert.equal(unknown?.error.code, 'unknown_type');
  assert.ok(!codes(unknown?.warnings)?.includes('unknown_type'), 'and told once');
});

test('kinds of layers with heads of another width are named', async () => {
  const rope = (/** @type {string} */ type) => ({ rope_type: type, rope_theta: 10_000, factor: 2 });
  const found = await configured({ head_dim: 64, global_head_dim: 128, max_position_embeddings: 512, rope_parameters: { full_attention: rope('linear'), sliding_attention: rope('default') } });
  assert.equal(found?.headDim, 128);
  assert.deepEqual(found?.leftOut, [{ layerType: 'sliding_attention', headDim: 64 }]);
});

test('a pasted text that is no config leaves the settings in force', async () => {
  const { configured: none, problem } = await configuredRope({ ...defaultValues(), config: '{"a": }' });
  assert.equal(none, null);
  assert.equal(/** @type {any} */ (problem).code, 'json-syntax');
  assert.deepEqual(await configuredRope(defaultValues()), { configured: null, problem: null });
});
