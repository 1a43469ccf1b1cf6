/**
 * What transformers 5 says about rotary parameters: it warns, and raises only where a key is missing or where
 * computing cannot work. Codes are those of tests/golden/config_validation.json.
 * @typedef {import('./key-reader.js').KeyReader} KeyReader
 * @typedef {import('./rope-parameters.js').RopeParameters} RopeParameters
 */
import { jsonNumber } from './json-text.js';

/** Keys each type must have, and those it may have. Where the original length is missing it is filled in. */
const KEYS = /** @type {Record<string, { required: string[], optional: string[] }>} */ ({
  default: { required: [], optional: [] },
  linear: { required: ['factor'], optional: [] },
  dynamic: { required: ['factor'], optional: [] },
  yarn: {
    required: ['factor'],
    optional: [
      'original_max_position_embeddings',
      'attention_factor',
      'beta_fast',
      'beta_slow',
      'mscale',
      'mscale_all_dim',
      'truncate',
    ],
  },
  longrope: {
    required: ['short_factor', 'long_factor'],
    optional: ['original_max_position_embeddings', 'factor', 'attention_factor'],
  },
  llama3: {
    required: ['factor', 'low_freq_factor', 'high_freq_factor'],
    optional: ['original_max_position_embeddings'],
  },
  proportional: { required: [], optional: ['factor'] },
});
const EVERYWHERE = ['rope_type', 'type', 'rope_theta', 'partial_rotary_factor', 'mrope_section', 'mrope_interleaved'];

/** @param {KeyReader} dictionary @param {string | null} modelType */
export function ropeTypeOf(dictionary, modelType) {
  const type = dictionary.text('rope_type') ?? dictionary.text('type') ?? 'default';
  if (type === 'mrope') return 'default';
  if (type === 'su' || (type === 'yarn' && modelType === 'phi3')) return 'longrope';
  return type;
}

/** @param {KeyReader} dictionary @param {RopeParameters} rope @returns {boolean} whether the parameters could be judged */
export function checkRope(dictionary, rope) {
  const { warnings, errors } = dictionary.report;
  const at = (/** @type {string} */ key) => dictionary.pathOf(key);
  const warn = (/** @type {string} */ code, /** @type {string} */ key, details = {}) =>
    warnings.push({ code, key: at(key), ...details });
  const fail = (/** @type {string} */ code, /** @type {string} */ key, details = {}) =>
    errors.push({ code, key: at(key), ...details });
  const keys = Object.hasOwn(KEYS, rope.ropeType) ? KEYS[rope.ropeType] : null;
  if (keys === null) {
    const details = { value: rope.ropeType, known: Object.keys(KEYS) };
    warn('unknown_type', 'rope_type', details);
    fail('unknown_type', 'rope_type', details);
    return false;
  }
  const missing = keys.required.filter((key) => !Object.hasOwn(dictionary.object, key));
  if (missing.length > 0) {
    fail('missing_keys', missing[0], { value: rope.ropeType, missing: missing.map(at) });
    return false;
  }
  const known = new Set([...keys.required, ...keys.optional, ...EVERYWHERE]);
  const unrecognized = Object.keys(dictionary.object).filter((key) => !known.has(key));
  if (unrecognized.length > 0)
    warn('unrecognized_keys', unrecognized[0], { value: rope.ropeType, keys: unrecognized.map(at) });

  checkFactor(dictionary, rope, warn, fail);
  if (rope.ropeType === 'yarn') checkYarn(dictionary, rope, warn);
  if (rope.ropeType === 'longrope') checkLongRope(dictionary, rope, warn, fail);
  if (rope.ropeType === 'llama3') checkLlama3(dictionary, rope, warn, fail);
  if (rope.ropeType === 'proportional' && rope.partialRotaryFactor === 1 && !dictionary.has('partial_rotary_factor')) {
    warn('proportional_no_partial', 'partial_rotary_factor');
  }
  checkWidth(rope, fail);
  return true;
}

/** @typedef {(code: string, key: string, details?: object) => void} Say */

