/** Starts the engine once for the whole page, as soon as this module is asked for it. */

/** @type {Promise<any> | undefined} */
let started;

export function startEngine() {
  started ??= import('../engine/engine.js').then(({ createEngine }) => createEngine());
  return started;
}
