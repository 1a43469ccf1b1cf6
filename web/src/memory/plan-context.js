import { AttentionError } from '../engine/attention-error.js';
import { padTo } from './exact.js';

/**
 * @typedef {import('./plan-settings.js').CompleteSettings} CompleteSettings
 * @typedef {import('./layer-geometry.js').Note} Note
 * @typedef {ReturnType<typeof allocatedContext>} Context
 */

/** llama.cpp pads contexts to this many cells, so that its kernels work on whole blocks. */
export const CELL_STEP = 256;
const AUTOMATIC_SLOTS = 4;

/** @param {CompleteSettings} settings @param {number | null} trainedLength */
function requestedContext(settings, trainedLength) {
  if (settings.nCtx > 0) return settings.nCtx;
  if (trainedLength === null) throw new AttentionError('missing-size', { field: 'maxPositionEmbeddings', given: null });
  return trainedLength;
}

/** Left to itself, llama-server makes four slots that share one cache. @param {CompleteSettings} settings */
function sequences({ nParallel, kvUnified, app }) {
  if (nParallel > 0) return { nSeqMax: nParallel, kvUnified };
  return app === 'server' ? { nSeqMax: AUTOMATIC_SLOTS, kvUnified: true } : { nSeqMax: 1, kvUnified };
}

/** The context as llama.cpp allocates it. @param {CompleteSettings} settings @param {number | null} trainedLength */
export function allocatedContext(settings, trainedLength) {
  const { nSeqMax, kvUnified } = sequences(settings);
  const requested = requestedContext(settings, trainedLength);
  const nBatch = Math.min(requested, settings.nBatch);
  const nUbatch = Math.min(nBatch, settings.nUbatch || settings.nBatch);
  const padded = padTo(requested, CELL_STEP);
  const nCtxSeq = kvUnified ? padded : padTo(Math.floor(padded / nSeqMax), CELL_STEP);
  const nStream = kvUnified ? 1 : nSeqMax;
  const capped = settings.app === 'server' && trainedLength !== null ? Math.min(nCtxSeq, trainedLength) : nCtxSeq;
  return { nSeqMax, kvUnified, nCtx: nCtxSeq * nStream, nCtxSeq, nStream, nBatch, nUbatch, contextPerSlot: capped };
}

/** The context of a cache that keeps exactly the tokens. @param {CompleteSettings} settings @param {number | null} trainedLength */
export function keptContext(settings, trainedLength) {
  const { nSeqMax, kvUnified } = sequences(settings);
  const nStream = settings.tokens === undefined ? (kvUnified ? 1 : nSeqMax) : (settings.batch ?? 1);
  const nCtxSeq = settings.tokens ?? Math.floor(requestedContext(settings, trainedLength) / nStream);
  const nUbatch = Math.min(nCtxSeq, settings.nUbatch || settings.nBatch);
  const counts = {
    nSeqMax: settings.tokens === undefined ? nSeqMax : nStream,
    nCtx: nCtxSeq * nStream,
    nCtxSeq,
    nStream,
  };
  return { ...counts, kvUnified, nBatch: Math.min(nCtxSeq, settings.nBatch), nUbatch, contextPerSlot: nCtxSeq };
}

/** @param {CompleteSettings} settings @param {Context} context @param {number | null} trainedLength @returns {Note[]} */
export function contextNotes(settings, context, trainedLength) {
  /** @type {Note[]} */
  const notes = [];
  const requested = settings.nCtx || trainedLength || 0;
  if (settings.tokens === undefined && context.nCtx !== requested) {
    notes.push({ code: 'context_rounded', value: requested, used: context.nCtx });
  }
  if (trainedLength !== null && context.nCtxSeq > trainedLength) {
    const code = context.contextPerSlot === trainedLength ? 'slot_capped' : 'beyond_trained_length';
    notes.push({ code, value: context.nCtxSeq, trained: trainedLength });
  }
  return notes;
}
