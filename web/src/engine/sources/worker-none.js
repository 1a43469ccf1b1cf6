/**
 * In Node, which has no workers of the browser's kind.
 *
 * @type {(() => Worker) | null}
 */
export const createWorker = null;

/** @type {(() => Promise<typeof import('../calling-thread.js')>) | null} */
export const loadCallingThread = () => import('../calling-thread.js');
