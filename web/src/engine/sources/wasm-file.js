import { readFile } from 'node:fs/promises';

/**
 * In Node: the module's bytes from the disk.
 *
 * @param {import('../variant.js').Variant} variant
 */
export const wasmBytes = (variant) => readFile(new URL(`../generated/attention-${variant}.wasm`, import.meta.url));
