import { KeyReader } from './key-reader.js';
import { isJsonObject } from './json-text.js';
import { magnitude } from './llama-rope.js';
import { checkRope, ropeTypeOf } from './rope-validation.js';

/**
 * Rotary parameters of one kind of layer with every default and precedence of transformers applied; what the
 * frequencies are computed from. `null` where the rope type has no such parameter.
 * @typedef {object} RopeParameters
 * @property {string} ropeType default, linear, dynamic, yarn, longrope, llama3 or proportional (or unknown: an error)
 * @property {number} ropeTheta
 * @property {number | null} headDim
 * @property {number | null} rotaryDim leading entries of a head that rotate
 * @property {number} partialRotaryFactor
 * @property {number | null} factor
 * @property {number | null} maxPositionEmbeddings
 * @property {number | null} originalMaxPositionEmbeddings
 * @property {number | null} attentionFactor
 * @property {number | null} betaFast
 * @property {number | null} betaSlow
 * @property {number | null} mscale
 * @property {number | null} mscaleAllDim
 * @property {boolean} truncate
 * @property {number | null} lowFreqFactor
 * @property {number | null} highFreqFactor
 * @property {number[] | null} shortFactor
 * @property {number[] | null} longFactor
 *
 * @typedef {{ modelType: string | null, headDim: number | null, globalHeadDim: number | null,
 *   maxPositionEmbeddings: number | null, ropeTheta: number | null, ropeLocalBaseFreq: number | null }} RopeModel
 */

/** Learned, relative or ALiBi positions, or none, as state spaces know the order by themselves: these classes never rotate. */
const WITHOUT_ROPE = new RegExp(
  `^(${[
    'gpt2|gpt_bigcode|gpt_neo|openai-gpt|imagegpt|opt|bloom|mpt|xglm|biogpt|ctrl|xlnet|transfo-xl|jais',
    't5|mt5|umt5|longt5|switch_transformers|bart|mbart|plbart|led|whisper|marian|m2m_100|nllb-moe|prophetnet',
    'pegasus|pegasus_x|bigbird_pegasus|blenderbot|blenderbot-small|bert|bert-generation|megatron-bert|rembert',
    'distilbert|mobilebert|squeezebert|convbert|albert|electra|ernie|mpnet|big_bird|longformer|funnel|xlm|flaubert',
    'roberta|roberta-prelayernorm|xlm-roberta|xlm-roberta-xl|camembert|data2vec-text|deberta|deberta-v2',
    'jamba|zamba|nemotron_h|mamba|mamba2|falcon_mamba|rwkv',
  ].join('|')})$`,
);
/** Classes whose plain rotary embedding turns the whole head whatever `partial_rotary_factor` says. */
const WHOLE_HEAD = /^(llama|mistral|mixtral|qwen2|qwen3|gemma|gemma2)$/;
const PARTIAL = ['partial_rotary_factor', 'rotary_pct', 'rope_pct', 'rotary_emb_fraction'];
const THETA = ['rope_theta', 'rotary_emb_base', 'global_rope_theta', 'rope_base'];
const LOCAL_THETA = ['rope_local_base_freq', 'local_rope_theta'];
const LAYER_TYPES = new Set(['full_attention', 'sliding_attention', 'chunked_attention', 'linear_attention']);

/**
 * @param {KeyReader} reader
 * @param {RopeModel} model
 * @returns {Record<string, RopeParameters | null> | null} by layer type, `full_attention` alone where every layer
 *   rotates alike; null for a model without rotary positions
 */
export function readRope(reader, model) {
  if (!usesRope(reader, model.modelType)) return null;
  const dictionary = reader.section('rope_scaling') ?? reader.section('rope_parameters');
  const empty = new KeyReader({}, reader.pathOf('rope_parameters'), reader.report);
  if (dictionary === null) refuseOtherShapes(reader);
  if (dictionary !== null && isPerLayer(dictionary)) {
    return Object.fromEntries(
      Object.keys(dictionary.object).map((layerType) => {
        const section = dictionary.section(layerType);
        const headDim = layerType === 'full_attention' ? (model.globalHeadDim ?? model.headDim) : model.headDim;
        return [layerType, section && readOne(reader, section, { ...model, headDim }, THETA)];
      }),
    );
  }
  const everywhere = readOne(reader, dictionary ?? empty, model, THETA);
  if (reader.firstOf(LOCAL_THETA) === null && model.ropeLocalBaseFreq === null) return { full_attention: everywhere };
  const local = { ...model, ropeTheta: model.ropeLocalBaseFreq };
  return { full_attention: everywhere, sliding_attention: readOne(reader, empty, local, LOCAL_THETA) };
}

