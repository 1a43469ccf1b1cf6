import { AttentionError } from './attention-error.js';
import { loadCore } from './core/load.js';
import { cancelled, closed, crashed } from './wrong.js';

/** Answers requests here and now, one after the other: in Node, and where a page may not have workers. */
export class CallingThread {
  size = 0;
  #module;
  #part;
  #core;
  #closed = false;
  /** @type {CallingThread[]} */
  #forks = [];

  /** @param {WebAssembly.Module} module @param {import('./core/load.js').Part} part */
  constructor(module, part) {
    this.#module = module;
    this.#part = part;
    this.#core = loadCore(module, part);
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async run(method, params, signal) {
    const core = await this.#core;
    if (this.#closed) throw closed();
    if (signal?.aborted) throw cancelled();
    try {
      return core.run(method, params);
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      this.#core = loadCore(this.#module, this.#part); // after a trap the old instance's memory cannot be trusted
      throw crashed(error);
    }
  }

  /** An executor with a memory of its own, for requests that build on each other. To be closed after use. */
  fork() {
    const fork = new CallingThread(this.#module, this.#part);
    this.#forks.push(fork);
    return fork;
  }

  close() {
    this.#closed = true;
    for (const fork of this.#forks.splice(0)) fork.close();
  }
}
