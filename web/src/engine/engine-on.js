import { attendParams, gradientParams, overflowParams, sampleParams } from './request.js';
import { sweep } from './sweep.js';

/**
 * The public interface on whatever answers requests: methods check and translate what callers hand over, the executor runs it.
 *
 * @param {import('./sweep.js').Executor} executor
 * @param {import('./api.js').EngineInfo} info
 * @param {() => Promise<import('./sweep.js').Executor>} [whole] for methods that the executor's module may lack
 * @returns {import('./api.js').Engine}
 */
export const engineOn = (executor, info, whole = async () => executor) => ({
  info: Object.freeze(info),
  sample: async (input, { signal } = {}) => executor.run('sample', sampleParams(input), signal),
  attend: async (input, options = {}) => executor.run('attend', attendParams(input, options), options.signal),
  gradient: async (input, options = {}) => (await whole()).run('gradient', gradientParams(input, options), options.signal),
  overflow: async (input, options = {}) => (await whole()).run('overflow', overflowParams(input, options), options.signal),
  sweep: async (input, options = {}) => sweep(await whole(), input, options),
  // Fetched when it is first needed: no figure times anything before its reader asks for it.
  measure: async (input, options = {}) => (await import('./measure.js')).measure(await whole(), input, options),
  close: () => executor.close(),
});
