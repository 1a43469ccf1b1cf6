import { AttentionError } from './attention-error.js';
import { loadCore } from './core/load.js';
import { kept } from './kept.js';
import { cancelled, closed, crashed } from './wrong.js';

/** Answers requests during the call, one after the other: in Node, and where a page may not have workers. */
export class CallingThread {
  size = 0;
  #module;
  #part;
  /** @type {import('./core/core.js').Core | undefined} */
  #core;
  #loading;
  #closed = false;
  /** @type {CallingThread[]} */
  #forks = [];

  /** @param {WebAssembly.Module} module @param {import('./core/load.js').Part} part */
  constructor(module, part) {
    this.#module = module;
    this.#part = part;
    this.#loading = this.#load();
  }

  async #load() {
    this.#core = undefined;
    this.#core = await loadCore(this.#module, this.#part);
    return this.#core;
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async run(method, params, signal) {
    let core = this.#core;
    if (!core) {
      params = kept(params);
      core = await this.#loading;
    }
    if (this.#closed) throw closed();
    if (signal?.aborted) throw cancelled();
    try {
      return core.run(method, params);
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      this.#loading = this.#load(); // after a trap the old instance's memory cannot be trusted
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
