import { readModelConfig } from '../memory/read-model-config.js';
import { AttentionError } from './attention-error.js';
import { isArray, members } from './request.js';
import { unexpected, wrong } from './wrong.js';

/**
 * Rotary positions as a caller may write them, made into the one form that goes to the core.
 *
 * @typedef {import('../memory/rope-parameters.js').RopeParameters} RopeParameters
 * @typedef {import('./api.js').RopeConfig} RopeConfig
 * @typedef {import('./api.js').PositionsOption} PositionsOption
 * @typedef {'default' | 'linear' | 'ntk-aware' | 'dynamic' | 'yarn' | 'longrope' | 'llama3' | 'proportional' | 'llama.cpp'} RopeType
 *
 * @typedef {object} Frequencies numbers as the core's RopeRequest has them; NaN: not given
 * @property {RopeType} type
 * @property {number} headDim
 * @property {number} rotaryDim
 * @property {number} partialRotaryFactor
 * @property {number} theta
 * @property {number} factor
 * @property {number} originalLength
 * @property {number} sequenceLength
 * @property {number} attentionFactor
 * @property {number} betaFast
 * @property {number} betaSlow
 * @property {number} mscale
 * @property {number} mscaleAllDim
 * @property {boolean} truncate
 * @property {number} lowFreqFactor
 * @property {number} highFreqFactor
 * @property {number} extFactor
 *
 * @typedef {{ frequencies: Frequencies, layout: 'half' | 'interleaved', step: number, shortFactor: number[], longFactor: number[] }} PositionsParams
 */

/** @type {readonly RopeType[]} */
const ROPE_TYPES = ['default', 'linear', 'ntk-aware', 'dynamic', 'yarn', 'longrope', 'llama3', 'proportional', 'llama.cpp'];

const parameterNames = [
  'ropeType', 'ropeTheta', 'headDim', 'rotaryDim', 'partialRotaryFactor', 'factor', 'maxPositionEmbeddings', 'originalMaxPositionEmbeddings',
  'attentionFactor', 'betaFast', 'betaSlow', 'mscale', 'mscaleAllDim', 'truncate', 'lowFreqFactor', 'highFreqFactor', 'shortFactor', 'longFactor',
  'extFactor',
];
const besideConfig = ['config', 'layerType', 'layout', 'step', 'sequenceLength'];

/** A finite number or, where none is given, what stands for it. @param {unknown} value @param {string} field @param {number} otherwise */
function numberOr(value, field, otherwise) {
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'number') throw wrong('not-a-number', field, value, 'a number');
  return value;
}

/** @param {unknown} value @param {string} field */
function listOr(value, field) {
  if (value === undefined || value === null) return [];
  if (!isArray(value)) throw wrong('not-an-array', field, value, 'an array of numbers');
  const numbers = Array.from(value);
  for (const entry of numbers) if (typeof entry !== 'number') throw wrong('not-a-number', field, entry, 'numbers throughout');
  return numbers;
}

/**
 * @param {Partial<RopeParameters> & { extFactor?: number }} rope
 * @param {{ dK?: number, sequenceLength?: number }} run
 * @returns {Pick<PositionsParams, 'frequencies' | 'shortFactor' | 'longFactor'>}
 */
function frequenciesOf(rope, { dK = NaN, sequenceLength = NaN }) {
  const type = /** @type {RopeType} */ (rope.ropeType ?? 'default');
  if (!ROPE_TYPES.includes(type)) throw wrong('unknown-choice', 'ropeType', type, ROPE_TYPES.map((name) => `'${name}'`).join(' or '));
  const maximum = numberOr(rope.maxPositionEmbeddings, 'maxPositionEmbeddings', NaN);
  const original = numberOr(rope.originalMaxPositionEmbeddings, 'originalMaxPositionEmbeddings', maximum);
  return {
    frequencies: {
      type,
      headDim: numberOr(rope.headDim, 'headDim', dK),
      rotaryDim: numberOr(rope.rotaryDim, 'rotaryDim', NaN),
      partialRotaryFactor: numberOr(rope.partialRotaryFactor, 'partialRotaryFactor', 1),
      theta: numberOr(rope.ropeTheta, 'ropeTheta', 10_000),
      factor: numberOr(rope.factor, 'factor', 1),
      originalLength: type === 'dynamic' && !Number.isNaN(maximum) ? maximum : original,
      sequenceLength,
      attentionFactor: ['yarn', 'longrope', 'llama.cpp'].includes(type) ? numberOr(rope.attentionFactor, 'attentionFactor', NaN) : NaN,
      betaFast: numberOr(rope.betaFast, 'betaFast', 32),
      betaSlow: numberOr(rope.betaSlow, 'betaSlow', 1),
      mscale: numberOr(rope.mscale, 'mscale', 0),
      mscaleAllDim: numberOr(rope.mscaleAllDim, 'mscaleAllDim', 0),
      truncate: rope.truncate ?? true,
      lowFreqFactor: numberOr(rope.lowFreqFactor, 'lowFreqFactor', NaN),
      highFreqFactor: numberOr(rope.highFreqFactor, 'highFreqFactor', NaN),
      extFactor: numberOr(rope.extFactor, 'extFactor', 0),
    },
    shortFactor: listOr(rope.shortFactor, 'shortFactor'),
    longFactor: listOr(rope.longFactor, 'longFactor'),
  };
}

