/** The same positions in llama.cpp: the flags that ask for them, and what that program would compute. */
import { convertedRope, ropeDifferences, ropeFlags } from '../../memory/llama-conversion.js';
import { llamaRope, llamaRopeParameters, magnitude } from '../../memory/llama-rope.js';
import { defaultSettings, readLlamaCommand } from '../../memory/read-llama-command.js';

/**
 * @typedef {ReturnType<typeof readCommand>} Command
 * @typedef {object} Context
 * @property {import('./position-config.js').ConfiguredRope | null} configured
 * @property {Command | null} command
 * @property {any[]} variants with their frequencies
 * @property {number} headDim
 * @property {number} trained
 * @property {number} reach
 * @property {(variant: import('./position.js').Variant) => Promise<any>} settle computes a variant, or says why it cannot be
 */

/** @param {import('../../state/parameters.js').Values} values @param {Context} context */
export async function compareWithLlama(values, { configured, command, variants, headDim, trained, reach, settle }) {
  const flags = variants.map(({ id, layerType, parameters, frequencies }) => ({
    id,
    layerType,
    words: ropeFlags(/** @type {any} */ (parameters), { base: frequencies.effectiveBase, invFreq: frequencies.invFreq }),
  }));
  const own = configured === null || configured.error ? null : variants.filter(({ layerType }) => layerType !== 'sliding_attention').at(-1);
  const modelType = configured?.modelType ?? null;
  const settings = command && !command.problem ? command.settings : null;
  if (!own && !settings) return { flags, command, commanded: null, comparison: null };

  const { nCtx, ...rest } = settings ?? defaultSettings('server');
  /** @type {import('../../memory/llama-rope.js').ModelFileRope | null} */
  const file = own
    ? convertedRope(own.parameters, {
        modelType,
        nCtxSeq: nCtx > 0 ? nCtx : reach,
        frequencies: { base: own.frequencies.ropeTheta, invFreq: own.frequencies.invFreq },
      })
    : { arch: '', nRot: headDim, nCtxTrain: trained, freqBase: values.theta };
  const llama = file && llamaRope({ nCtx, ...rest }, file);
  const logitFactor = llama && file.yarnLogMultiplier ? magnitude(1 / llama.freqScale, file.yarnLogMultiplier) ** 2 : 1;
  const parameters = llama && { ...llamaRopeParameters(llama), headDim, rotaryDim: llama.nRot };
  const theirs = parameters && (await settle({ id: 'llama.cpp', layerType: null, parameters, logitFactor }));
  return {
    flags,
    command,
    commanded: settings && theirs,
    comparison: {
      llama,
      frequencies: theirs?.frequencies ?? null,
      differences: ropeDifferences(own?.parameters ?? { ropeType: 'default' }, { modelType, layerType: own?.layerType ?? null, settings, llama }),
      against: own ? { id: own.id, layerType: own.layerType, ...gap(own.frequencies, theirs?.frequencies ?? null) } : null,
    },
  };
}

/** A command that cannot be read says so beside its box; the picture stays without it. @param {string} text */
export function readCommand(text) {
  if (text.trim() === '') return null;
  try {
    return { ...readLlamaCommand(text), problem: null };
  } catch (problem) {
    return { settings: defaultSettings('server'), warnings: [], error: null, problem };
  }
}

/** How far apart the two programs are. @param {any} transformers @param {any} llama */
function gap(transformers, llama) {
  if (llama === null) return { largest: null, pair: null, attentionFactor: null };
  let largest = 0;
  let pair = 0;
  transformers.invFreq.forEach((/** @type {number} */ frequency, /** @type {number} */ at) => {
    const relative = frequency === llama.invFreq[at] ? 0 : Math.abs(frequency / llama.invFreq[at] - 1);
    if (relative > largest) [largest, pair] = [relative, at];
  });
  return { largest, pair, attentionFactor: llama.attentionFactor - transformers.attentionFactor };
}
