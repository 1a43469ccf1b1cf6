import { wasmBytes } from '#wasm-source';
import { AttentionError } from './attention-error.js';

/** @typedef {'first' | 'whole' | `kernels-${import('./variant.js').Variant}`} ModuleName the file is attention-NAME.wasm */

/** @param {ModuleName} name @returns {import('./core/load.js').Part} */
export const partOf = (name) => (name === 'first' || name === 'whole' ? name : 'kernels');

/** Every WebAssembly file begins with "\0asm". */
const magic = [0x00, 0x61, 0x73, 0x6d];

/**
 * The compiled module: made once per engine, then handed to every worker.
 *
 * @param {ModuleName} name
 * @param {(name: ModuleName) => Promise<ArrayBuffer | Uint8Array>} [read]
 */
export async function compile(name, read = wasmBytes) {
  const bytes = new Uint8Array(await read(name));
  if (!magic.every((byte, i) => bytes[i] === byte)) {
    throw new AttentionError('wasm-load', { name }, `attention-${name}.wasm is no WebAssembly: the server answered with something else`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const blocked = /content.security.policy|\bCSP\b/i.test(String(cause));
    throw blocked
      ? new AttentionError('wasm-blocked', { name }, "The page's Content-Security-Policy blocks WebAssembly: script-src needs 'wasm-unsafe-eval'")
      : new AttentionError('wasm-load', { name }, `attention-${name}.wasm cannot be compiled: ${cause}`);
  }
}
