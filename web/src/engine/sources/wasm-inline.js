import relaxed from '../generated/attention-relaxed.wasm?inline';
import simd from '../generated/attention-simd.wasm?inline';

const dataAddresses = { simd, relaxed };

/**
 * In files that carry their modules: the bytes from the base64 text. Decoded here, because a page's policy may forbid
 * `fetch` even for data: addresses.
 *
 * @param {import('../variant.js').Variant} variant
 */
export const wasmBytes = async (variant) =>
  Uint8Array.from(atob(dataAddresses[variant].split(',')[1]), (character) => character.charCodeAt(0));
