import { AttentionError } from './attention-error.js';
import { kept } from './kept.js';
import { cancelled, closed, crashed } from './wrong.js';

/** How long an abandoned request may keep its worker before the worker is replaced, in milliseconds. */
const grace = 150;

/**
 * @typedef {object} WorkerLike what the pool needs of a Worker
 * @property {(message: unknown) => void} postMessage
 * @property {() => void} terminate
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 * @property {((event: any) => void) | null} onmessageerror
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {string} method
 * @property {unknown} params
 * @property {(result: any) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/**
 * @typedef {object} Thread
 * @property {WorkerLike} worker
 * @property {Job | null} job
 */

/** Answers requests on up to `size` workers, started when they are first needed and replaced when they crash. */
export class WorkerPool {
  /** @type {Thread[]} */
  #threads = [];
  /** @type {Job[]} */
  #queue = [];
  /** @type {Set<WorkerPool>} */
  #forks = new Set();
  #lastId = 0;
  #closed = false;
  #createWorker;
  #module;
  #part;

  /** @param {{ createWorker: () => WorkerLike, module: WebAssembly.Module, part: import('./core/load.js').Part, size: number }} options */
  constructor({ createWorker, module, part, size }) {
    this.#createWorker = createWorker;
    this.#module = module;
    this.#part = part;
    this.size = size;
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  run(method, params, signal) {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed();
      if (signal?.aborted) throw cancelled();

      const settled = () => signal?.removeEventListener('abort', cancel);
      /** @type {Job} */
      const job = {
        id: ++this.#lastId,
        method,
        params,
        resolve: (result) => (settled(), resolve(result)),
        reject: (error) => (settled(), reject(error)),
      };
      const cancel = () => {
        job.reject(cancelled());
        this.#abandon(job);
      };
      signal?.addEventListener('abort', cancel);
      this.#queue.push(job);
      this.#dispatch();
      if (this.#queue.includes(job)) job.params = kept(params);
    });
  }

  /** A worker of its own for requests that build on each other, as a pool of one. To be closed after use. */
  fork() {
    if (this.#closed) throw closed();
    const fork = new WorkerPool({ createWorker: this.#createWorker, module: this.#module, part: this.#part, size: 1 });
    this.#forks.add(fork);
    return fork;
  }

  close() {
    this.#closed = true;
    for (const fork of this.#forks) fork.close();
    for (const { job } of this.#threads) job?.reject(closed());
    for (const job of this.#queue.splice(0)) job.reject(closed());
    for (const { worker } of this.#threads.splice(0)) worker.terminate();
  }

  #dispatch() {
    while (this.#queue.length > 0) {
      try {
        const thread = this.#threads.find(({ job }) => job === null) ?? this.#start();
        if (!thread) return;
        const { id, method, params } = this.#queue[0];
        thread.worker.postMessage({ id, method, params });
        thread.job = /** @type {Job} */ (this.#queue.shift());
      } catch (cause) {
        this.#queue.shift()?.reject(crashed(cause));
      }
    }
  }

  #start() {
    if (this.#threads.length >= this.size) return undefined;
    /** @type {Thread} */
    const thread = { worker: this.#createWorker(), job: null };
    thread.worker.onmessage = ({ data }) => this.#answer(thread, data);
    thread.worker.onerror = (event) => {
      event.preventDefault?.(); // said by the rejected request
      this.#replace(thread, event.message ?? 'it could not be started');
    };
    thread.worker.onmessageerror = () => this.#replace(thread, 'its answer could not be read');
    thread.worker.postMessage({ module: this.#module, part: this.#part });
    this.#threads.push(thread);
    return thread;
  }

  /** @param {Thread} thread @param {{ id: number, result?: unknown, problem?: AttentionError }} answer */
  #answer(thread, { id, result, problem }) {
    const { job } = thread;
    if (job?.id !== id) return;
    thread.job = null;
    if (problem) job.reject(new AttentionError(problem.code, problem.values, problem.message));
    else job.resolve(result);
    this.#dispatch();
  }

  /**
   * Ends a worker that crashed or does not come back; its request, if not settled before, is answered with an error.
   *
   * @param {Thread} thread
   * @param {string} reason
   */
  #replace(thread, reason) {
    const place = this.#threads.indexOf(thread);
    if (place < 0) return;
    this.#threads.splice(place, 1);
    thread.worker.terminate();
    thread.job?.reject(crashed(reason));
    this.#dispatch();
  }

  /** @param {Job} job */
  #abandon(job) {
    const place = this.#queue.indexOf(job);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      return;
    }
    const thread = this.#threads.find((thread) => thread.job === job);
    if (!thread) return;
    setTimeout(() => {
      if (thread.job === job) this.#replace(thread, 'its request was cancelled');
    }, grace);
  }
}
