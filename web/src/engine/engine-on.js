import { kept, snapshot } from './kept.js';
import { attendParams, gradientParams, outlineParams, overflowParams, progressOptions, runOptions, sampleParams } from './request.js';
import { sweep, sweepParams } from './sweep.js';

/**
 * @typedef {() => import('./sweep.js').Executor | Promise<import('./sweep.js').Executor>} Loaded the executor where it is there already
 *
 * @typedef {object} Executors what answers requests
 * @property {import('./sweep.js').Executor} first has at least `sample` and `attend`
 * @property {Loaded} whole everything but the kernels
 * @property {Loaded} kernels
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
  sample: async (input, options = {}) => first.run('sample', sampleParams(input), runOptions(options).signal),
  attend: async (input, options = {}) => {
    const params = attendParams(input, options);
    const { positions, signal } = options;
    if ((positions ?? null) === null) return first.run('attend', params, signal);
    const [own, given] = [kept(params), snapshot(positions, 'positions')];
    const { positionsParams } = await import('./positions.js');
    own.positions = positionsParams(given, { dK: params.sizes.dK, length: params.sizes.keys });
    return (await whole()).run('attend', own, signal);
  },
  outline: async (input, options = {}) => runOn(whole, 'outline', outlineParams(input, options), options.signal),
  gradient: async (input, options = {}) => runOn(whole, 'gradient', gradientParams(input, options), options.signal),
  overflow: async (input, options = {}) => runOn(whole, 'overflow', overflowParams(input, options), options.signal),
  sweep: async (input, options = {}) => sweep(sweepParams(input, options), await whole()),
  measure: async (input, options = {}) => {
    const [given, run] = [snapshot(input, 'input'), progressOptions(options)];
    const { measure } = await import('./measure.js');
    return measure(await kernels(), given, run);
  },
  lengths: async (input, options = {}) => {
    const [given, run] = [snapshot(input, 'input'), progressOptions(options)];
    const { lengthSweep } = await import('./length-sweep.js');
    return lengthSweep(await whole(), given, run);
  },
  ropeFrequencies: async (config, options = {}) => {
    const [given, run] = [snapshot(config, 'config'), { ...runOptions(options, ['signal', 'sequenceLength', 'layerType']) }];
    const { ropeRequest } = await import('./positions.js');
    const { positions, warnings } = ropeRequest(given, run);
    const { type, headDim, theta, factor } = positions.frequencies;
    const computed = await (await whole()).run('ropeFrequencies', { positions }, run.signal);
    return { ropeType: type, ropeTheta: theta, headDim, factor, ...computed, warnings };
  },
  close,
});

/**
 * During the call where the executor is there, which reads the caller's own arrays; later on a copy of them.
 *
 * @param {Loaded} loaded
 * @param {string} method
 * @param {import('./request.js').AttendParams} params
 * @param {AbortSignal} [signal]
 */
async function runOn(loaded, method, params, signal) {
  const executor = loaded();
  if (!(executor instanceof Promise)) return executor.run(method, params, signal);
  const own = kept(params);
  return (await executor).run(method, own, signal);
}
