/** Rotary positions: frequencies of every variant, the score over the distance, and the same rows under each of them. */
import { effective } from '../../state/parameters.js';
import { configuredRope } from './position-config.js';
import { compareWithLlama } from './position-llama.js';
import { maskRequest, sampleRequest } from './request.js';

/** Distances per doubling that a curve of the score has, and how many neighbours each of its points is the mean of. */
const distancesPerDoubling = 8;
const neighbours = 24;
/** Every row is on the screen once per variant: more would not be read. */
const mostRows = 16;

/**
 * @typedef {import('../../memory/rope-parameters.js').RopeParameters} RopeParameters
 * @typedef {{ id: string, layerType: string | null, parameters: Partial<RopeParameters> & { ropeType: string } }} Variant
 */

/** @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal }) {
  const configured = await configuredRope(values);
  const headDim = configured?.headDim ?? values.dk;
  const trained = configured?.trained ?? values.trained;
  const reach = Math.max(trained, configured?.reach ?? Math.round(trained * values.stretch));
  const variants = configured?.variants ?? variantsOf(values, headDim);

  const distances = logarithmicDistances(2 * reach);
  const settled = await Promise.all(
    variants.map(async (variant) => {
      try {
        const frequencies = await engine.ropeFrequencies(variant.parameters, { sequenceLength: reach, signal });
        return { ...variant, frequencies, score: scores(frequencies, distances), problem: null };
      } catch (error) {
        if (signal.aborted) throw error;
        return { ...variant, frequencies: null, score: null, problem: error };
      }
    }),
  );
  const usable = settled.filter(({ frequencies }) => frequencies !== null);
  const llama = await compareWithLlama(engine, values, { configured, variants: usable, headDim, trained, reach, signal });
  const input = { ...sampleRequest(values), n: Math.min(values.n, mostRows), keys: Math.min(effective(values, 'keys'), mostRows), dK: headDim, dV: 1 };
  const options = { scale: 'sqrt', temperature: values.temperature, mask: maskRequest(values), precision: values.precision, signal };
  const [plain, ...rotated] = await Promise.all([
    engine.attend(input, options),
    ...usable.map(({ parameters }) => engine.attend(input, { ...options, positions: { ...parameters, headDim, step: values.step, sequenceLength: reach } })),
  ]);
  const rows = [{ id: 'none', layerType: null, attention: plain }, ...usable.map(({ id, layerType }, at) => ({ id, layerType, attention: rotated[at] }))];
  return { headDim, trained, reach, step: values.step, distances, variants: settled, rows, llama, configured };
}

/** What the page's own settings say. @param {import('../../state/parameters.js').Values} values @param {number} headDim @returns {Variant[]} */
function variantsOf({ rope, theta, trained, stretch }, headDim) {
  const shared = { ropeTheta: theta, headDim, factor: stretch, originalMaxPositionEmbeddings: trained, maxPositionEmbeddings: trained };
  return rope.map((/** @type {string} */ ropeType) => ({
    id: ropeType,
    layerType: null,
    parameters: { ...shared, ropeType, ...(ropeType === 'llama3' ? { lowFreqFactor: 1, highFreqFactor: 4 } : {}) },
  }));
}

/** Whole numbers from 1 to `last`, evenly spaced on a logarithmic axis. @param {number} last */
function logarithmicDistances(last) {
  const steps = Math.ceil(Math.log2(last) * distancesPerDoubling);
  const distances = Array.from({ length: steps + 1 }, (_, at) => Math.round(last ** (at / steps)));
  return [...new Set(distances)];
}

/**
 * q . R(distance) k for q = k with entries of the same size, 1 at distance 0 without an attention factor. Beyond the first few
 * turns it swings from one distance to the next, so each point is the mean over the distances around it.
 *
 * @param {any} frequencies @param {number[]} distances
 */
export function scores({ invFreq, headDim, rotaryDim, attentionFactor }, distances) {
  const at = (/** @type {number} */ distance) => {
    let sum = 0;
    for (const frequency of invFreq) sum += Math.cos(distance * frequency);
    return (2 * sum * attentionFactor ** 2 + headDim - rotaryDim) / headDim;
  };
  return distances.map((distance, index) => {
    const first = index > 0 ? (distances[index - 1] + distance) / 2 : distance;
    const last = index + 1 < distances.length ? (distances[index + 1] + distance) / 2 : distance;
    const count = Math.max(1, Math.min(neighbours, Math.floor(last - first)));
    let sum = 0;
    for (let place = 0; place < count; place += 1) sum += at(count === 1 ? distance : Math.round(first + ((place + 0.5) * (last - first)) / count));
    return sum / count;
  });
}
