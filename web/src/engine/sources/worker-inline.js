import InlineWorker from '../worker.js?worker&inline';

/**
 * In files that carry everything: a worker from a Blob, which works from file:// and from another origin too.
 *
 * @type {(() => Worker) | null}
 */
export const createWorker = () => new InlineWorker();

/**
 * Where a page's policy forbids such workers, or the caller wants none.
 *
 * @type {(() => Promise<typeof import('../calling-thread.js')>) | null}
 */
export const loadCallingThread = () => import('../calling-thread.js');
