/**
 * Which part of the core a module holds: what the page's first figure needs, everything but the kernels, or the kernels.
 *
 * @typedef {'first' | 'whole' | 'kernels'} Part
 */

/** Glue and core of each: a page that only ever needs the first fetches only that one's. */
const parts = {
  first: async () => ({ glue: await import('../generated/attention-first.js'), Core: (await import('./attend.js')).AttendCore }),
  whole: async () => ({ glue: await import('../generated/attention-whole.js'), Core: (await import('./whole.js')).WholeCore }),
  kernels: async () => ({ glue: await import('../generated/attention-kernels.js'), Core: (await import('./kernels.js')).KernelsCore }),
};

/**
 * @param {WebAssembly.Module} compiled
 * @param {Part} part
 * @returns {Promise<import('./core.js').Core<any>>}
 */
export async function loadCore(compiled, part) {
  const { glue, Core } = await parts[part]();
  const createModule = /** @type {(options: object) => Promise<any>} */ (glue.default);
  return new Promise((resolve, reject) => {
    /** @type {(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => object} */
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(compiled, imports).then(receive).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(new Core(module)), reject);
  });
}
