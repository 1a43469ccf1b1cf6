import { attendParams, gradientParams, outlineParams, overflowParams, sampleParams } from './request.js';
import { sweep } from './sweep.js';

/**
 * @typedef {object} Executors what answers requests
 * @property {import('./sweep.js').Executor} first has at least `sample` and `attend`
 * @property {() => Promise<import('./sweep.js').Executor>} whole everything but the kernels
 * @property {() => Promise<import('./sweep.js').Executor>} kernels
 * @property {() => void} close
 */

/**
 * The public interface: methods check and translate what callers hand over, an executor runs it. What only some figures need is
 * loaded by the first request that needs it.
 *
 * @param {Executors} executors
 * @param {import('./api.js').EngineInfo} info
 * @returns {import('./api.js').Engine}
 */
export const engineOn = ({ first, whole, kernels, close }, info) => ({
  info: Object.freeze(info),
  sample: async (input, { signal } = {}) => first.run('sample', sampleParams(input), signal),
  attend: async (input, options = {}) => {
    const params = attendParams(input, options);
    if (!options.positions) return first.run('attend', params, options.signal);
    const { positionsParams } = await import('./positions.js');
    params.positions = positionsParams(options.positions, { dK: params.sizes.dK, length: params.sizes.keys });
    return (await whole()).run('attend', params, options.signal);
  },
  outline: async (input, options = {}) => (await whole()).run('outline', outlineParams(input, options), options.signal),
  gradient: async (input, options = {}) => (await whole()).run('gradient', gradientParams(input, options), options.signal),
  overflow: async (input, options = {}) => (await whole()).run('overflow', overflowParams(input, options), options.signal),
  sweep: async (input, options = {}) => sweep(await whole(), input, options),
  measure: async (input, options = {}) => (await import('./measure.js')).measure(await kernels(), input, options),
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
  close,
});
