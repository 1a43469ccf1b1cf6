import { AttentionError } from '../engine/attention-error.js';
import { readGgufMetadata } from './gguf-header.js';
import { KeyReader } from './key-reader.js';
import { layerTypes } from './layer-types.js';

/**
 * @typedef {import('./read-model-config.js').ModelConfig} ModelConfig
 * @typedef {import('./json-text.js').Note} Note
 */

const MOST_LAYERS = 10_000;

/**
 * The header of a .gguf file as a model: what llama.cpp itself plans with. Rotary parameters are not read.
 * @param {Blob} file
 * @returns {Promise<{ config: ModelConfig, found: Record<string, string>, warnings: Note[], error: Note | null,
 *   name: string | null, weightBytes: number | null }>} `weightBytes` null where the weights are spread over several files
 */
export async function readGguf(file) {
  const metadata = await readGgufMetadata(file);
  const architecture = metadata['general.architecture'];
  if (typeof architecture !== 'string') throw new AttentionError('gguf-no-model', { field: 'general.architecture' });
  const report = {
    found: /** @type {Record<string, string>} */ ({}),
    warnings: /** @type {Note[]} */ ([]),
    errors: /** @type {Note[]} */ ([]),
  };
  report.found.modelType = 'general.architecture';
  const prefix = `${architecture}.`;
  const keys = Object.entries(metadata)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), plain(value)]);
  const config = readSizes(new KeyReader(Object.fromEntries(keys), architecture, report), architecture);
  const parts = Number(metadata['split.count'] ?? 1);
  if (parts > 1) report.warnings.push({ code: 'gguf_is_one_of_several', key: 'split.count', value: parts });
  const name = metadata['general.name'];
  return {
    config,
    found: report.found,
    warnings: report.warnings,
    error: report.errors[0] ?? null,
    name: typeof name === 'string' ? name : null,
    weightBytes: parts > 1 ? null : file.size,
  };
}

/** 64-bit numbers become ordinary ones where they are exact. @param {unknown} value @returns {unknown} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** @param {KeyReader} reader @param {string} architecture @returns {ModelConfig} */
function readSizes(reader, architecture) {
  const modelType = architecture.replaceAll('-', '_');
  const hiddenSize = reader.size('hiddenSize', ['embedding_length']);
  const predictors = reader.size('numNextnPredictLayers', ['nextn_predict_layers'], { min: 0 }) ?? 0;
  const blocks = reader.size('numHiddenLayers', ['block_count'], { max: MOST_LAYERS });
  const numHiddenLayers = blocks === null ? null : Math.max(blocks - predictors, 1);
  const numAttentionHeads = largest(reader, 'numAttentionHeads', 'attention.head_count');
  const numKeyValueHeads = largest(reader, 'numKeyValueHeads', 'attention.head_count_kv') ?? numAttentionHeads;
  const keyLength = reader.size('headDim', ['attention.key_length']);
  const windowKeyLength = reader.size('headDim', ['attention.key_length_swa']);
  const divided = hiddenSize === null || numAttentionHeads === null ? null : Math.trunc(hiddenSize / numAttentionHeads);
  const headDim = windowKeyLength ?? keyLength ?? divided;
  const latent = readLatent(reader);
  const slidingWindow = reader.size('slidingWindow', ['attention.sliding_window'], { min: 0 }) || null;
  return {
    modelType,
    hiddenSize,
    numHiddenLayers,
    numAttentionHeads,
    numKeyValueHeads,
    numKeyValueHeadsPerLayer: perLayer(reader, 'attention.head_count_kv'),
    headDim,
    globalHeadDim: windowKeyLength === null ? null : keyLength,
    numGlobalKeyValueHeads: null,
    numKvSharedLayers: reader.size('numKvSharedLayers', ['attention.shared_kv_layers'], { min: 0 }),
    maxPositionEmbeddings: reader.size('maxPositionEmbeddings', ['context_length']),
    slidingWindow,
    attentionChunkSize: reader.size('attentionChunkSize', ['attention.chunk_size']),
    layerTypes: numHiddenLayers === null ? null : kindsOfLayers(reader, modelType, numHiddenLayers, slidingWindow),
    ...latent,
    vHeadDim: latent.vHeadDim ?? reader.size('vHeadDim', ['attention.value_length_swa', 'attention.value_length']),
    queryWidth: numAttentionHeads === null || headDim === null ? null : numAttentionHeads * headDim,
    scale: null,
    quantMethod: null,
    rope: null,
  };
}

/**
 * Files made before llama.cpp cached the latent lack its keys, and cache keys and values head by head.
 * @param {KeyReader} reader
 */
function readLatent(reader) {
  const keyLength = reader.size('qkHeadDim', ['attention.key_length_mla']);
  if (keyLength === null) return { kvLoraRank: null, qkRopeHeadDim: null, qkNopeHeadDim: null, vHeadDim: null };
  const qkRopeHeadDim = reader.size('qkRopeHeadDim', ['rope.dimension_count']);
  return {
    kvLoraRank: reader.size('kvLoraRank', ['attention.kv_lora_rank']),
    qkRopeHeadDim,
    qkNopeHeadDim: qkRopeHeadDim === null ? null : keyLength - qkRopeHeadDim,
    vHeadDim: reader.size('vHeadDim', ['attention.value_length_mla']),
  };
}

/** @param {KeyReader} reader @param {string} key @returns {number[] | null} */
function perLayer(reader, key) {
  const list = reader.list(key);
  return list === null
    ? null
    : list.map((item, i) => reader.numberFrom(item, `${reader.pathOf(key)}[${i}]`, { min: 0, whole: true }) ?? 0);
}

/** @param {KeyReader} reader @param {string} name @param {string} key */
function largest(reader, name, key) {
  const list = perLayer(reader, key);
  if (list === null) return reader.size(name, [key]);
  reader.report.found[name] = reader.pathOf(key);
  return list.reduce((a, b) => Math.max(a, b), 0) || null;
}

/**
 * Which layers slide: a list, a period, or what llama.cpp knows of the architecture.
 * @param {KeyReader} reader @param {string} modelType @param {number} layers @param {number | null} slidingWindow
 * @returns {import('./layer-types.js').LayerType[]}
 */
function kindsOfLayers(reader, modelType, layers, slidingWindow) {
  const recurrent = reader.firstOf(['ssm.state_size', 'ssm.conv_kernel', 'shortconv.l_cache']) !== null;
  const heads = perLayer(reader, 'attention.head_count_kv');
  if (recurrent && heads !== null)
    return heads.slice(0, layers).map((count) => (count === 0 ? 'recurrent' : 'full_attention'));
  const key = 'attention.sliding_window_pattern';
  const slides = reader.list(key);
  if (slides !== null && slidingWindow !== null) {
    reader.report.found.layerTypes = reader.pathOf(key);
    return Array.from({ length: layers }, (_, layer) =>
      slides[layer % slides.length] ? 'sliding_attention' : 'full_attention',
    );
  }
  const renamed = { ...reader.object, sliding_window_pattern: reader.raw(key) };
  return layerTypes(new KeyReader(renamed, reader.path, reader.report), { modelType, layers, slidingWindow });
}
