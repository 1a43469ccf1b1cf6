/** @type {Promise<any> | undefined} */
let started;

/** Starts the engine once for the whole page, as soon as it is asked for. Where that failed, whoever asks next tries again. */
export function startEngine() {
  if (!started) {
    started = import('../engine/engine.js').then(({ createEngine }) => createEngine());
    started.catch(() => { started = undefined; }); // every figure reports it
  }
  return started;
}