/**
 * What DeepSeek's attention multiplies the logits by beside 1/√d: its YaRN leaves sines and cosines as they are and puts
 * the temperature here. transformers does so for every scaled type, in the classes with a latent alone.
 * @param {{ kvLoraRank: number | null, rope: Record<string, RopeParameters | null> | null }} config
 */
export function latentLogitFactor({ kvLoraRank, rope }) {
  const { ropeType, factor, mscaleAllDim } = rope?.full_attention ?? {};
  if (kvLoraRank === null || ropeType === 'default' || !factor || !mscaleAllDim) return 1;
  return magnitude(factor, mscaleAllDim) ** 2;
}

/** @param {KeyReader} reader @param {string | null} modelType */
function usesRope(reader, modelType) {
  if (modelType !== null && WITHOUT_ROPE.test(modelType)) return false;
  if (reader.flag('alibi') === true || reader.section('attn_config')?.flag('alibi') === true) return false;
  if (reader.flag('mla_use_nope') === true) return false; // Kimi Linear
  if (modelType === 'zamba2') return reader.flag('use_mem_rope') === true;
  const kind = reader.text('position_embedding_type');
  return kind === null ? modelType !== 'granitemoehybrid' : /rope|rotary/.test(kind);
}

/** @param {KeyReader} dictionary */
function isPerLayer(dictionary) {
  const entries = Object.entries(dictionary.object);
  const fits = (/** @type {[string, unknown]} */ [key, value]) =>
    LAYER_TYPES.has(key) && (value === null || isJsonObject(value));
  return entries.length > 0 && entries.every(fits);
}

/** `"rope_scaling": 4` is no dictionary. @param {KeyReader} reader */
function refuseOtherShapes(reader) {
  const key = reader.firstOf(['rope_scaling', 'rope_parameters']);
  if (key !== null) reader.report.errors.push({ code: 'not_an_object', key: reader.pathOf(key) });
}

/**
 * @param {KeyReader} reader the model's own keys
 * @param {KeyReader} dictionary rope_scaling, rope_parameters or one layer type's part of it
 * @param {RopeModel} model
 * @param {string[]} thetaKeys
 * @returns {RopeParameters}
 */
function readOne(reader, dictionary, model, thetaKeys) {
  const ropeType = ropeTypeOf(dictionary, model.modelType);
  const { found } = reader.report;
  const given = (/** @type {string} */ key) => dictionary.number(`${dictionary.path}.${key}`, [key]);
  const positive = { min: Number.MIN_VALUE };
  const theta =
    dictionary.number('ropeTheta', ['rope_theta'], positive) ?? reader.number('ropeTheta', thetaKeys, positive);
  const ropeTheta = theta ?? model.ropeTheta ?? 10_000;
  if (theta === null) {
    found.ropeTheta ??= model.ropeTheta === null ? 'default' : `default of ${model.modelType}`;
    if (!dictionary.has('rope_theta')) noteAssumedTheta(reader, thetaKeys, ropeTheta);
  }

  const rope = {
    ropeType,
    ropeTheta,
    headDim: model.headDim,
    rotaryDim: /** @type {number | null} */ (null),
    partialRotaryFactor: partialFactor(reader, dictionary, ropeType),
    factor: given('factor'),
    maxPositionEmbeddings: model.maxPositionEmbeddings,
    originalMaxPositionEmbeddings: originalLength(reader, dictionary, ropeType, model),
    attentionFactor: given('attention_factor'),
    betaFast: ropeType === 'yarn' ? given('beta_fast') || 32 : null,
    betaSlow: ropeType === 'yarn' ? given('beta_slow') || 1 : null,
    mscale: given('mscale'),
    mscaleAllDim: given('mscale_all_dim'),
    truncate: dictionary.flag('truncate') ?? true,
    lowFreqFactor: given('low_freq_factor'),
    highFreqFactor: given('high_freq_factor'),
    shortFactor: numbers(dictionary, 'short_factor'),
    longFactor: numbers(dictionary, 'long_factor'),
  };
  rope.rotaryDim = rotaryDim(reader, model, rope);
  if (
    rope.factor === null &&
    (ropeType === 'longrope' || (ropeType === 'yarn' && Object.hasOwn(dictionary.object, 'factor')))
  ) {
    rope.factor = ratio(rope.maxPositionEmbeddings, rope.originalMaxPositionEmbeddings);
  }
  if (checkRope(dictionary, rope)) noteAssumedLength(reader, dictionary, rope);
  return rope;
}

