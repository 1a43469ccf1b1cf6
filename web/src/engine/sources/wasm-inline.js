import relaxed from '../generated/attention-relaxed.wasm?inline';
import simd from '../generated/attention-simd.wasm?inline';

/** The whole module is here already. */
export const startsWithFirst = false;

/** @type {Partial<Record<import('../compile.js').ModuleName, string>>} */
const dataAddresses = { simd, relaxed };

/**
 * In files that carry their modules: the bytes from the base64 text. Decoded here, because a page's policy may forbid
 * `fetch` even for data: addresses.
 *
 * @param {import('../compile.js').ModuleName} variant
 */
export const wasmBytes = async (variant) =>
  Uint8Array.from(atob(/** @type {string} */ (dataAddresses[variant]).split(',')[1]), (character) => character.charCodeAt(0));
