import { AttentionError } from './attention-error.js';
import { Core } from './core.js';
import { cancelled, closed, crashed } from './wrong.js';

/** Answers requests here and now, one after the other: in Node, and where a page may not have workers. */
export class CallingThread {
  size = 0;
  #module;
  #extent;
  #core;
  #closed = false;
  /** @type {CallingThread[]} */
  #forks = [];

  /** @param {WebAssembly.Module} module @param {import('./core.js').Extent} [extent] */
  constructor(module, extent = 'whole') {
    this.#module = module;
    this.#extent = extent;
    this.#core = Core.load(module, extent);
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
      this.#core = Core.load(this.#module, this.#extent); // after a trap the old instance's memory cannot be trusted
      throw crashed(error);
    }
  }

  /** An executor with a memory of its own, for requests that build on each other. To be closed after use. */
  fork() {
    const fork = new CallingThread(this.#module);
    this.#forks.push(fork);
    return fork;
  }

  close() {
    this.#closed = true;
    for (const fork of this.#forks.splice(0)) fork.close();
  }
}
