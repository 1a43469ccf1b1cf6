import { readFile } from 'node:fs/promises';

export const startsWithFirst = false;

/**
 * In Node: the module's bytes from the disk.
 *
 * @param {import('../compile.js').ModuleName} variant
 */
export const wasmBytes = (variant) => readFile(new URL(`../generated/attention-${variant}.wasm`, import.meta.url));
