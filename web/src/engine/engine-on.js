import { attendParams, gradientParams, overflowParams, sampleParams } from './request.js';
import { sweep } from './sweep.js';

/**
 * The public interface on whatever answers requests: methods check and translate what callers hand over, the executor runs it.
 * Positions bring the config reader along, so they are loaded by the first request that has them.
 *
 * @param {import('./sweep.js').Executor} executor
 * @param {import('./api.js').EngineInfo} info
 * @param {() => Promise<import('./sweep.js').Executor>} [whole] for methods that the executor's module may lack
 * @returns {import('./api.js').Engine}
 */
export const engineOn = (executor, info, whole = async () => executor) => ({
  info: Object.freeze(info),
  sample: async (input, { signal } = {}) => executor.run('sample', sampleParams(input), signal),
  attend: async (input, options = {}) => {
    const params = attendParams(input, options);
    if (options.positions) {
      const { positionsParams } = await import('./positions.js');
      params.positions = positionsParams(options.positions, { dK: params.sizes.dK, length: params.sizes.keys });
    }
    const able = params.positions ? await whole() : executor;
    return able.run('attend', params, options.signal);
  },
  gradient: async (input, options = {}) => (await whole()).run('gradient', gradientParams(input, options), options.signal),
  overflow: async (input, options = {}) => (await whole()).run('overflow', overflowParams(input, options), options.signal),
  sweep: async (input, options = {}) => sweep(await whole(), input, options),
  // Fetched when it is first needed: no figure times anything before its reader asks for it.
  measure: async (input, options = {}) => (await import('./measure.js')).measure(await whole(), input, options),
  lengths: async (input, options = {}) => {
    const { lengthSweep } = await import('./length-sweep.js');
    return lengthSweep(await whole(), input, options);
  },
  ropeFrequencies: async (config, options = {}) => {
    const { ropeRequest } = await import('./positions.js');
    const { positions, warnings } = ropeRequest(config, options);
    const { type, headDim, theta, factor } = positions.frequencies;
    const computed = await (await whole()).run('ropeFrequencies', { positions }, options.signal);
    return { ropeType: type, ropeTheta: theta, headDim, factor, ...computed, warnings };
  },
  close: () => executor.close(),
});
