import InlineWorker from '../worker.js?worker&inline';

/** In files that carry everything: a worker from a Blob, which works from file:// and from another origin too. */
export const createWorker = () => new InlineWorker();
