import { AttentionError } from '../engine/attention-error.js';
import { memoryPlan } from './memory-plan.js';
import { LARGEST_FLAG } from './plan-settings.js';

/**
 * @typedef {import('./plan-settings.js').PlanSettings} PlanSettings
 * @typedef {import('./memory-plan.js').MemoryPlan} MemoryPlan
 * @typedef {Parameters<typeof memoryPlan>[0]} Model
 */

const CONTEXT_STEP = 256;
const LONGEST_CONTEXT = 2 ** 30;

/**
 * The longest context whose cache, scratch and weights fit, up to the length the model was trained for (in every slot).
 * @param {Model} config
 * @param {PlanSettings} settings its nCtx is what is looked for
 * @param {{ budgetBytes: number, rule?: import('./layer-geometry.js').Rule }} options
 * @returns {{ nCtx: number, plan: MemoryPlan | null, limit: 'memory' | 'model' | 'nothing-fits' }}
 */
export function longestContext(config, settings, { budgetBytes, rule = 'llama.cpp' }) {
  if (!Number.isSafeInteger(budgetBytes) || budgetBytes < 1) {
    throw new AttentionError('out-of-range', {
      field: 'budgetBytes',
      given: budgetBytes,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    });
  }
  const planOf = (/** @type {number} */ steps) =>
    memoryPlan(config, { ...settings, nCtx: Math.min(steps * CONTEXT_STEP, LARGEST_FLAG) }, { rule });
  const smallest = planOf(1);
  if (smallest.bytesAll > budgetBytes) return { nCtx: 0, plan: null, limit: 'nothing-fits' };
  const slots = smallest.kvUnified ? 1 : smallest.nSeqMax;
  const useful = smallest.nCtxTrain === null ? LONGEST_CONTEXT : smallest.nCtxTrain * slots;
  let fits = 1;
  let tooLong = Math.ceil(useful / CONTEXT_STEP) + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (planOf(middle).bytesAll <= budgetBytes) fits = middle;
    else tooLong = middle;
  }
  const plan = planOf(fits);
  // A context that does not divide evenly grows to whole steps in each slot: ask for what would be allocated.
  return { nCtx: Math.min(plan.nCtx, LARGEST_FLAG), plan, limit: fits * CONTEXT_STEP >= useful ? 'model' : 'memory' };
}
