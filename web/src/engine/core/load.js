import createModule from '../generated/attention.js';

/**
 * Which part of the core a module holds: what the page's first figure needs, everything but the kernels, or the kernels.
 *
 * @typedef {'first' | 'whole' | 'kernels'} Part
 */

/** The methods of each: a page that only ever needs the first fetches only that one's. */
const parts = {
  first: async () => (await import('./attend.js')).AttendCore,
  whole: async () => (await import('./whole.js')).WholeCore,
  kernels: async () => (await import('./kernels.js')).KernelsCore,
};

/**
 * @param {WebAssembly.Module} compiled
 * @param {Part} part
 * @returns {Promise<import('./core.js').Core>}
 */
export async function loadCore(compiled, part) {
  const Core = await parts[part]();
  return new Promise((resolve, reject) => {
    /** @type {(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => object} */
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(compiled, imports).then(receive).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(new Core(module)), reject);
  });
}