/**
 * The rotary parameters that a config holds: those of readModelConfig's config, of a config.json's own object, or given
 * themselves.
 *
 * @param {unknown} config
 * @param {string} [layerType]
 * @returns {{ rope: Partial<RopeParameters>, warnings: { code: string }[] }}
 */
function ropeOf(config, layerType) {
  if (typeof config !== 'object' || config === null) throw wrong('not-an-object', 'config', config, 'an object');
  if ('ropeType' in config) return { rope: /** @type {Partial<RopeParameters>} */ (config), warnings: [] };
  let read = { config: /** @type {{ rope: Record<string, RopeParameters | null> | null, layerTypes?: string[] | null }} */ (config), warnings: /** @type {{ code: string }[]} */ ([]) };
  if (!('rope' in config)) {
    const { ropeError, ...rest } = readModelConfig(textOf(config));
    if (ropeError) throw configError(ropeError);
    read = rest;
  }
  const { rope, layerTypes } = read.config;
  if (!rope) throw wrong('no-rope', 'config', config, 'the config of a model with rotary positions');
  const types = Object.keys(rope);
  const kinds = new Set([...types, ...(layerTypes ?? [])]);
  if (layerType !== undefined && !kinds.has(layerType)) throw wrong('unknown-choice', 'layerType', layerType, [...kinds].map((kind) => `'${kind}'`).join(' or '));
  const chosen = layerType && types.includes(layerType) ? layerType : types[0] === 'sliding_attention' && types[1] ? types[1] : types[0];
  const parameters = rope[chosen];
  if (!parameters) throw wrong('no-rope', 'layerType', chosen, 'a kind of layer with rotary positions');
  return { rope: parameters, warnings: read.warnings };
}

/** @param {object} config */
function textOf(config) {
  try {
    return JSON.stringify(config);
  } catch {
    throw wrong('wrong-shape', 'config', config, 'what JSON can hold');
  }
}

/** @param {{ code: string, key?: string, [detail: string]: unknown }} error */
function configError({ code, key, ...details }) {
  return new AttentionError(code, { ...details, field: key }, `The config cannot be used: ${code.replaceAll('_', ' ')}, ${key}`);
}

/**
 * @param {unknown} positions
 * @param {{ dK: number, length: number }} run width of a head, number of keys
 * @returns {PositionsParams}
 */
export function positionsParams(positions, { dK, length }) {
  members(positions, 'positions', [...besideConfig, ...parameterNames]);
  const { config, layerType, layout = 'half', step = 1, sequenceLength: given, ...own } = /** @type {PositionsOption} */ (positions);
  const dropped = config && Object.entries(own).find(([, value]) => (value ?? null) !== null);
  if (dropped) throw unexpected(dropped[0], 'positions with a config', besideConfig);
  if (layout !== 'half' && layout !== 'interleaved') throw wrong('unknown-choice', 'layout', layout, "'half' or 'interleaved'");
  const distance = numberOr(step, 'step', 1);
  const { rope } = ropeOf(config ?? { ropeType: 'default', ...own }, layerType);
  const sequenceLength = numberOr(given, 'sequenceLength', Math.max(1, Math.ceil((length - 1) * Math.abs(distance)) + 1));
  return { ...frequenciesOf(rope, { dK, sequenceLength }), layout, step: distance };
}

/**
 * @param {unknown} config
 * @param {import('./api.js').RopeOptions} options
 */
export function ropeRequest(config, { sequenceLength, layerType }) {
  const { rope, warnings } = ropeOf(config, layerType);
  const parts = frequenciesOf(rope, { sequenceLength: numberOr(sequenceLength, 'sequenceLength', NaN) });
  return { positions: /** @type {PositionsParams} */ ({ ...parts, layout: 'half', step: 1 }), warnings };
}

/** Stands in the core's request where nothing is rotated. @type {PositionsParams} */
export const noPositions = { ...frequenciesOf({ ropeType: 'default' }, { dK: 2 }), layout: 'half', step: 1 };
