import { parentPort } from 'node:worker_threads';

// The few names of a page's worker that worker.js uses.
const scope = /** @type {any} */ (globalThis);
scope.self = scope;
scope.postMessage = (/** @type {unknown} */ message, /** @type {{ transfer: any[] }} */ { transfer } = { transfer: [] }) =>
  parentPort?.postMessage(message, transfer);

await import('../../web/src/engine/worker.js');
parentPort?.on('message', (data) => scope.onmessage({ data }));
