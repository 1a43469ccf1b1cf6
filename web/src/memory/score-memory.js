import { exactProduct, exactSum } from './exact.js';

/**
 * @typedef {object} Scratch what one layer needs while it attends; layers take turns
 * @property {number} tileBytes scores of one micro-batch against every cell, float32 (without flash attention)
 * @property {number} maskBytesWithoutFlash
 * @property {number} maskBytesWithFlash
 * @property {number} bytesWithoutFlash
 * @property {number} bytesWithFlash
 */

const FLOAT32 = 4;
const FLOAT16 = 2;

/**
 * llama.cpp never holds n×n scores: it works in micro-batches.
 * @param {{ heads: number, cellsBase: number, cellsSwa: number | null, nUbatch: number }} sizes
 * @returns {Scratch}
 */
export function scratchMemory({ heads, cellsBase, cellsSwa, nUbatch }) {
  const longest = Math.max(cellsBase, cellsSwa ?? 0);
  const tileBytes = scoreTileBytes({ nQuery: nUbatch, nKv: longest, heads });
  const maskElements = exactSum(exactProduct(cellsBase, nUbatch), exactProduct(cellsSwa ?? 0, nUbatch));
  const maskBytesWithoutFlash = exactProduct(maskElements, FLOAT32);
  const maskBytesWithFlash = exactProduct(maskElements, FLOAT16);
  return {
    tileBytes,
    maskBytesWithoutFlash,
    maskBytesWithFlash,
    bytesWithoutFlash: exactSum(tileBytes, maskBytesWithoutFlash),
    bytesWithFlash: maskBytesWithFlash,
  };
}

/** @param {{ nQuery: number, nKv: number, heads: number }} sizes */
export function scoreTileBytes({ nQuery, nKv, heads }) {
  return exactProduct(nQuery, nKv, heads, FLOAT32);
}

/**
 * The whole score matrix of one layer, as the formula has it: n queries against n keys.
 * @param {{ n: number, heads?: number, batch?: number, bytesPerElement?: number }} sizes
 */
export function scoreMatrix({ n, heads = 1, batch = 1, bytesPerElement = FLOAT32 }) {
  const bytes = exactProduct(n, n, heads, batch, bytesPerElement);
  return {
    bytes,
    gb: bytes / 1e9,
    gib: bytes / 2 ** 30,
    causalUsefulBytes: exactProduct((n * (n + 1)) / 2, heads, batch, bytesPerElement),
    flashLseBytes: exactProduct(n, heads, batch, FLOAT32),
  };
}
