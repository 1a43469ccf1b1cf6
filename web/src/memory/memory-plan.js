import { AttentionError } from '../engine/attention-error.js';
import { CACHE_TYPES, isQuantised } from './cache-types.js';
import { exactProduct, exactSum, padTo } from './exact.js';
import { layerGeometry } from './layer-geometry.js';
import { allocatedContext, CELL_STEP, contextNotes, keptContext } from './plan-context.js';
import { completeSettings } from './plan-settings.js';
import { microBatchScratch, wholePromptScratch } from './score-memory.js';
import { settingsNotes } from './settings-notes.js';

/**
 * @typedef {import('./layer-geometry.js').LayerGeometry} LayerGeometry
 * @typedef {import('./layer-geometry.js').Rule} Rule
 * @typedef {import('./layer-geometry.js').Note} Note
 *
 * @typedef {import('./plan-settings.js').PlanSettings} PlanSettings
 * @typedef {import('./plan-settings.js').CompleteSettings} CompleteSettings
 * @typedef {import('./plan-context.js').Context} Context
 *
 * @typedef {{ kind: LayerGeometry['kind'], cells: number, bytesK: number, bytesV: number, heads: number, widthK: number,
 *   widthV: number, window: number | null }} PlannedLayer
 *
 * @typedef {object} MemoryPlan
 * @property {Rule} rule
 * @property {number} nSeqMax
 * @property {boolean} kvUnified
 * @property {number} nCtx cells of all streams
 * @property {number} nCtxSeq cells of one stream
 * @property {number} nStream
 * @property {number} nBatch
 * @property {number} nUbatch
 * @property {number} contextPerSlot tokens one sequence can have
 * @property {number | null} nCtxTrain
 * @property {number | null} heads that ask, in every layer
 * @property {number} cellsBase
 * @property {number | null} cellsSwa
 * @property {number} layersBase
 * @property {number} layersSwa
 * @property {PlannedLayer[]} layers
 * @property {number} bytesK
 * @property {number} bytesV
 * @property {number} bytesBase
 * @property {number} bytesSwa
 * @property {number} bytesTotal of the KV cache
 * @property {number | null} bytesDecompressed of a latent cache, had keys and values been cached head by head
 * @property {number} mibK
 * @property {number} mibV
 * @property {number} mibTotal
 * @property {import('./score-memory.js').Scratch | null} scratch null where the head count is not known
 * @property {number | null} bytesWeights
 * @property {number} bytesScratch with flash attention, unless it is off
 * @property {number} bytesAll cache, scratch and weights
 * @property {Note[]} warnings
 */

/**
 * @param {import('./read-model-config.js').ModelConfig | import('./layer-geometry.js').Geometry} config
 * @param {PlanSettings} [given]
 * @param {{ rule?: Rule }} [options]
 * @returns {MemoryPlan}
 * @throws {AttentionError} naming the field that is missing, out of range or does not fit
 */
export function memoryPlan(config, given = {}, { rule = 'llama.cpp' } = {}) {
  if (!['llama.cpp', 'dense', 'windowed'].includes(rule))
    throw new AttentionError('unknown-rule', { field: 'rule', given: rule });
  const settings = completeSettings(given);
  const { layers, heads, trainedLength, notes } = layerGeometry(config, rule);
  const context =
    rule === 'llama.cpp' ? allocatedContext(settings, trainedLength) : keptContext(settings, trainedLength);
  const planned = layers.map((layer) => planLayer(layer, context, settings, rule));
  const sum = (/** @type {(layer: PlannedLayer) => number} */ of, among = planned) => exactSum(0, ...among.map(of));
  const bytesK = sum((layer) => layer.bytesK);
  const bytesV = sum((layer) => layer.bytesV);
  const bytesTotal = exactSum(bytesK, bytesV);
  const windowed = planned.filter(isWindowed);
  const based = planned.filter((layer) => layer.cells > 0 && !isWindowed(layer));
  const bytesSwa = sum((layer) => layer.bytesK + layer.bytesV, windowed);
  const cellsSwa = windowed[0]?.cells ?? null;
  const scratch = heads === null ? null : scratchOf(rule, { heads, cellsBase: based[0]?.cells ?? 0, cellsSwa, context });
  return {
    rule,
    ...context,
    nCtxTrain: trainedLength,
    heads,
    cellsBase: based[0]?.cells ?? context.nCtxSeq,
    cellsSwa,
    layersBase: based.length,
    layersSwa: windowed.length,
    layers: planned,
    bytesK,
    bytesV,
    bytesBase: bytesTotal - bytesSwa,
    bytesSwa,
    bytesTotal,
    bytesDecompressed: decompressedBytes(config, planned, context, settings, rule),
    mibK: mebibytes(bytesK),
    mibV: mebibytes(bytesV),
    mibTotal: mebibytes(bytesTotal),
    scratch,
    bytesWeights: settings.weightBytes,
    bytesScratch: scratchBytes(scratch, settings),
    bytesAll: exactSum(bytesTotal, scratchBytes(scratch, settings), settings.weightBytes ?? 0),
    warnings: [
      ...notes,
      ...settingsNotes(settings),
      ...contextNotes(settings, context, trainedLength),
      ...headNotes(settings, layers, rule),
    ],
  };
}

