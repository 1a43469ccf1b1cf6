import { AttentionError } from '../engine/attention-error.js';
import { CLASS_DEFAULTS } from './class-defaults.js';
import { isJsonObject, parseJsonText } from './json-text.js';
import { KeyReader } from './key-reader.js';
import { layerTypes } from './layer-types.js';
import { describesModel, modelSection } from './model-section.js';
import { latentLogitFactor, readRope } from './rope-parameters.js';

/**
 * What a decoder's config.json says about its attention. A size the file does not give is null.
 * @typedef {object} ModelConfig
 * @property {string | null} modelType
 * @property {number | null} hiddenSize
 * @property {number | null} numHiddenLayers
 * @property {number | null} numAttentionHeads
 * @property {number | null} numKeyValueHeads
 * @property {number[] | null} numKeyValueHeadsPerLayer where layers differ
 * @property {number | null} headDim
 * @property {number | null} globalHeadDim of full-attention layers, where they differ
 * @property {number | null} numGlobalKeyValueHeads
 * @property {number | null} numKvSharedLayers last layers that use the cache of earlier ones
 * @property {number | null} maxPositionEmbeddings
 * @property {number | null} slidingWindow null: none, or switched off
 * @property {number | null} attentionChunkSize
 * @property {import('./layer-types.js').LayerType[] | null} layerTypes
 * @property {number | null} kvLoraRank multi-head latent attention: width of the shared latent
 * @property {number | null} qkRopeHeadDim
 * @property {number | null} qkNopeHeadDim
 * @property {number | null} vHeadDim
 * @property {number | null} queryWidth
 * @property {number | null} scale factor on the logits
 * @property {string | null} quantMethod of the weights; the cache does not depend on it
 * @property {Record<string, import('./rope-parameters.js').RopeParameters | null> | null} rope
 *
 * @typedef {import('./json-text.js').Note} Note
 */

