/**
 * @typedef {import('./key-reader.js').KeyReader} KeyReader
 * @typedef {'full_attention' | 'sliding_attention' | 'chunked_attention' | 'recurrent'} LayerType
 * what a layer keeps: every token, the last `slidingWindow`, its chunk, or a state of fixed size
 */
import { CLASS_WINDOW_PATTERN } from './class-defaults.js';
import { describe } from './key-reader.js';

/**
 * Names as transformers and the files on the Hub have them. A sparse layer reads few keys and keeps all of them; a hybrid one
 * (Zamba2, Falcon-H1) has a cache and a state; what is only feed-forward keeps nothing, as a state is not counted either.
 * @type {[LayerType, RegExp][]}
 */
const NAMES = [
  [
    'full_attention',
    /^(full_attention|attention|full|global|global_attention|hybrid|deepseek_sparse_attention|minimax_m3_sparse|\*)$/,
  ],
  ['sliding_attention', /^(sliding_attention|sliding_window|swa|local|local_attention|hybrid_sliding)$/],
  ['chunked_attention', /^chunked_attention$/],
  ['recurrent', /^(linear_attention|mamba2?|recurrent|conv|moe|mlp|[ME-])$/],
];
const MOST_NAMED = 4;

/**
 * What each layer attends to, from whichever key says it.
 * @param {KeyReader} reader
 * @param {{ modelType: string | null, layers: number, slidingWindow: number | null }} model
 * @returns {LayerType[]}
 */
export function layerTypes(reader, { modelType, layers, slidingWindow }) {
  const listed = listedTypes(reader, layers);
  if (listed !== null) return listed;
  const isFull = fullAttentionRule(reader, modelType, slidingWindow);
  if (isFull !== null) {
    reader.report.found.layerTypes = isFull.found;
    return Array.from({ length: layers }, (_, layer) => (isFull.rule(layer) ? 'full_attention' : isFull.otherwise));
  }
  return Array.from({ length: layers }, () => (slidingWindow === null ? 'full_attention' : 'sliding_attention'));
}

/** @param {KeyReader} reader @param {number} layers @returns {LayerType[] | null} */
function listedTypes(reader, layers) {
  const key = reader.firstOf(['layer_types', 'layers_block_type', 'hybrid_override_pattern', 'block_types']);
  if (key === null) return null;
  const raw = reader.raw(key);
  // Nemotron-H writes one letter a layer: M state space, * attention, - or E a feed-forward layer alone.
  const isLetters = key === 'hybrid_override_pattern' && typeof raw === 'string';
  const names = isLetters ? [...raw] : Array.isArray(raw) ? raw : [];
  if (names.length === 0) {
    reader.report.errors.push({ code: 'not_a_list', key: reader.pathOf(key) });
    return null;
  }
  if (names.length !== layers) {
    const sizes = { expected: layers, given: names.length };
    reader.report.warnings.push({ code: 'layer_types_length', key: reader.pathOf(key), ...sizes });
  }
  reader.report.found.layerTypes = reader.pathOf(key);
  const types = names.map(layerType);
  noteNames(reader, key, names, types);
  return Array.from({ length: layers }, (_, layer) => types[layer % names.length] ?? 'full_attention');
}

/** @param {unknown} name @returns {LayerType | null} null where the name is not known */
function layerType(name) {
  if (typeof name !== 'string') return null;
  return NAMES.find(([, names]) => names.test(name))?.[0] ?? null;
}

/** @param {KeyReader} reader @param {string} key @param {unknown[]} names @param {(LayerType | null)[]} types */
function noteNames(reader, key, names, types) {
  const { warnings } = reader.report;
  const unknown = new Set(names.filter((_, at) => types[at] === null).map(describe));
  const known = [...unknown].slice(0, MOST_NAMED);
  if (unknown.size > MOST_NAMED) known.push('…');
  if (unknown.size > 0) warnings.push({ code: 'unknown_layer_type', key: reader.pathOf(key), names: known });
  // Where recurrent layers stand beside them, the plan says the same of those.
  const isHybrid = names.some((name) => name === 'hybrid' || name === 'hybrid_sliding');
  if (isHybrid && !types.includes('recurrent')) warnings.push({ code: 'recurrent_state_not_counted', key: reader.pathOf(key) });
}

/**
 * @param {KeyReader} reader @param {string | null} modelType @param {number | null} slidingWindow
 * @returns {{ rule: (layer: number) => boolean, otherwise: LayerType, found: string } | null}
 */
function fullAttentionRule(reader, modelType, slidingWindow) {
  const every = (/** @type {string} */ key) => reader.number('layerPattern', [key], { min: 1, whole: true });
  const interval = every('full_attention_interval');
  if (interval !== null) return everyNth(interval, 'recurrent', reader.pathOf('full_attention_interval'));
  const period = every('attn_layer_period');
  if (period !== null) {
    const offset = reader.number('layerOffset', ['attn_layer_offset'], { min: 0, whole: true }) ?? 0;
    const rule = (/** @type {number} */ layer) => layer % period === offset % period;
    return { rule, otherwise: 'recurrent', found: reader.pathOf('attn_layer_period') };
  }
  const indices = reader.list('attn_layer_indices') ?? reader.list('full_attn_idxs');
  if (indices !== null) {
    const full = new Set(indices.map(Number));
    const found = reader.pathOf(reader.has('attn_layer_indices') ? 'attn_layer_indices' : 'full_attn_idxs');
    return { rule: (layer) => full.has(layer), otherwise: 'recurrent', found };
  }
  const chunked = reader.firstOf(['attention_chunk_size']);
  if (chunked !== null)
    return everyNth(every('no_rope_layer_interval') ?? 4, 'chunked_attention', reader.pathOf(chunked));
  if (slidingWindow === null) return null;
  const pattern = every(reader.has('_sliding_window_pattern') ? '_sliding_window_pattern' : 'sliding_window_pattern');
  if (pattern !== null) return everyNth(pattern, 'sliding_attention', reader.report.found.layerPattern);
  if (reader.has('use_sliding_window') && reader.has('max_window_layers')) {
    const first = reader.number('maxWindowLayers', ['max_window_layers'], { min: 0, whole: true }) ?? 0;
    return {
      rule: (layer) => layer < first,
      otherwise: 'sliding_attention',
      found: reader.pathOf('max_window_layers'),
    };
  }
  const known = modelType === null ? undefined : CLASS_WINDOW_PATTERN[modelType];
  return known === undefined ? null : everyNth(known, 'sliding_attention', `default of ${modelType}`);
}

/** @param {number} period @param {LayerType} otherwise @param {string} found */
function everyNth(period, otherwise, found) {
  return { rule: (/** @type {number} */ layer) => (layer + 1) % period === 0, otherwise, found };
}
