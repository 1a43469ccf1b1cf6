import kernelsRelaxed from '../generated/attention-kernels-relaxed.wasm?inline';
import kernelsSimd from '../generated/attention-kernels-simd.wasm?inline';
import whole from '../generated/attention-whole.wasm?inline';

/** The whole module is here already. */
export const startsWithFirst = false;

/** @type {Partial<Record<import('../compile.js').ModuleName, string>>} */
const dataAddresses = { whole, 'kernels-simd': kernelsSimd, 'kernels-relaxed': kernelsRelaxed };

/**
 * In files that carry their modules: the bytes from the base64 text. Decoded here, because a page's policy may forbid
 * `fetch` even for data: addresses.
 *
 * @param {import('../compile.js').ModuleName} name
 */
export const wasmBytes = async (name) =>
  Uint8Array.from(atob(/** @type {string} */ (dataAddresses[name]).split(',')[1]), (character) => character.charCodeAt(0));