/** @param {Rule} rule @param {{ heads: number, cellsBase: number, cellsSwa: number | null, context: Context }} sizes */
function scratchOf(rule, { heads, cellsBase, cellsSwa, context }) {
  if (rule === 'llama.cpp') return microBatchScratch({ heads, cellsBase, cellsSwa, nUbatch: context.nUbatch });
  return wholePromptScratch({ heads, n: context.nCtxSeq });
}

/** @param {import('./score-memory.js').Scratch | null} scratch @param {CompleteSettings} settings */
function scratchBytes(scratch, settings) {
  if (scratch === null) return 0;
  if (settings.flashAttn !== 'disabled') return scratch.bytesWithFlash;
  if (scratch.bytesWithoutFlash === null) throw new AttentionError('too-many-bytes', { field: 'scores', given: null });
  return scratch.bytesWithoutFlash;
}

/** @param {PlannedLayer} layer */
function isWindowed({ kind }) {
  return kind === 'sliding' || kind === 'chunked';
}

/** @param {LayerGeometry} layer @param {Context} context @param {CompleteSettings} settings @param {Rule} rule @returns {PlannedLayer} */
function planLayer(layer, context, settings, rule) {
  const { kind, heads, widthK, widthV, window } = layer;
  if (widthK === 0) return { kind, cells: 0, bytesK: 0, bytesV: 0, heads, widthK, widthV, window };
  const cells = window === null ? context.nCtxSeq : windowCells(window, context, settings, rule);
  const bytes = (/** @type {number} */ width, /** @type {'cacheTypeK' | 'cacheTypeV'} */ field) =>
    exactProduct(rowBytes(width, settings, field, rule), cells, context.nStream);
  return {
    kind,
    cells,
    bytesK: bytes(widthK, 'cacheTypeK'),
    bytesV: bytes(widthV, 'cacheTypeV'),
    heads,
    widthK,
    widthV,
    window,
  };
}

/** @param {number} window @param {Context} context @param {CompleteSettings} settings @param {Rule} rule */
function windowCells(window, context, settings, rule) {
  if (rule !== 'llama.cpp') return Math.min(context.nCtxSeq, window);
  if (settings.swaFull) return context.nCtxSeq;
  const windows = window * (context.kvUnified ? context.nSeqMax : 1);
  return padTo(Math.min(context.nCtxSeq, windows + context.nUbatch), CELL_STEP);
}

/** @param {number} width @param {CompleteSettings} settings @param {'cacheTypeK' | 'cacheTypeV'} field @param {Rule} rule */
function rowBytes(width, settings, field, rule) {
  if (settings.bytesPerElement !== undefined && rule !== 'llama.cpp')
    return exactProduct(width, settings.bytesPerElement);
  const block = CACHE_TYPES[settings[field]];
  if (width % block.elements !== 0) {
    throw new AttentionError('row-not-whole-blocks', {
      field,
      given: settings[field],
      width,
      elements: block.elements,
    });
  }
  return exactProduct(width / block.elements, block.bytes);
}

/**
 * What the latent saves.
 * @param {Parameters<typeof memoryPlan>[0]} config @param {PlannedLayer[]} layers @param {Context} context
 * @param {CompleteSettings} settings @param {Rule} rule
 */
function decompressedBytes(config, layers, context, settings, rule) {
  const latent = layers.filter((layer) => layer.kind === 'latent').length;
  if (latent === 0 || 'nLayer' in config || config.vHeadDim === null || config.numAttentionHeads === null) return null;
  const widthK = config.numAttentionHeads * (Number(config.qkNopeHeadDim) + Number(config.qkRopeHeadDim));
  const widthV = config.numAttentionHeads * config.vHeadDim;
  const perToken = rowBytes(widthK, settings, 'cacheTypeK', rule) + rowBytes(widthV, settings, 'cacheTypeV', rule);
  return exactProduct(perToken, latent, context.nCtxSeq, context.nStream);
}

/** As llama.cpp prints them: two decimals, ties to even. @param {number} bytes */
function mebibytes(bytes) {
  const hundredths = (bytes / 2 ** 20) * 100;
  const below = Math.floor(hundredths);
  const isTie = hundredths - below === 0.5;
  return (isTie ? below + (below % 2) : Math.round(hundredths)) / 100;
}

/** Flash attention works on whole blocks of one head. @param {CompleteSettings} settings @param {LayerGeometry[]} layers @param {Rule} rule @returns {Note[]} */
function headNotes(settings, layers, rule) {
  if (rule !== 'llama.cpp' || settings.flashAttn === 'disabled') return [];
  return /** @type {const} */ (['cacheTypeK', 'cacheTypeV']).flatMap((field) => {
    const { elements } = CACHE_TYPES[settings[field]];
    const misfit = layers.find((layer) => layer.widthK > 0 && layer.headDimK % elements !== 0);
    if (!isQuantised(settings[field]) || misfit === undefined) return [];
    return [
      {
        code: 'head_dim_not_whole_blocks',
        field,
        value: settings[field],
        headDim: misfit.headDimK,
        elements,
        willNotStart: true,
      },
    ];
  });
}