/** @param {KeyReader} reader @param {KeyReader} dictionary @param {string} ropeType */
function partialFactor(reader, dictionary, ropeType) {
  const range = { min: Number.MIN_VALUE, max: 1 };
  const inside = dictionary.number('partialRotaryFactor', ['partial_rotary_factor'], range);
  const outside = reader.number('partialRotaryFactor', PARTIAL, range);
  if (inside !== null && outside !== null && inside !== outside) {
    reader.report.warnings.push({ code: 'partial_rotary_conflict', key: dictionary.pathOf('partial_rotary_factor') });
  }
  // Loading lets the dictionary win; computing a scaled type copies the top-level key over it.
  return (ropeType === 'default' ? (inside ?? outside) : (outside ?? inside)) ?? 1;
}

/** Products are cut like Python's int(): int(100 * 0.29) is 28. @param {KeyReader} reader @param {RopeModel} model @param {RopeParameters} rope */
function rotaryDim(reader, model, rope) {
  const whole = rope.ropeType === 'default' && model.modelType !== null && WHOLE_HEAD.test(model.modelType);
  if (rope.headDim === null || rope.ropeType === 'proportional' || whole) return rope.headDim;
  return reader.size('rotaryDim', ['rotary_dim']) ?? Math.trunc(rope.headDim * rope.partialRotaryFactor);
}

/**
 * The length the model was trained at, before scaling: top-level key, dictionary, `max_position_embeddings`.
 * @param {KeyReader} reader @param {KeyReader} dictionary @param {string} ropeType @param {RopeModel} model
 */
function originalLength(reader, dictionary, ropeType, model) {
  if (!['yarn', 'longrope', 'llama3'].includes(ropeType)) return null;
  const keys = ['original_max_position_embeddings'];
  const positive = { min: 1 };
  return (
    reader.number('originalMaxPositionEmbeddings', keys, positive) ??
    dictionary.number('originalMaxPositionEmbeddings', keys, positive) ??
    model.maxPositionEmbeddings
  );
}

/** Once, however many kinds of layers share it. @param {KeyReader} reader @param {string[]} keys @param {number} value */
function noteAssumedTheta(reader, keys, value) {
  const key = reader.pathOf(keys[0]);
  const { warnings } = reader.report;
  const isSaid = warnings.some((note) => note.code === 'rope_theta_assumed' && note.key === key);
  if (reader.firstOf(keys) === null && !isSaid) warnings.push({ code: 'rope_theta_assumed', key, value });
}

/** @param {KeyReader} reader @param {KeyReader} dictionary @param {RopeParameters} rope */
function noteAssumedLength(reader, dictionary, rope) {
  const key = 'original_max_position_embeddings';
  const value = rope.originalMaxPositionEmbeddings;
  if (value === null || reader.has(key) || dictionary.has(key)) return;
  reader.report.warnings.push({ code: 'original_length_assumed', key: dictionary.pathOf(key), value });
}

/** @param {KeyReader} dictionary @param {string} key */
function numbers(dictionary, key) {
  const list = dictionary.list(key);
  if (list === null) return null;
  const values = list.map((item, i) => dictionary.numberFrom(item, `${dictionary.pathOf(key)}[${i}]`, {}));
  return values.every((value) => value !== null) ? /** @type {number[]} */ (values) : null;
}

/** @param {number | null} a @param {number | null} b */
function ratio(a, b) {
  return a === null || b === null ? null : a / b;
}
