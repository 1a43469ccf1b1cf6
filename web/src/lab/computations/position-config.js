/** The rotary parameters of a model: of the pasted config.json, else of the chosen preset. */
import { readModelConfig } from '../../memory/read-model-config.js';
import { latentLogitFactor } from '../../memory/rope-parameters.js';

/**
 * @typedef {import('./position.js').Variant} Variant
 * @typedef {import('../../memory/rope-parameters.js').RopeParameters} RopeParameters
 * @typedef {object} ConfiguredRope
 * @property {string | null} name of the preset
 * @property {string | null} modelType
 * @property {number} headDim
 * @property {number} trained
 * @property {number} reach the length the config is made for
 * @property {Variant[]} variants plain RoPE first, then what the config says for each kind of layer
 * @property {{ layerType: string, headDim: number }[]} leftOut kinds of layers with heads of another width
 * @property {import('../../memory/json-text.js').Note[]} warnings what was read in a way of its own, and what was assumed
 * @property {any} error what is wrong with its positions, or null
 *
 * @typedef {import('../../state/parameters.js').Values} Values
 */

/**
 * @param {Values} values
 * @returns {Promise<{ configured: ConfiguredRope | null, problem: unknown }>} null: the page's own settings count; a problem: the
 *   pasted text is no config
 */
export async function configuredRope(values) {
  const pasted = values.config.trim() !== '';
  if (!pasted && values.ropemodel === 'none') return { configured: null, problem: null };
  const text = pasted ? values.config : JSON.stringify((await import('../../memory/models.js')).models[values.ropemodel]);
  try {
    return { configured: ropeOf(readModelConfig(text), values, pasted ? null : values.ropemodel), problem: null };
  } catch (problem) {
    return { configured: null, problem };
  }
}

/** @param {ReturnType<typeof readModelConfig>} read @param {Values} values @param {string | null} name @returns {ConfiguredRope} */
function ropeOf({ config, warnings, ropeError: found }, values, name) {
  const kinds = /** @type {[string, RopeParameters][]} */ (Object.entries(config.rope ?? {}).filter(([, rope]) => rope !== null));
  const [, first] = kinds.find(([layerType]) => layerType !== 'sliding_attention') ?? kinds[0] ?? [null, null];
  const given = { headDim: first?.headDim ?? config.headDim, length: first?.maxPositionEmbeddings ?? config.maxPositionEmbeddings };
  const headDim = given.headDim ?? values.dk;
  const longest = given.length ?? values.trained;
  const trained = first?.originalMaxPositionEmbeddings ?? longest;
  const stretched = ['yarn', 'dynamic'].includes(first?.ropeType ?? '') ? trained * (first?.factor ?? 1) : longest;
  const ropeError = first === null ? { code: 'no_rope', key: '' } : found;
  const whole = kinds.map(([layerType, rope]) => ({ layerType, rope: complete(rope, headDim, longest) }));
  return {
    name,
    modelType: config.modelType,
    headDim,
    trained,
    reach: Math.max(trained, longest, ropeError ? 0 : stretched),
    variants: first === null ? [] : [plainVariant(first, headDim), ...(ropeError ? [] : ownVariants(whole, headDim, latentLogitFactor(config)))],
    leftOut: whole.filter(({ rope }) => rope.headDim !== headDim).map(({ layerType, rope }) => ({ layerType, headDim: Number(rope.headDim) })),
    warnings: [
      ...warnings.filter(({ code, key }) => code !== ropeError?.code || key !== ropeError?.key),
      ...(first && given.headDim === null ? [{ code: 'head_dim_assumed', value: headDim }] : []),
      ...(first && given.length === null ? [{ code: 'length_assumed', value: longest }] : []),
    ],
    error: ropeError,
  };
}

/** Without its sizes a config still says how it turns. @param {RopeParameters} rope @param {number} headDim @param {number} longest @returns {RopeParameters} */
function complete(rope, headDim, longest) {
  const whole = { ...rope, headDim: rope.headDim ?? headDim, maxPositionEmbeddings: rope.maxPositionEmbeddings ?? longest };
  const needsOriginal = ['yarn', 'longrope', 'llama3'].includes(rope.ropeType);
  return needsOriginal ? { ...whole, originalMaxPositionEmbeddings: rope.originalMaxPositionEmbeddings ?? longest } : whole;
}

/** The same model without scaling. @param {RopeParameters} rope @param {number} headDim @returns {Variant} */
const plainVariant = ({ ropeTheta, rotaryDim }, headDim) => ({
  id: 'default',
  layerType: null,
  parameters: { ropeType: 'default', ropeTheta, headDim, rotaryDim },
});

/** @param {{ layerType: string, rope: RopeParameters }[]} kinds @param {number} headDim @param {number} logitFactor @returns {Variant[]} */
function ownVariants(kinds, headDim, logitFactor) {
  const several = kinds.length > 1;
  return kinds
    .filter(({ rope }) => rope.headDim === headDim)
    .filter(({ layerType, rope }) => rope.ropeType !== 'default' || layerType === 'sliding_attention')
    .map(({ layerType, rope }) => ({ id: rope.ropeType, layerType: several ? layerType : null, parameters: rope, logitFactor }));
}
