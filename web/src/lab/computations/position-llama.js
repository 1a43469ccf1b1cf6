/** The same positions in llama.cpp: the flags that ask for them, and what that program would compute. */
import { convertedRope, ropeDifferences, ropeFlags } from '../../memory/llama-conversion.js';
import { llamaRope, llamaRopeParameters } from '../../memory/llama-rope.js';
import { defaultSettings, readLlamaCommand } from '../../memory/read-llama-command.js';

/**
 * @typedef {object} Context
 * @property {import('./position-config.js').ConfiguredRope | null} configured
 * @property {any[]} variants with their frequencies
 * @property {number} headDim
 * @property {number} trained
 * @property {number} reach
 * @property {AbortSignal} signal
 */

/** @param {any} engine @param {import('../../state/parameters.js').Values} values @param {Context} context */
export async function compareWithLlama(engine, values, { configured, variants, headDim, trained, reach, signal }) {
  const flags = variants.map(({ id, layerType, parameters, frequencies }) => ({
    id,
    layerType,
    words: ropeFlags(/** @type {any} */ (parameters), { base: frequencies.effectiveBase, invFreq: frequencies.invFreq }),
  }));
  const own = configured === null ? null : variants.filter(({ layerType }) => layerType !== 'sliding_attention').at(-1);
  const written = values.command.trim();
  if (!own && written === '') return { flags, comparison: null, command: null };

  const command = written === '' ? null : readCommand(written);
  const settings = command?.settings ?? defaultSettings('server');
  const file = own
    ? convertedRope(own.parameters, {
        modelType: configured?.modelType ?? null,
        nCtxSeq: settings.nCtx > 0 ? settings.nCtx : reach,
        frequencies: { base: own.frequencies.ropeTheta, invFreq: own.frequencies.invFreq },
      })
    : { arch: '', nRot: headDim, nCtxTrain: trained, freqBase: values.theta };
  const llama = file === null ? null : llamaRope(settings, file);
  const frequencies = llama === null ? null : await engine.ropeFrequencies(llamaRopeParameters(llama), { signal });
  const differences = own
    ? ropeDifferences(own.parameters, { modelType: configured?.modelType ?? null, layerType: own.layerType, settings: command ? settings : null, llama })
    : [];
  return {
    flags,
    command,
    comparison: {
      llama,
      frequencies,
      differences,
      against: own ? { id: own.id, layerType: own.layerType, ...gap(own.frequencies, frequencies) } : null,
    },
  };
}

/** A command that cannot be read says so beside its box; the picture stays. @param {string} text */
function readCommand(text) {
  try {
    return readLlamaCommand(text);
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
