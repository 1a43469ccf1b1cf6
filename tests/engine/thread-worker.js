import { Worker } from 'node:worker_threads';

/** A page's Worker on a Node thread that runs the real worker: what WorkerPool gets in tests. */
export class ThreadWorker {
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  /** @type {((event: any) => void) | null} */
  onmessageerror = null;

  constructor() {
    this.thread = new Worker(new URL('./thread-entry.js', import.meta.url));
    this.thread.on('message', (data) => this.onmessage?.({ data }));
    this.thread.on('error', (error) => this.onerror?.({ message: error.message }));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
}
