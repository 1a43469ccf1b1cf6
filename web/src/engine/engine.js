import { startsWithFirst } from '#wasm-source';
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
  const small = startsWithFirst && variant === 'auto';
  const executor = await executorOn(small ? 'first' : chosen, workers);
  const { lanes, version } = await executor.run('info', undefined);
  const info = { variant: chosen, lanes, workers: executor.size, version };
  if (!small) return engineOn(executor, info);

  /** @type {Promise<import('./sweep.js').Executor> | undefined} */
  let started;
  const whole = () => {
    started ??= executorOn(chosen, executor.size);
    started.catch(() => { started = undefined; }); // the next request tries again
    return started;
  };
  const engine = engineOn(executor, info, whole);
  const close = () => {
    engine.close();
    started?.then((executor) => executor.close(), () => {});
  };
  return { ...engine, close };
}

const automaticWorkers = () => Math.max(1, Math.min(4, globalThis.navigator?.hardwareConcurrency ?? 1));

/**
 * Workers, or the calling thread where there are none: in Node, or where a page's policy forbids them.
 *
 * @param {import('./compile.js').ModuleName} name
 * @param {number} size
 * @returns {Promise<import('./sweep.js').Executor>}
 */
async function executorOn(name, size) {
  const module = await compile(name);
  const extent = name === 'first' ? 'first' : 'whole';
  if (size > 0 && typeof Worker !== 'undefined') {
    const pool = new WorkerPool({ createWorker, module, extent, size });
    try {
      await pool.run('info', undefined);
      return pool;
    } catch {
      pool.close();
    }
  }
  const { CallingThread } = await import('./calling-thread.js');
  return new CallingThread(module, extent);
}
