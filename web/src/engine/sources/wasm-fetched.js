import { AttentionError } from '../attention-error.js';

// Written out one by one: the bundler gives each file its hashed name.
const addresses = {
  first: () => new URL('../generated/attention-first.wasm', import.meta.url),
  whole: () => new URL('../generated/attention-whole.wasm', import.meta.url),
  'kernels-simd': () => new URL('../generated/attention-kernels-simd.wasm', import.meta.url),
  'kernels-relaxed': () => new URL('../generated/attention-kernels-relaxed.wasm', import.meta.url),
};

/** Bytes are fetched: a page begins with as few as it can. */
export const startsWithFirst = true;

/**
 * In pages: the module's bytes from beside the script. The module is small, so it is compiled from the whole answer: unlike
 * streaming compilation that works whatever MIME type the server gives.
 *
 * @param {import('../compile.js').ModuleName} name
 * @returns {Promise<ArrayBuffer>}
 */
export async function wasmBytes(name) {
  const address = addresses[name]();
  const answer = await fetch(address).catch((cause) => {
    throw new AttentionError('wasm-load', { name }, `${address} cannot be fetched: ${cause}`);
  });
  if (!answer.ok) throw new AttentionError('wasm-load', { name }, `${address} answers ${answer.status}`);
  return answer.arrayBuffer();
}
