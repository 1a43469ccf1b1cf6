/** Lets what else waits on this thread have its turn. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Works through the parts, `width` at a time. The first failure cancels the others.
 *
 * @template Part
 * @param {Part[]} parts
 * @param {number} width
 * @param {AbortSignal | undefined} signal
 * @param {(part: Part, signal: AbortSignal) => Promise<Float64Array>} work
 * @returns {Promise<Float64Array[]>} in the order of the parts
 */
export async function inParallel(parts, width, signal, work) {
  const stop = new AbortController();
  const abort = () => stop.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);

  /** @type {Float64Array[]} */
  const results = [];
  const waiting = parts.entries();
  const take = async () => {
    for (const [i, part] of waiting) results[i] = await work(part, stop.signal);
  };
  try {
    await Promise.all(Array.from({ length: width }, take));
    return results;
  } finally {
    abort();
    signal?.removeEventListener('abort', abort);
  }
}
