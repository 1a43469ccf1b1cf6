/** Values of the parameter table as requests to the engine. */
import { effective } from '../../state/parameters.js';

/** @typedef {import('../../state/parameters.js').Values} Values */

/** @param {Values} values */
export function sampleRequest(values) {
  return {
    seed: values.seed,
    n: values.n,
    keys: effective(values, 'keys'),
    dK: values.dk,
    dV: effective(values, 'dv'),
  };
}

/** @param {Values} values */
export const maskRequest = (values) => (values.mask === 'window' ? { window: values.window } : values.mask);

/** @param {Values} values @param {import('../../state/parameters.js').Rule} scale @param {AbortSignal} signal */
export function attendOptions(values, scale, signal) {
  const { temperature, softmax, precision } = values;
  return { scale, temperature, mask: maskRequest(values), softmax, precision, signal };
}