/** Synonyms of the sizes, transformers' usual name first. */
const KEYS = {
  hiddenSize: ['hidden_size', 'n_embd', 'd_model', 'dim', 'model_dim'],
  numHiddenLayers: [
    ...['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'decoder_layers', 'num_decoder_layers'],
    ...['num_transformer_layers'],
  ],
  numAttentionHeads: [
    ...['num_attention_heads', 'n_head', 'n_heads', 'num_heads', 'decoder_attention_heads', 'num_query_heads'],
  ],
  numKeyValueHeads: ['num_key_value_heads', 'n_kv_heads', 'num_kv_heads', 'n_head_kv', 'kv_n_heads'],
  headDim: ['head_dim', 'attention_head_dim', 'kv_channels', 'head_size', 'd_kv'],
  maxPositionEmbeddings: [
    ...['max_position_embeddings', 'n_positions', 'n_ctx', 'max_seq_len', 'seq_length', 'max_sequence_length'],
    ...['max_context_length', 'model_max_length'],
  ],
  slidingWindow: ['sliding_window', 'sliding_window_size'],
};
/** An array of layers is made: a file must not ask for more than any program runs (llama.cpp stops at 512). */
const MOST_LAYERS = 10_000;

/**
 * @param {string} text a model's config.json
 * @returns {{ config: ModelConfig, found: Record<string, string>, warnings: Note[], error: Note | null, ropeError: Note | null }}
 *   `found`: under which key each value was found, the formula that made it, or `default`; `ropeError`: the first about positions
 * @throws {AttentionError} where the text is not a JSON object
 */
export function readModelConfig(text) {
  const { value, warnings } = parseJsonText(text);
  if (!isJsonObject(value)) throw new AttentionError('not-an-object', { field: 'text' });
  const report = { found: /** @type {Record<string, string>} */ ({}), warnings, errors: /** @type {Note[]} */ ([]) };
  const file = new KeyReader(value, '', report);
  const reader = modelSection(file);
  const named = reader.text('model_type') === null ? file : reader;
  if (named.text('model_type') !== null) report.found.modelType = named.pathOf('model_type');
  const config = readSizes(reader, named.text('model_type'));
  if (!describesModel(reader))
    report.errors.push({
      code: 'missing_keys',
      key: 'num_hidden_layers',
      missing: ['num_hidden_layers', 'num_attention_heads'],
    });

  const sizeErrors = report.errors.length;
  const sizeWarnings = report.warnings.length;
  config.rope = readRope(reader, {
    ...config,
    headDim: config.kvLoraRank === null ? config.headDim : config.qkRopeHeadDim,
    ropeTheta: CLASS_DEFAULTS[config.modelType ?? '']?.ropeTheta ?? null,
    ropeLocalBaseFreq: CLASS_DEFAULTS[config.modelType ?? '']?.ropeLocalBaseFreq ?? null,
  });
  for (const note of [...report.errors.slice(sizeErrors), ...report.warnings.slice(sizeWarnings)]) note.part = 'rope';
  if (config.scale !== null) config.scale *= latentLogitFactor(config);
  const method = file.section('quantization_config')?.text('quant_method') ?? null;
  return {
    config: { ...config, quantMethod: method },
    found: report.found,
    warnings: report.warnings,
    error: report.errors[0] ?? null,
    ropeError: report.errors[sizeErrors] ?? null,
  };
}

/** @param {KeyReader} reader @param {string | null} modelType @returns {ModelConfig} */
function readSizes(reader, modelType) {
  const size = (/** @type {keyof typeof KEYS} */ name, range = {}) =>
    reader.size(name, KEYS[name], range) ?? classDefault(reader, modelType, name);
  const hiddenSize = size('hiddenSize');
  const numHiddenLayers = size('numHiddenLayers', { max: MOST_LAYERS });
  const heads = numberOrList(reader, 'numAttentionHeads');
  const numAttentionHeads = heads.largest ?? classDefault(reader, modelType, 'numAttentionHeads');
  const kvLoraRank = reader.size('kvLoraRank', ['kv_lora_rank']);
  const qkRopeHeadDim = reader.size('qkRopeHeadDim', ['qk_rope_head_dim']);
  const qkNopeHeadDim = reader.size('qkNopeHeadDim', ['qk_nope_head_dim']);
  const headDim = readHeadDim(reader, modelType, {
    hiddenSize,
    numAttentionHeads,
    latent: kvLoraRank !== null,
    qkRopeHeadDim,
  });
  const keyValue = readKeyValueHeads(reader, modelType, numAttentionHeads);
  const slidingWindow = readSlidingWindow(reader, modelType);
  const scoreWidth = kvLoraRank === null ? headDim : Number(qkNopeHeadDim ?? 0) + Number(qkRopeHeadDim ?? 0);
  return {
    modelType,
    hiddenSize,
    numHiddenLayers,
    numAttentionHeads,
    numKeyValueHeads: keyValue.largest,
    numKeyValueHeadsPerLayer: keyValue.perLayer,
    headDim,
    globalHeadDim: reader.size('globalHeadDim', ['global_head_dim']),
    numGlobalKeyValueHeads: reader.size('numGlobalKeyValueHeads', ['num_global_key_value_heads']),
    numKvSharedLayers: reader.size('numKvSharedLayers', ['num_kv_shared_layers'], { min: 0 }),
    maxPositionEmbeddings: size('maxPositionEmbeddings'),
    slidingWindow,
    attentionChunkSize: reader.size('attentionChunkSize', ['attention_chunk_size']),
    layerTypes:
      numHiddenLayers === null ? null : layerTypes(reader, { modelType, layers: numHiddenLayers, slidingWindow }),
    kvLoraRank,
    qkRopeHeadDim,
    qkNopeHeadDim,
    vHeadDim: reader.size('vHeadDim', ['v_head_dim']),
    queryWidth: numAttentionHeads === null || scoreWidth === null ? null : numAttentionHeads * scoreWidth,
    scale: readScale(reader, modelType, scoreWidth),
    quantMethod: null,
    rope: null,
  };
}

/**
 * Only for a key the file does not have: one that is there and wrong is an error, and null switches off.
 * @param {KeyReader} reader @param {string | null} modelType @param {keyof typeof KEYS} name
 */
function classDefault(reader, modelType, name) {
  if (modelType === null || !Object.hasOwn(CLASS_DEFAULTS, modelType)) return null;
  if (KEYS[name].some((key) => Object.hasOwn(reader.object, key))) return null;
  const value = CLASS_DEFAULTS[modelType][name] ?? null;
  if (value !== null) {
    reader.report.found[name] = `default of ${modelType}`;
    reader.report.warnings.push({ code: 'class_default', key: reader.pathOf(KEYS[name][0]), value, modelType });
  }
  return value;
}

/** @param {KeyReader} reader @param {'numAttentionHeads' | 'numKeyValueHeads'} name */
function numberOrList(reader, name) {
  const key = reader.firstOf(KEYS[name]);
  const list = key === null ? null : reader.list(key);
  if (key === null || list === null) return { largest: reader.size(name, KEYS[name]), perLayer: null };
  const whole = { min: 0, max: 1_000_000, whole: true };
  const perLayer = list.map((item, i) => reader.numberFrom(item, `${reader.pathOf(key)}[${i}]`, whole) ?? 0);
  reader.report.found[name] = reader.pathOf(key);
  return { largest: perLayer.reduce((a, b) => Math.max(a, b), 0), perLayer };
}

/**
 * `head_dim` if it is there: it need not be hidden_size / heads (Qwen3-4B: 128, not 80).
 * @param {KeyReader} reader @param {string | null} modelType
 * @param {{ hiddenSize: number | null, numAttentionHeads: number | null, latent: boolean, qkRopeHeadDim: number | null }} sizes
 */
function readHeadDim(reader, modelType, { hiddenSize, numAttentionHeads, latent, qkRopeHeadDim }) {
  const given = reader.size('headDim', KEYS.headDim) ?? (latent ? qkRopeHeadDim : null);
  if (given !== null) return given;
  const byClass = classDefault(reader, modelType, 'headDim');
  if (byClass !== null || hiddenSize === null || numAttentionHeads === null) return byClass;
  if (reader.firstOf(KEYS.headDim) !== null) return null;
  const hiddenKey = reader.report.found.hiddenSize;
  reader.report.found.headDim = `${hiddenKey} / ${reader.report.found.numAttentionHeads}`;
  if (hiddenSize % numAttentionHeads !== 0) {
    const value = { value: hiddenSize, heads: numAttentionHeads };
    reader.report.warnings.push({ code: 'heads_do_not_divide', key: hiddenKey, ...value });
  }
  return Math.trunc(hiddenSize / numAttentionHeads) || null;
}

/** @param {KeyReader} reader @param {string | null} modelType @param {number | null} heads */
function readKeyValueHeads(reader, modelType, heads) {
  const given = numberOrList(reader, 'numKeyValueHeads');
  const perLayer = given.perLayer ?? headsOfBlocks(reader, heads);
  const nested = reader.section('attn_config')?.size('numKeyValueHeads', KEYS.numKeyValueHeads) ?? null;
  let largest =
    given.largest ?? nested ?? sharedByAllQueries(reader) ?? classDefault(reader, modelType, 'numKeyValueHeads');
  if (perLayer !== null) largest = perLayer.reduce((a, b) => Math.max(a, b), 0);
  const refused = KEYS.numKeyValueHeads.some((key) => reader.has(key)) && given.largest === null;
  if (largest === null && heads !== null && !refused) {
    reader.report.found.numKeyValueHeads = reader.report.found.numAttentionHeads;
    largest = heads;
  }
  if (largest !== null && heads !== null && largest > 0 && heads % largest !== 0) {
    const key = reader.report.found.numKeyValueHeads ?? 'num_key_value_heads';
    reader.report.warnings.push({ code: 'kv_heads_do_not_divide', key, value: largest, heads });
  }
  return { largest, perLayer };
}

/** Falcon, StarCoder and ChatGLM say in flags that queries share keys. @param {KeyReader} reader */
function sharedByAllQueries(reader) {
  if (reader.flag('multi_query_attention') === true) return reader.size('numKeyValueHeads', ['multi_query_group_num']);
  if (reader.flag('multi_query') !== true || reader.flag('new_decoder_architecture') === true) return null;
  reader.report.found.numKeyValueHeads = reader.pathOf('multi_query');
  return 1;
}

/** DeciLM prunes heads layer by layer. @param {KeyReader} reader @param {number | null} heads */
function headsOfBlocks(reader, heads) {
  const blocks = reader.list('block_configs');
  if (blocks === null || heads === null) return null;
  reader.report.found.numKeyValueHeads = reader.pathOf('block_configs');
  return blocks.map((block, i) => {
    const attention = isJsonObject(block)
      ? new KeyReader(block, reader.pathOf(`block_configs[${i}]`), reader.report).section('attention')
      : null;
    const group = attention?.size(`block ${i}`, ['n_heads_in_group']) ?? null;
    return group === null ? 0 : Math.trunc(heads / group);
  });
}

/** @param {KeyReader} reader @param {string | null} modelType */
function readSlidingWindow(reader, modelType) {
  const classSwitchesOff = modelType !== null && /^qwen[23]/.test(modelType);
  const on = reader.flag('use_sliding_window') ?? !classSwitchesOff;
  if (!on) return null;
  return reader.size('slidingWindow', KEYS.slidingWindow) ?? classDefault(reader, modelType, 'slidingWindow');
}

/** @param {KeyReader} reader @param {string | null} modelType @param {number | null} width */
function readScale(reader, modelType, width) {
  const factor = reader.number('scale', ['attention_multiplier']);
  if (factor !== null) return factor;
  if (modelType === 'gemma4' || modelType === 'gemma4_text') return 1;
  const scalar = reader.number('scale', ['query_pre_attn_scalar'], { min: Number.MIN_VALUE }) ?? width;
  return scalar === null ? null : scalar ** -0.5;
}
