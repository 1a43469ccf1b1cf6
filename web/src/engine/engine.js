import { createWorker } from '#worker-source';
import { compile } from './compile.js';
import { attendParams, sampleParams } from './request.js';
import { sweep } from './sweep.js';
import { chooseVariant } from './variant.js';
import { WorkerPool } from './worker-pool.js';
import { wrong } from './wrong.js';

export { AttentionError } from './attention-error.js';

/** @typedef {import('./api.js').EngineInfo} EngineInfo */

/** @typedef {import('./api.js').Engine} EngineInterface */

/** @implements {EngineInterface} */
export class Engine {
  #executor;

  /**
   * @param {import('./sweep.js').Executor} executor
   * @param {EngineInfo} info
   */
  constructor(executor, info) {
    this.#executor = executor;
    this.info = Object.freeze(info);
  }

  /** @type {import('./api.js').Engine['sample']} */
  async sample(input, { signal } = {}) {
    return this.#executor.run('sample', sampleParams(input), signal);
  }

  /** @type {import('./api.js').Engine['attend']} */
  async attend(input, options = {}) {
    return this.#executor.run('attend', attendParams(input, options), options.signal);
  }

  /** @type {import('./api.js').Engine['sweep']} */
  async sweep(input, options = {}) {
    return sweep(this.#executor, input, options);
  }

  close() {
    this.#executor.close();
  }
}

/** @type {typeof import('./api.js').createEngine} */
export async function createEngine({ variant = 'auto', workers = automaticWorkers() } = {}) {
  if (!Number.isInteger(workers) || workers < 0 || workers > 64) throw wrong('out-of-range', 'workers', workers, 'a whole number from 0 to 64');
  const chosen = await chooseVariant(variant);
  const module = await compile(chosen);
  const executor = (await workerPool(module, workers)) ?? (await callingThread(module));
  const { lanes, version } = await executor.run('info', undefined);
  return new Engine(executor, { variant: chosen, lanes, workers: executor.size, version });
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
