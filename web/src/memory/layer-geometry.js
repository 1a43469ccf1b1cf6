import { AttentionError } from '../engine/attention-error.js';
import { latentTreatment, windowTreatment } from './llama-architectures.js';

/**
 * What one layer stores for one token, and for how many tokens.
 * @typedef {object} LayerGeometry
 * @property {'full' | 'sliding' | 'chunked' | 'latent' | 'shared' | 'recurrent' | 'none'} kind
 * @property {number} heads key/value heads
 * @property {number} widthK elements of one token's key row
 * @property {number} widthV 0 where the values are part of the key row
 * @property {number} headDimK
 * @property {number | null} window
 *
 * @typedef {'llama.cpp' | 'dense' | 'windowed'} Rule
 * @typedef {import('./read-model-config.js').ModelConfig} ModelConfig
 * @typedef {{ code: string, [detail: string]: unknown }} Note
 *
 * @typedef {object} Geometry what a .gguf file and llama.cpp know, under its names
 * @property {string} [arch]
 * @property {number} nLayer
 * @property {number} nHeadKv
 * @property {number} headDimK
 * @property {number} headDimV
 * @property {number} nCtxTrain
 * @property {number} [nHead]
 * @property {number} [nSwa]
 * @property {number} [swaPeriod] every such layer is full, the others slide
 * @property {boolean} [mla]
 */

/** The states of recurrent layers and the caches of other rules have no window. */
const NO_WINDOW = null;

/**
 * @param {ModelConfig | Geometry} model
 * @param {Rule} rule
 * @returns {{ layers: LayerGeometry[], heads: number | null, trainedLength: number | null, notes: Note[] }}
 */
export function layerGeometry(model, rule) {
  return 'nLayer' in model ? fromGeometry(model) : fromConfig(model, rule);
}

/** @param {Geometry} model */
function fromGeometry(model) {
  for (const field of /** @type {const} */ (['nLayer', 'nHeadKv', 'headDimK', 'headDimV', 'nCtxTrain'])) {
    requireSize(model[field], field);
  }
  const period = model.nSwa === undefined ? null : (model.swaPeriod ?? null);
  const layers = Array.from({ length: model.nLayer }, (_, layer) => {
    const slides = period !== null && (period === 0 || layer % period < period - 1);
    const kind = model.mla ? 'latent' : slides ? 'sliding' : 'full';
    return /** @type {LayerGeometry} */ ({
      kind,
      heads: model.nHeadKv,
      widthK: model.nHeadKv * model.headDimK,
      widthV: model.mla ? 0 : model.nHeadKv * model.headDimV,
      headDimK: model.headDimK,
      window: slides ? Number(model.nSwa) : NO_WINDOW,
    });
  });
  return { layers, heads: model.nHead ?? null, trainedLength: model.nCtxTrain, notes: [] };
}

/** @param {ModelConfig} config @param {Rule} rule */
function fromConfig(config, rule) {
  const count = requireSize(config.numHiddenLayers, 'numHiddenLayers');
  /** @type {Note[]} */
  const notes = [];
  const latent = latentWidth(config, rule, notes);
  const keepsWindows = windowsCount(config, rule, notes);
  const firstShared = count - (config.numKvSharedLayers ?? 0);
  const layers = Array.from({ length: count }, (_, layer) => {
    const type = config.layerTypes?.[layer] ?? 'full_attention';
    if (type === 'recurrent') return emptyLayer('recurrent');
    if (layer >= firstShared && firstShared > 0) return emptyLayer('shared');
    if (latent !== null) return latentLayer(latent);
    return attentionLayer(config, layer, type, keepsWindows);
  });
  if (layers.some((layer) => layer.kind === 'recurrent')) notes.push({ code: 'recurrent_state_not_counted' });
  return { layers, heads: config.numAttentionHeads, trainedLength: config.maxPositionEmbeddings, notes };
}

/** @param {'shared' | 'recurrent' | 'none'} kind @returns {LayerGeometry} */
function emptyLayer(kind) {
  return { kind, heads: 0, widthK: 0, widthV: 0, headDimK: 0, window: NO_WINDOW };
}

/** @param {number} width @returns {LayerGeometry} */
function latentLayer(width) {
  return { kind: 'latent', heads: 1, widthK: width, widthV: 0, headDimK: width, window: NO_WINDOW };
}

/**
 * @param {ModelConfig} config @param {number} layer
 * @param {import('./layer-types.js').LayerType} type @param {boolean} keepsWindows
 * @returns {LayerGeometry}
 */
function attentionLayer(config, layer, type, keepsWindows) {
  const isFull = type === 'full_attention';
  const heads =
    config.numKeyValueHeadsPerLayer?.[layer] ??
    (isFull ? config.numGlobalKeyValueHeads : null) ??
    requireSize(config.numKeyValueHeads, 'numKeyValueHeads');
  if (heads === 0) return emptyLayer('none');
  const expanded = config.kvLoraRank !== null;
  const headDim = requireSize(
    expanded
      ? Number(config.qkNopeHeadDim) + Number(config.qkRopeHeadDim)
      : ((isFull ? config.globalHeadDim : null) ?? config.headDim),
    'headDim',
  );
  const ownWidth = isFull && config.globalHeadDim !== null ? null : config.vHeadDim;
  const headDimV = expanded ? requireSize(config.vHeadDim, 'vHeadDim') : (ownWidth ?? headDim);
  const window = type === 'chunked_attention' ? config.attentionChunkSize : config.slidingWindow;
  const slides = !isFull && keepsWindows && window !== null;
  return {
    kind: !slides ? 'full' : type === 'chunked_attention' ? 'chunked' : 'sliding',
    heads,
    widthK: heads * headDim,
    widthV: heads * headDimV,
    headDimK: headDim,
    window: slides ? window : NO_WINDOW,
  };
}

/** @param {ModelConfig} config @param {Rule} rule @param {Note[]} notes @returns {number | null} */
function latentWidth(config, rule, notes) {
  if (config.kvLoraRank === null) return null;
  const treatment = latentTreatment(config.modelType);
  if (rule === 'llama.cpp' && treatment === 'ignored') return null;
  if (rule === 'llama.cpp' && treatment === 'unknown')
    notes.push({ code: 'latent_unknown_to_llama_cpp', value: config.modelType });
  return config.kvLoraRank + requireSize(config.qkRopeHeadDim, 'qkRopeHeadDim');
}

/** @param {ModelConfig} config @param {Rule} rule @param {Note[]} notes */
function windowsCount(config, rule, notes) {
  const hasWindows =
    config.layerTypes?.some((type) => type === 'sliding_attention' || type === 'chunked_attention') ?? false;
  if (!hasWindows || rule === 'dense') return false;
  if (rule === 'windowed') return true;
  const treatment = windowTreatment(config.modelType);
  const value = config.slidingWindow ?? config.attentionChunkSize;
  if (treatment === 'ignored') notes.push({ code: 'window_ignored_by_llama_cpp', value, modelType: config.modelType });
  if (treatment === 'unknown') notes.push({ code: 'window_unknown_to_llama_cpp', value, modelType: config.modelType });
  return treatment !== 'ignored';
}

/** @param {unknown} value @param {string} field @returns {number} */
function requireSize(value, field) {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  throw new AttentionError('missing-size', { field, given: value ?? null });
}
