import { CACHE_TYPES, isQuantised } from './cache-types.js';

/**
 * What can be said about settings without a model. `willNotStart`: the program accepts the flags and then stops.
 * @param {{ cacheTypeK: string, cacheTypeV: string, flashAttn: string }} settings
 * @returns {{ code: string, flag?: string, [detail: string]: unknown }[]}
 */
export function settingsNotes({ cacheTypeV, flashAttn }) {
  if (!Object.hasOwn(CACHE_TYPES, cacheTypeV) || !isQuantised(cacheTypeV)) return [];
  if (flashAttn === 'disabled') {
    return [{ code: 'quantised_v_needs_flash_attention', flag: '-ctv', value: cacheTypeV, willNotStart: true }];
  }
  return flashAttn === 'auto' ? [{ code: 'quantised_v_flash_auto', flag: '-ctv', value: cacheTypeV }] : [];
}
