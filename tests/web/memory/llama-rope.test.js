import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { llamaRope } from '../../../web/src/memory/llama-rope.js';
import { defaultSettings, readLlamaCommand } from '../../../web/src/memory/read-llama-command.js';

const golden = JSON.parse(readFileSync(new URL('../../golden/rope_llamacpp.json', import.meta.url), 'utf8'));

/** @param {number} actual @param {number} expected */
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) <= 1e-12 * Math.abs(expected), `${actual} is not ${expected}`);

for (const { id, flags, hparams, expect } of golden.context) {
  test(`llama.cpp's context parameters: ${id}`, () => {
    const settings = {
      ...defaultSettings('server'),
      ropeScalingType: flags.rope_scaling_type ?? 'unspecified',
      ropeFreqScale: flags.rope_freq_scale ?? 0,
      ropeFreqBase: flags.rope_freq_base ?? 0,
      yarnOrigCtx: flags.yarn_orig_ctx ?? 0,
      yarnAttnFactor: flags.yarn_attn_factor ?? -1,
    };
    const rope = llamaRope(settings, {
      arch: hparams.arch,
      nRot: hparams.n_rot,
      nCtxTrain: hparams.n_ctx_train,
      scalingType: hparams.rope_scaling_type_train,
      freqBase: hparams.rope_freq_base_train,
      freqScale: hparams.rope_freq_scale_train,
      nCtxOrig: hparams.n_ctx_orig_yarn,
      yarnLogMultiplier: hparams.rope_yarn_log_mul,
      attnFactor: hparams.rope_attn_factor,
    });
    const { cparams } = expect;
    assert.equal(rope.scalingType, cparams.rope_scaling_type);
    near(rope.freqBase, cparams.freq_base);
    near(rope.freqScale, cparams.freq_scale);
    assert.equal(rope.nCtxOrig, cparams.n_ctx_orig);
    near(rope.extFactor, cparams.ext_factor);
    near(rope.attnFactor, cparams.attn_factor);
    assert.equal(rope.betaFast, cparams.beta_fast);
    assert.equal(rope.betaSlow, cparams.beta_slow);
    near(rope.attnFactor * (rope.extFactor === 0 ? 1 : 1 + 0.1 * Math.log(1 / rope.freqScale)), expect.magnitude);
  });
}

test('the documented command of Qwen, read from its text', () => {
  const { settings } = readLlamaCommand('llama-server -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768');
  const rope = llamaRope(settings, { arch: 'qwen2', nRot: 128, nCtxTrain: 32768, freqBase: 1e6 });
  assert.equal(rope.scalingType, 'yarn');
  assert.equal(rope.freqScale, 0.25);
  assert.equal(rope.extFactor, 1);
  assert.equal(rope.attnFactor, 1);
});

test('a lone --rope-scale is linear scaling, unless the model file says yarn', () => {
  const { settings } = readLlamaCommand('llama-server --rope-scale 4');
  const file = { arch: 'qwen2', nRot: 128, nCtxTrain: 32768 };
  assert.equal(llamaRope(settings, file).extFactor, 0);
  assert.equal(llamaRope(settings, { ...file, scalingType: 'yarn' }).extFactor, 1);
});