/** @param {KeyReader} dictionary @param {RopeParameters} rope @param {Say} warn @param {Say} fail */
function checkFactor(dictionary, rope, warn, fail) {
  if (!Object.hasOwn(dictionary.object, 'factor')) return;
  const isNull = !dictionary.has('factor');
  const value = isNull ? null : rope.factor;
  if (isNull || (value !== null && value < 1)) warn('factor_range', 'factor', { value });
  if (rope.factor === null || rope.factor <= 0) fail('factor_range', 'factor', { value });
}

/** @param {KeyReader} dictionary @param {RopeParameters} rope @param {Say} warn */
function checkYarn(dictionary, rope, warn) {
  if (dictionary.has('attention_factor')) {
    const given = jsonNumber(dictionary.raw('attention_factor'));
    if (given === null || !given.isFloat || given.number < 0)
      warn('attention_factor', 'attention_factor', { value: given?.text });
  }
  for (const key of ['beta_fast', 'beta_slow']) {
    if (dictionary.has(key) && jsonNumber(dictionary.raw(key)) === null) warn('beta_type', key);
  }
  if (Number(rope.betaFast) < Number(rope.betaSlow))
    warn('beta_order', 'beta_fast', { fast: rope.betaFast, slow: rope.betaSlow });
  const { maxPositionEmbeddings: max, originalMaxPositionEmbeddings: original } = rope;
  if (max === null || original === null) return;
  const implied = max / original;
  if (implied !== rope.factor && implied !== 1) warn('yarn_factor_mismatch', 'factor', { value: rope.factor, implied });
}

/** @param {KeyReader} dictionary @param {RopeParameters} rope @param {Say} warn @param {Say} fail */
function checkLongRope(dictionary, rope, warn, fail) {
  if (!dictionary.has('factor')) warn('longrope_use_factor', 'factor', { value: rope.factor });
  if (dictionary.has('attention_factor') && !(Number(rope.attentionFactor) >= 0))
    warn('attention_factor', 'attention_factor');
  if (rope.rotaryDim === null) return;
  const expected = Math.trunc(rope.rotaryDim / 2);
  let usable = true;
  for (const [key, list] of /** @type {const} */ ([
    ['long_factor', rope.longFactor],
    ['short_factor', rope.shortFactor],
  ])) {
    if (list?.length === expected) continue;
    warn(`${key}_length`, key, { expected, given: list?.length ?? null });
    usable = false;
  }
  if (!usable) fail('unusable', 'long_factor', { expected });
}

/** @param {KeyReader} dictionary @param {RopeParameters} rope @param {Say} warn @param {Say} fail */
function checkLlama3(dictionary, rope, warn, fail) {
  const { lowFreqFactor: low, highFreqFactor: high, originalMaxPositionEmbeddings: original } = rope;
  if (!low || !high) return fail('unusable', !low ? 'low_freq_factor' : 'high_freq_factor');
  // Equal ones, as Llama 4 Scout has them, leave no band between: each pair is kept or divided.
  if (high <= low) warn('llama3_freq_order', 'high_freq_factor', { low, high });
  if (jsonNumber(dictionary.raw('original_max_position_embeddings'))?.isFloat) {
    warn('llama3_original_int', 'original_max_position_embeddings');
  }
  if (original !== null && rope.maxPositionEmbeddings !== null && original >= rope.maxPositionEmbeddings) {
    const value = { value: original, max: rope.maxPositionEmbeddings };
    warn('llama3_original_too_large', 'original_max_position_embeddings', value);
  }
}

/** Rotation turns pairs. @param {RopeParameters} rope @param {Say} fail */
function checkWidth(rope, fail) {
  if (rope.headDim !== null && rope.headDim % 2 !== 0) fail('odd_head_dim', 'head_dim', { value: rope.headDim });
  else if (rope.rotaryDim !== null && rope.rotaryDim % 2 !== 0)
    fail('odd_rotary_dim', 'partial_rotary_factor', { value: rope.rotaryDim });
  else if (rope.rotaryDim === 0) fail('unusable', 'partial_rotary_factor', { value: rope.rotaryDim });
  else if (rope.ropeType === 'dynamic' && rope.rotaryDim === 2) fail('unusable', 'factor', { value: rope.rotaryDim });
}
