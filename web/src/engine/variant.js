import { relaxedSimd, simd } from 'wasm-feature-detect';
import { AttentionError } from './attention-error.js';
import { wrong } from './wrong.js';

/** @typedef {'simd' | 'relaxed'} Variant */

/** @type {Promise<{ simd: boolean, relaxed: boolean }> | undefined} */
let detected;

/** What this machine's WebAssembly can do; asked once. */
function features() {
  detected ??= Promise.all([simd(), relaxedSimd()]).then(([simd, relaxed]) => ({ simd, relaxed }));
  return detected;
}

/**
 * The module to load: the wished one, or the fastest that runs here.
 *
 * @param {'auto' | Variant} wished
 * @param {{ simd: boolean, relaxed: boolean }} [available]
 * @returns {Promise<Variant>}
 */
export async function chooseVariant(wished, available) {
  if (!['auto', 'simd', 'relaxed'].includes(wished)) {
    throw wrong('unknown-choice', 'variant', wished, "'auto', 'simd' or 'relaxed'");
  }
  const { simd, relaxed } = available ?? (await features());
  if (!simd) {
    throw new AttentionError(
      'no-simd',
      { field: 'variant' },
      'This browser has no WebAssembly SIMD. Chrome and Edge have it from version 91 on, Firefox from 89, Safari from 16.4, Node.js from 16.4',
    );
  }
  if (wished === 'relaxed' && !relaxed) {
    throw wrong('no-relaxed-simd', 'variant', wished, "'auto' or 'simd' where WebAssembly has no relaxed SIMD");
  }
  return wished === 'auto' ? (relaxed ? 'relaxed' : 'simd') : wished;
}
