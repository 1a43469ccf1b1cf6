/**
 * @typedef {import('./key-reader.js').KeyReader} KeyReader
 * @typedef {'full_attention' | 'sliding_attention' | 'chunked_attention' | 'recurrent'} LayerType
 * what a layer keeps: every token, the last `slidingWindow`, its chunk, or a state of fixed size
 */
import { CLASS_WINDOW_PATTERN } from './class-defaults.js';

const FULL = /^(full_attention|attention|full|global|global_attention)$/;
const SLIDING = /^(sliding_attention|sliding_window|swa|local|local_attention)$/;
const CHUNKED = /^(chunked_attention)$/;

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
  const names = typeof raw === 'string' ? [...raw].map(nameOfHybridLetter) : Array.isArray(raw) ? raw : null;
  if (names === null || names.length === 0) {
    reader.report.errors.push({ code: 'not_a_list', key: reader.pathOf(key) });
    return null;
  }
  if (names.length !== layers) {
    const sizes = { expected: layers, given: names.length };
    reader.report.warnings.push({ code: 'layer_types_length', key: reader.pathOf(key), ...sizes });
  }
  reader.report.found.layerTypes = reader.pathOf(key);
  return Array.from({ length: layers }, (_, layer) => layerType(String(names[layer % names.length])));
}

/** @param {string} name @returns {LayerType} */
function layerType(name) {
  if (FULL.test(name)) return 'full_attention';
  if (SLIDING.test(name)) return 'sliding_attention';
  return CHUNKED.test(name) ? 'chunked_attention' : 'recurrent';
}

/** Nemotron-H writes one letter a layer: M state space, * attention, - or E a feed-forward layer alone. @param {string} letter */
function nameOfHybridLetter(letter) {
  return letter === '*' ? 'full_attention' : 'recurrent';
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
