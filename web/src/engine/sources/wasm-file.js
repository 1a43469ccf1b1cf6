import { readFile } from 'node:fs/promises';

export const startsWithFirst = false;

/**
 * In Node: the module's bytes from the disk.
 *
 * @param {import('../compile.js').ModuleName} name
 */
export const wasmBytes = (name) => readFile(new URL(`../generated/attention-${name}.wasm`, import.meta.url));
