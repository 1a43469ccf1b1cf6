import { AttentionError } from '../engine/attention-error.js';
import { exactProduct, exactSum } from './exact.js';

/**
 * @typedef {object} Scratch what one layer needs while it attends; layers take turns
 * @property {number | null} tileBytes scores in float32, without flash attention; null beyond exact numbers
 * @property {number | null} bytesWithoutFlash the scores and their mask
 * @property {number} bytesWithFlash
 */

const FLOAT32 = 4;
const FLOAT16 = 2;

/**
 * llama.cpp never holds n×n scores: it works in micro-batches, with a mask of their shape.
 * @param {{ heads: number, cellsBase: number, cellsSwa: number | null, nUbatch: number }} sizes
 * @returns {Scratch}
 */
export function microBatchScratch({ heads, cellsBase, cellsSwa, nUbatch }) {
  const longest = Math.max(cellsBase, cellsSwa ?? 0);
  const maskElements = exactSum(exactProduct(cellsBase, nUbatch), exactProduct(cellsSwa ?? 0, nUbatch));
  const tileBytes = orNull(() => scoreTileBytes({ nQuery: nUbatch, nKv: longest, heads }));
  return {
    tileBytes,
    bytesWithoutFlash: tileBytes === null ? null : exactSum(tileBytes, exactProduct(maskElements, FLOAT32)),
    bytesWithFlash: exactProduct(maskElements, FLOAT16),
  };
}

/**
 * A whole prompt at once: n×n scores of every head, or the log-sum-exp that flash attention keeps of each row.
 * @param {{ heads: number, n: number }} sizes
 * @returns {Scratch}
 */
export function wholePromptScratch({ heads, n }) {
  const tileBytes = orNull(() => scoreTileBytes({ nQuery: n, nKv: n, heads }));
  return { tileBytes, bytesWithoutFlash: tileBytes, bytesWithFlash: exactProduct(n, heads, FLOAT32) };
}

/** @param {() => number} bytes */
function orNull(bytes) {
  try {
    return bytes();
  } catch (error) {
    if (error instanceof AttentionError && error.code === 'too-many-bytes') return null;
    throw error;
  }
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
