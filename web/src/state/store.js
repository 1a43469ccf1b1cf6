/**
 * The current values and who wants to know about them.
 * @typedef {import('./parameters.js').Values} Values
 * @typedef {ReturnType<typeof createStore>} Store
 */
import { parameterOf } from './parameters.js';
import { sameValue } from './kinds.js';

/** @param {Values} initial */
export function createStore(initial) {
  let values = Object.freeze({ ...initial });
  /** @type {Set<(values: Values) => void>} */
  const listeners = new Set();
  return {
    get values() {
      return values;
    },
    /** @param {Values} changes  keys of the parameter table; equal values change nothing */
    set(changes) {
      const changed = Object.entries(changes).filter(([key, value]) => !sameValue(parameterOf(key), values[key], value));
      if (changed.length === 0) return;
      values = Object.freeze({ ...values, ...Object.fromEntries(changed) });
      for (const listener of listeners) listener(values);
    },
    /** @param {(values: Values) => void} listener @returns {() => void} stops listening */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
