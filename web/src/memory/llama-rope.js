/**
 * Rotary positions as llama.cpp (July 2026) sets them up for one context: a flag before the model file before the
 * program's default. The frequencies themselves are the core's rope type `llama_cpp`.
 *
 * @typedef {import('./read-llama-command.js').LlamaSettings} LlamaSettings
 *
 * @typedef {object} ModelFileRope what the GGUF file says
 * @property {string} arch
 * @property {number} nRot entries of a head that rotate
 * @property {number} nCtxTrain
 * @property {'none' | 'linear' | 'yarn' | 'longrope'} [scalingType] linear where the file does not say
 * @property {number} [freqBase]
 * @property {number} [freqScale] 1 / factor
 * @property {number} [nCtxOrig] the length before scaling
 * @property {number} [yarnLogMultiplier] DeepSeek's mscale_all_dim
 * @property {number} [attnFactor]
 * @property {number[]} [freqFactors] a divisor for each pair: llama3 and longrope
 *
 * @typedef {object} LlamaRope
 * @property {string} scalingType
 * @property {number} freqBase
 * @property {number} freqScale
 * @property {number} nCtxOrig
 * @property {number} extFactor share of YaRN's ramp that is applied; 0: none
 * @property {number} attnFactor before ggml multiplies it by 1 + 0.1 ln(1 / freqScale) where extFactor is not 0
 * @property {number} betaFast
 * @property {number} betaSlow
 * @property {number} nRot
 * @property {number[] | null} freqFactors
 */

/** The same for `engine.ropeFrequencies`. @param {LlamaRope} llama */
export const llamaRopeParameters = (llama) => ({
  ropeType: 'llama.cpp',
  ropeTheta: llama.freqBase,
  headDim: llama.nRot,
  factor: 1 / llama.freqScale,
  originalMaxPositionEmbeddings: llama.nCtxOrig,
  extFactor: llama.extFactor,
  attentionFactor: llama.attnFactor,
  betaFast: llama.betaFast,
  betaSlow: llama.betaSlow,
  shortFactor: llama.freqFactors,
});

/** 0 and below: the flag was not given. @param {number} flag @param {number} otherwise */
const positiveOr = (flag, otherwise) => (flag > 0 ? flag : otherwise);
/** Below 0: the flag was not given. @param {number} flag @param {number} otherwise */
const givenOr = (flag, otherwise) => (flag >= 0 ? flag : otherwise);

/**
 * @param {LlamaSettings} settings
 * @param {ModelFileRope} file
 * @returns {LlamaRope}
 */
export function llamaRope(settings, file) {
  const scalingType =
    settings.ropeScalingType === 'unspecified' ? (file.scalingType ?? 'linear') : settings.ropeScalingType;
  const freqScale = scalingType === 'none' ? 1 : positiveOr(settings.ropeFreqScale, file.freqScale ?? 1);
  const extFactor = givenOr(settings.yarnExtFactor, scalingType === 'yarn' ? 1 : 0);
  const attention = extFactor === 0 ? givenOr(settings.yarnAttnFactor, 1) : yarnAttention(1 / freqScale, file);
  return {
    scalingType,
    freqBase: positiveOr(settings.ropeFreqBase, file.freqBase ?? 10_000),
    freqScale,
    nCtxOrig: positiveOr(settings.yarnOrigCtx, file.nCtxOrig ?? file.nCtxTrain),
    extFactor,
    attnFactor: attention * (file.attnFactor ?? 1),
    betaFast: givenOr(settings.yarnBetaFast, 32),
    betaSlow: givenOr(settings.yarnBetaSlow, 1),
    nRot: file.nRot,
    freqFactors: file.freqFactors ?? null,
  };
}

/** With YaRN the flag --yarn-attn-factor is overwritten. @param {number} factor @param {ModelFileRope} file */
function yarnAttention(factor, { arch, yarnLogMultiplier }) {
  let attention = magnitude(factor, 1);
  if (yarnLogMultiplier) {
    const own = arch === 'deepseek2' && yarnLogMultiplier !== 1 ? yarnLogMultiplier : 1;
    attention = magnitude(factor, own) / magnitude(factor, yarnLogMultiplier);
  }
  return attention / (1 + 0.1 * Math.log(factor)); // ggml multiplies by this again
}

/** YaRN's m(s, k), the root of its temperature. @param {number} factor @param {number} slope */
export const magnitude = (factor, slope) => (factor <= 1 ? 1 : 0.1 * slope * Math.log(factor) + 1);
