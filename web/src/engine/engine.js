import { startsWithFirst } from '#wasm-source';
import { createWorker, loadCallingThread } from '#worker-source';
import { compile, partOf } from './compile.js';
import { engineOn } from './engine-on.js';
import { members } from './request.js';
import { chooseVariant } from './variant.js';
import { WorkerPool } from './worker-pool.js';
import { closed, wrong } from './wrong.js';

export { AttentionError } from './attention-error.js';

/**
 * Loads the first WebAssembly module and starts a worker, or computes on the calling thread where there are none.
 *
 * Rejects with an AttentionError: 'no-simd' (the message names browsers that have it), 'no-relaxed-simd', 'wasm-blocked' (by
 * the page's Content-Security-Policy), 'wasm-load', 'unknown-choice', 'out-of-range',
 * 'not-an-object', 'unexpected'.
 *
 * @param {import('./api.js').EngineOptions} [options]
 * @returns {Promise<import('./api.js').Engine>}
 */
export async function createEngine(options = {}) {
  const { variant = 'auto', workers = automaticWorkers() } = members(options, 'options', ['variant', 'workers']);
  if (!Number.isInteger(workers) || workers < 0 || workers > 64) throw wrong('out-of-range', 'workers', workers, 'a whole number from 0 to 64');
  const chosen = await chooseVariant(variant);
  const first = await executorOn(startsWithFirst ? 'first' : 'whole', workers);
  const { lanes, version } = await first.run('info', undefined);
  const info = { variant: chosen, lanes, workers: first.size, version };

  const kernels = later(() => executorOn(`kernels-${chosen}`, first.size));
  const whole = startsWithFirst ? later(() => executorOn('whole', first.size)) : { get: () => first, close: () => {} };
  const close = () => [first, whole, kernels].forEach((each) => each.close());
  return engineOn({ first, whole: whole.get, kernels: kernels.get, close }, info);
}

/**
 * An executor that is started when it is first needed, and given at once from then on. Where that failed, the next request tries again.
 *
 * @param {() => Promise<import('./sweep.js').Executor>} start
 */
function later(start) {
  /** @type {Promise<import('./sweep.js').Executor> | undefined} */
  let started;
  /** @type {import('./sweep.js').Executor | undefined} */
  let ready;
  let isClosed = false;
  return {
    get: () => {
      if (isClosed) return Promise.reject(closed());
      if (ready) return ready;
      started ??= start();
      started.then((executor) => { ready = executor; }, () => { started = undefined; });
      return started;
    },
    close: () => {
      isClosed = true;
      started?.then((executor) => executor.close(), () => {});
    },
  };
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
  const part = partOf(name);
  if (createWorker && (size > 0 || !loadCallingThread)) {
    const pool = new WorkerPool({ createWorker, module, part, size: Math.max(1, size) });
    try {
      await pool.run('info', undefined);
      return pool;
    } catch (error) {
      pool.close();
      if (!loadCallingThread) throw error;
    }
  }
  const { CallingThread } = await /** @type {NonNullable<typeof loadCallingThread>} */ (loadCallingThread)();
  return new CallingThread(module, part);
}
