/**
 * Between a config.json and llama.cpp: what its converter writes into the model file, the flags that ask for the same
 * positions, and where the two programs still differ.
 *
 * @typedef {import('./rope-parameters.js').RopeParameters} RopeParameters
 * @typedef {import('./llama-rope.js').ModelFileRope} ModelFileRope
 * @typedef {import('./llama-rope.js').LlamaRope} LlamaRope
 * @typedef {import('./read-llama-command.js').LlamaSettings} LlamaSettings
 * @typedef {{ base: number, invFreq: ArrayLike<number> }} Frequencies of the config, as transformers computes them
 * @typedef {{ difference: string, [detail: string]: unknown }} Difference
 */

const DEEPSEEK = /^(deepseek_v2|deepseek_v3|deepseek_v32|kimi_k2)$/;

/**
 * @param {RopeParameters} rope
 * @param {{ modelType: string | null, nCtxSeq: number, frequencies: Frequencies }} context nCtxSeq: cells of one sequence
 * @returns {ModelFileRope | null} null where it is not known what the program does
 */
export function convertedRope(rope, { modelType, nCtxSeq, frequencies }) {
  const deepseek = modelType !== null && DEEPSEEK.test(modelType);
  const nCtxTrain = rope.maxPositionEmbeddings ?? 0;
  const file = {
    arch: deepseek ? 'deepseek2' : (modelType ?? ''),
    nRot: rope.rotaryDim ?? 0,
    nCtxTrain,
    freqBase: rope.ropeTheta,
  };
  const factor = rope.factor ?? 1;
  const nCtxOrig = rope.originalMaxPositionEmbeddings ?? nCtxTrain;
  switch (rope.ropeType) {
    case 'default':
    case 'dynamic':
      return file;
    case 'linear':
      return { ...file, scalingType: 'linear', freqScale: 1 / factor };
    case 'yarn':
      return {
        ...{ ...file, scalingType: 'yarn', freqScale: 1 / factor, nCtxOrig },
        ...(deepseek && rope.mscaleAllDim ? { yarnLogMultiplier: rope.mscaleAllDim } : {}),
      };
    case 'longrope':
      return {
        ...{ ...file, scalingType: 'longrope', nCtxOrig },
        attnFactor: factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(nCtxOrig)),
        freqFactors: (nCtxSeq > nCtxOrig ? rope.longFactor : rope.shortFactor) ?? undefined,
      };
    case 'llama3':
      return { ...file, freqFactors: divisors(frequencies, file.nRot) };
    default:
      return null;
  }
}

/** What plain frequencies are divided by. @param {Frequencies} frequencies @param {number} width */
function divisors({ base, invFreq }, width) {
  return Array.from(invFreq, (frequency, pair) => base ** ((-2 * pair) / width) / frequency);
}

/**
 * The words after `llama-server` that ask for these positions from a model file that knows nothing of them. Empty where
 * no flag can say it, or none has to.
 *
 * @param {RopeParameters} rope
 * @param {Frequencies} frequencies
 * @returns {string[]}
 */
export function ropeFlags(rope, { base }) {
  const factor = String(rope.factor ?? 1);
  switch (rope.ropeType) {
    case 'linear':
      return ['--rope-scaling', 'linear', '--rope-scale', factor];
    case 'ntk-aware':
    case 'dynamic':
      return base === rope.ropeTheta ? [] : ['--rope-freq-base', String(base)];
    case 'yarn':
      return [
        ...['--rope-scaling', 'yarn', '--rope-scale', factor],
        ...(rope.originalMaxPositionEmbeddings === null ? [] : ['--yarn-orig-ctx', String(rope.originalMaxPositionEmbeddings)]),
        ...((rope.betaFast ?? 32) === 32 ? [] : ['--yarn-beta-fast', String(rope.betaFast)]),
        ...((rope.betaSlow ?? 1) === 1 ? [] : ['--yarn-beta-slow', String(rope.betaSlow)]),
      ];
    default:
      return [];
  }
}

/**
 * Where the two programs differ for this config, whatever the numbers say.
 *
 * @param {RopeParameters} rope
 * @param {{ modelType: string | null, layerType: string | null, settings: LlamaSettings | null, llama: LlamaRope | null }} context
 * @returns {Difference[]}
 */
export function ropeDifferences(rope, { modelType, layerType, settings, llama }) {
  return [...differencesByType(rope, modelType), ...differencesByFlags(settings, llama, layerType)];
}

/** @param {RopeParameters} rope @param {string | null} modelType @returns {Difference[]} */
function differencesByType(rope, modelType) {
  switch (rope.ropeType) {
    case 'dynamic':
      return [{ difference: 'dynamic_fixed' }];
    case 'longrope':
      return [{ difference: 'longrope_switch', length: rope.originalMaxPositionEmbeddings }];
    case 'llama3':
      return [{ difference: 'llama3_in_file' }];
    case 'proportional':
      return [{ difference: 'proportional_unknown' }];
    case 'yarn':
      return yarnDifferences(rope, modelType !== null && DEEPSEEK.test(modelType));
    default:
      return [];
  }
}

/** @param {RopeParameters} rope @param {boolean} deepseek @returns {Difference[]} */
function yarnDifferences(rope, deepseek) {
  /** @type {Difference[]} */
  const found = [];
  if (!rope.truncate) found.push({ difference: 'yarn_truncates' });
  if (rope.betaFast !== 32 || rope.betaSlow !== 1) found.push({ difference: 'yarn_betas_by_flag', fast: rope.betaFast, slow: rope.betaSlow });
  if (rope.attentionFactor !== null) found.push({ difference: 'yarn_attention_factor', value: rope.attentionFactor });
  if (deepseek) found.push({ difference: 'deepseek_softmax_scale' });
  else if (rope.mscale && rope.mscaleAllDim) found.push({ difference: 'yarn_mscale' });
  return found;
}

/** @param {LlamaSettings | null} settings @param {LlamaRope | null} llama @param {string | null} layerType @returns {Difference[]} */
function differencesByFlags(settings, llama, layerType) {
  if (settings === null || llama === null) return [];
  /** @type {Difference[]} */
  const found = [];
  const turned = settings.ropeFreqScale > 0 || settings.ropeFreqBase > 0;
  if (turned && layerType === 'sliding_attention') found.push({ difference: 'flags_skip_sliding' });
  if (settings.ropeFreqScale > 0 && settings.ropeScalingType === 'unspecified' && llama.scalingType === 'linear') found.push({ difference: 'scale_alone_is_linear' });
  if (settings.yarnAttnFactor >= 0 && llama.extFactor !== 0) found.push({ difference: 'attention_flag_overwritten', value: settings.yarnAttnFactor });
  if (settings.ropeScalingType === 'none' && settings.ropeFreqScale > 0) found.push({ difference: 'none_ignores_scale' });
  return found;
}
