import { AttentionError } from '../engine/attention-error.js';
import { CACHE_TYPES } from './cache-types.js';

/**
 * @typedef {object} PlanSettings settings of llama.cpp; what is left out takes the program's default
 * @property {'server' | 'cli'} [app]
 * @property {number} [nCtx] all tokens of all sequences; 0: the trained length
 * @property {number} [nBatch]
 * @property {number} [nUbatch]
 * @property {number} [nParallel]
 * @property {boolean} [kvUnified]
 * @property {string} [flashAttn] enabled, disabled, auto
 * @property {string} [cacheTypeK]
 * @property {string} [cacheTypeV]
 * @property {boolean} [swaFull]
 * @property {number | null} [weightBytes] size of the weights, if known
 * @property {number} [tokens] rules dense and windowed: tokens of each sequence, in place of nCtx
 * @property {number} [batch] sequences that go with `tokens`
 * @property {number} [bytesPerElement] rules dense and windowed: in place of the cache types
 */

/** llama.cpp is built for this many. */
export const MOST_SEQUENCES = 256;
/** A flag is read as an int. */
export const LARGEST_FLAG = 2 ** 31 - 1;

/** @typedef {Required<Omit<PlanSettings, 'tokens' | 'batch' | 'bytesPerElement'>> & Pick<PlanSettings, 'tokens' | 'batch' | 'bytesPerElement'>} CompleteSettings */

/** @param {PlanSettings} given @returns {CompleteSettings} */
export function completeSettings(given) {
  const settings = {
    ...given,
    app: given.app ?? 'server',
    nCtx: given.nCtx ?? 0,
    nBatch: given.nBatch ?? 2048,
    nUbatch: given.nUbatch ?? 512,
    nParallel: given.nParallel ?? (given.app === 'cli' ? 1 : -1),
    kvUnified: given.kvUnified ?? false,
    flashAttn: given.flashAttn ?? 'auto',
    cacheTypeK: given.cacheTypeK ?? 'f16',
    cacheTypeV: given.cacheTypeV ?? 'f16',
    swaFull: given.swaFull ?? false,
    weightBytes: given.weightBytes ?? null,
  };
  requireWhole(settings.nCtx, 'nCtx', 0, LARGEST_FLAG);
  requireWhole(settings.nBatch, 'nBatch', 1, LARGEST_FLAG);
  requireWhole(settings.nUbatch, 'nUbatch', 0, LARGEST_FLAG);
  requireWhole(settings.nParallel, 'nParallel', -1, MOST_SEQUENCES);
  if (settings.nParallel === 0)
    throw new AttentionError('out-of-range', { field: 'nParallel', given: 0, min: 1, max: MOST_SEQUENCES });
  if (settings.weightBytes !== null) requireWhole(settings.weightBytes, 'weightBytes', 0, Number.MAX_SAFE_INTEGER);
  if (settings.tokens !== undefined) requireWhole(settings.tokens, 'tokens', 1, 2 ** 40);
  if (settings.batch !== undefined) requireWhole(settings.batch, 'batch', 1, 2 ** 31 - 1);
  if (settings.bytesPerElement !== undefined) requireWhole(settings.bytesPerElement, 'bytesPerElement', 1, 16);
  for (const field of /** @type {const} */ (['cacheTypeK', 'cacheTypeV'])) {
    if (Object.hasOwn(CACHE_TYPES, settings[field])) continue;
    throw new AttentionError('unsupported-cache-type', {
      field,
      given: settings[field],
      known: Object.keys(CACHE_TYPES),
    });
  }
  return settings;
}

/** @param {unknown} value @param {string} field @param {number} min @param {number} max */
function requireWhole(value, field, min, max) {
  if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) return;
  throw new AttentionError('out-of-range', { field, given: value, min, max });
}
