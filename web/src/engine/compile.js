import { wasmBytes } from '#wasm-source';
import { AttentionError } from './attention-error.js';

/** @typedef {import('./variant.js').Variant | 'first'} ModuleName */

/** Every WebAssembly file begins with "\0asm". */
const magic = [0x00, 0x61, 0x73, 0x6d];

/**
 * The compiled module: made once per engine, then handed to every worker.
 *
 * @param {ModuleName} variant
 * @param {(variant: ModuleName) => Promise<ArrayBuffer | Uint8Array>} [read]
 */
export async function compile(variant, read = wasmBytes) {
  const bytes = new Uint8Array(await read(variant));
  if (!magic.every((byte, i) => bytes[i] === byte)) {
    throw new AttentionError('wasm-load', { variant }, `attention-${variant}.wasm is no WebAssembly: the server answered with something else`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const blocked = /content.security.policy|\bCSP\b/i.test(String(cause));
    throw blocked
      ? new AttentionError('wasm-blocked', { variant }, "The page's Content-Security-Policy blocks WebAssembly: script-src needs 'wasm-unsafe-eval'")
      : new AttentionError('wasm-load', { variant }, `attention-${variant}.wasm cannot be compiled: ${cause}`);
  }
}
