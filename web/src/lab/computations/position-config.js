/** The rotary parameters of a model: of the pasted config.json, else of the chosen preset. */
import { readModelConfig } from '../../memory/read-model-config.js';

/**
 * @typedef {import('./position.js').Variant} Variant
 * @typedef {object} ConfiguredRope
 * @property {string | null} name of the preset
 * @property {string | null} modelType
 * @property {number} headDim
 * @property {number} trained
 * @property {number} reach the length the config is made for
 * @property {Variant[]} variants plain RoPE first, then what the config says for each kind of layer
 * @property {{ code: string }[]} warnings
 * @property {any} error what is wrong with its positions, or null
 */

/**
 * @param {import('../../state/parameters.js').Values} values
 * @returns {Promise<ConfiguredRope | null>} null: the page's own settings count
 */
export async function configuredRope({ config: text, ropemodel }) {
  const pasted = text.trim() !== '';
  if (!pasted && ropemodel === 'none') return null;
  const read = readModelConfig(pasted ? text : JSON.stringify((await import('../../memory/models.js')).models[ropemodel]));
  const { config, warnings, error } = read;
  const kinds = Object.entries(config.rope ?? {}).filter(([, rope]) => rope !== null);
  const [, first] = kinds.find(([layerType]) => layerType !== 'sliding_attention') ?? kinds[0] ?? [null, null];
  const headDim = first?.headDim ?? config.headDim ?? 64;
  const longest = first?.maxPositionEmbeddings ?? config.maxPositionEmbeddings ?? 4096;
  const trained = first?.originalMaxPositionEmbeddings ?? longest;
  const stretched = ['yarn', 'linear', 'dynamic'].includes(first?.ropeType ?? '') ? trained * (first?.factor ?? 1) : longest;
  return {
    name: pasted ? null : ropemodel,
    modelType: config.modelType,
    headDim,
    trained,
    reach: Math.max(trained, longest, stretched),
    variants: first === null ? [] : [plainVariant(first, headDim), ...ownVariants(kinds, headDim)],
    warnings,
    error: error ?? (config.rope === null ? { code: 'no-rope' } : null),
  };
}

/** The same model without scaling. @param {import('./position.js').RopeParameters} rope @param {number} headDim @returns {Variant} */
const plainVariant = ({ ropeTheta, rotaryDim }, headDim) => ({
  id: 'default',
  layerType: null,
  parameters: { ropeType: 'default', ropeTheta, headDim, rotaryDim },
});

/** Kinds of layers with another width (Gemma 4) are left to their own picture. @param {[string, any][]} kinds @param {number} headDim @returns {Variant[]} */
const ownVariants = (kinds, headDim) =>
  kinds
    .filter(([, rope]) => rope.headDim === headDim)
    .filter(([layerType, rope]) => rope.ropeType !== 'default' || layerType === 'sliding_attention')
    .map(([layerType, rope]) => ({ id: rope.ropeType, layerType: layerType === 'all' ? null : layerType, parameters: rope }));
