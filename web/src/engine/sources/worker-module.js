/** In the site: a module worker in a file of its own. */
export const createWorker = () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });
