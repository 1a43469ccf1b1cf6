import { createWorker } from '#worker-source';
import { compile } from './compile.js';
import { engineOn } from './engine-on.js';
import { chooseVariant } from './variant.js';
import { WorkerPool } from './worker-pool.js';
import { wrong } from './wrong.js';

export { AttentionError } from './attention-error.js';

/**
 * Loads the WebAssembly module and starts a worker, or computes on the calling thread where there are none.
 *
 * Rejects with an AttentionError: 'no-simd' (the message names browsers that have it), 'no-relaxed-simd', 'wasm-blocked' (by
 * the page's Content-Security-Policy), 'wasm-load', 'unknown-choice', 'out-of-range'.
 *
 * @param {import('./api.js').EngineOptions} [options]
 * @returns {Promise<import('./api.js').Engine>}
 */
export async function createEngine({ variant = 'auto', workers = automaticWorkers() } = {}) {
  if (!Number.isInteger(workers) || workers < 0 || workers > 64) throw wrong('out-of-range', 'workers', workers, 'a whole number from 0 to 64');
  const chosen = await chooseVariant(variant);
  const module = await compile(chosen);
  const executor = (await workerPool(module, workers)) ?? (await callingThread(module));
  const { lanes, version } = await executor.run('info', undefined);
  return engineOn(executor, { variant: chosen, lanes, workers: executor.size, version });
}

const automaticWorkers = () => Math.max(1, Math.min(4, globalThis.navigator?.hardwareConcurrency ?? 1));

/**
 * None where there are no workers: in Node, or where a page's policy forbids them.
 *
 * @param {WebAssembly.Module} module
 * @param {number} size
 */
async function workerPool(module, size) {
  if (size === 0 || typeof Worker === 'undefined') return undefined;
  const pool = new WorkerPool({ createWorker, module, size });
  try {
    await pool.run('info', undefined);
    return pool;
  } catch {
    pool.close();
    return undefined;
  }
}

/** @param {WebAssembly.Module} module */
async function callingThread(module) {
  const { CallingThread } = await import('./calling-thread.js');
  return new CallingThread(module);
}
