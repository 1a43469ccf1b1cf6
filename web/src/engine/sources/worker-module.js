/**
 * In the site: a module worker in a file of its own.
 *
 * @type {(() => Worker) | null}
 */
export const createWorker = () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });

/**
 * The site's own policy allows workers, so it has no second way to compute.
 *
 * @type {(() => Promise<typeof import('../calling-thread.js')>) | null}
 */
export const loadCallingThread = null;
