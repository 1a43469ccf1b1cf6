/** Rotary positions: frequencies of every variant, the score over the distance, and the same rows under each of them. */
import { effective } from '../../state/parameters.js';
import { configuredRope } from './position-config.js';
import { compareWithLlama, readCommand } from './position-llama.js';
import { maskRequest, sampleRequest } from './request.js';

/** Points per doubling of the distance that a curve of the score has, and the doublings that each of its points is the mean of. */
const distancesPerDoubling = 6;
const doublings = 1;
/** Every row is on the screen once per variant: more would not be read. */
const mostRows = 16;

/**
 * @typedef {import('../../memory/rope-parameters.js').RopeParameters} RopeParameters
 * @typedef {{ id: string, layerType: string | null, parameters: Partial<RopeParameters> & { ropeType: string },
 *   logitFactor?: number }} Variant logitFactor: of all logits, beside what the attention factor does to those that rotate
 */

/** @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal }) {
  const { configured, problem } = await configuredRope(values);
  const headDim = configured?.headDim ?? values.dk;
  const trained = configured?.trained ?? values.trained;
  const command = readCommand(values.command);
  const reach = Math.max(trained, configured?.reach ?? Math.round(trained * values.stretch), command?.settings.nCtx ?? 0);
  const variants = configured?.variants ?? variantsOf(values, headDim);

  const distances = logarithmicDistances(2 * reach);
  const settle = async (/** @type {Variant} */ variant) => {
    try {
      const frequencies = await engine.ropeFrequencies(variant.parameters, { sequenceLength: reach, signal });
      return { ...variant, frequencies, score: scores(frequencies, distances), problem: null };
    } catch (error) {
      if (signal.aborted) throw error;
      return { ...variant, frequencies: null, score: null, problem: error };
    }
  };
  const own = await Promise.all(variants.map(settle));
  const isUsable = (/** @type {any} */ { frequencies }) => frequencies !== null;
  const llama = await compareWithLlama(values, { configured, command, variants: own.filter(isUsable), headDim, trained, reach, settle });
  const settled = llama.commanded ? [...own, llama.commanded] : own;
  const usable = settled.filter(isUsable);

  const asked = { n: values.n, keys: effective(values, 'keys') };
  const input = { ...sampleRequest(values), n: Math.min(asked.n, mostRows), keys: Math.min(asked.keys, mostRows), dK: headDim, dV: 1 };
  const options = { scale: 'sqrt', temperature: values.temperature, mask: maskRequest(values), precision: values.precision, signal };
  const [plain, ...rotated] = await Promise.all([
    engine.attend(input, options),
    ...usable.map(({ parameters, logitFactor = 1 }) => {
      const positions = { ...parameters, headDim, step: values.step, sequenceLength: reach };
      return engine.attend(input, { ...options, temperature: values.temperature / logitFactor, positions });
    }),
  ]);
  const rows = [{ id: 'none', layerType: null, attention: plain }, ...usable.map(({ id, layerType }, at) => ({ id, layerType, attention: rotated[at] }))];
  return { headDim, trained, reach, step: values.step, distances, variants: settled, rows, asked, llama, configured, problem };
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
 * q . R(distance) k for q = k with entries of the same size, 1 at distance 0 without an attention factor. It swings from one
 * distance to the next, so each point is the mean over all whole distances of the octave around it.
 *
 * @param {{ invFreq: ArrayLike<number>, headDim: number, rotaryDim: number, attentionFactor: number }} frequencies
 * @param {number[]} distances
 */
export function scores({ invFreq, headDim, rotaryDim, attentionFactor }, distances) {
  const reach = 2 ** (doublings / 2);
  return distances.map((distance) => {
    const [first, last] = [Math.ceil(distance / reach), Math.floor(distance * reach)];
    let sum = 0;
    for (let pair = 0; pair < invFreq.length; pair += 1) sum += meanCosine(invFreq[pair], first, last);
    return (2 * sum * attentionFactor ** 2 + headDim - rotaryDim) / headDim;
  });
}

/** Of frequency times every whole number from first to last: Dirichlet's kernel. @param {number} frequency @param {number} first @param {number} last */
function meanCosine(frequency, first, last) {
  const count = last - first + 1;
  const half = Math.sin(frequency / 2);
  const middle = Math.cos((frequency * (first + last)) / 2);
  return half === 0 ? middle : (middle * Math.sin((frequency * count) / 2)) / (count * half);
}
