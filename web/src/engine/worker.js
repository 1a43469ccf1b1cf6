import { AttentionError } from './attention-error.js';
import { loadCore } from './core/load.js';

/**
 * The thread that computes. It is told `{ module, part }` once, then `{ id, method, params }` for each request, and answers
 * `{ id, result }` or `{ id, problem }`. Anything that is not an AttentionError (a trap in the module) is thrown out of the worker:
 * the pool then sees a crash and starts a fresh one.
 */

/** @type {ReturnType<typeof loadCore> | undefined} */
let core;

self.onmessage = async ({ data }) => {
  if (data.module) {
    core = loadCore(data.module, data.part);
    core.catch(() => {}); // each request that waits for it answers with the reason
    return;
  }
  const { id, method, params } = data;
  try {
    const result = (await /** @type {ReturnType<typeof loadCore>} */ (core)).run(method, params);
    self.postMessage({ id, result }, { transfer: buffersOf(result) });
  } catch (error) {
    if (!(error instanceof AttentionError)) queueMicrotask(() => { throw error; });
    else self.postMessage({ id, problem: { code: error.code, values: error.values, message: error.message } });
  }
};

/** The buffers under a result's arrays, each once, to be moved instead of copied. */
function buffersOf(/** @type {object} */ result) {
  return [...new Set(Object.values(result).filter(ArrayBuffer.isView).map((array) => array.buffer))];
}
