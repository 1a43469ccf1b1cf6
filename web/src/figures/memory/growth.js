/** The parts of the memory at several contexts. */
import { memoryPlan } from '../../memory/memory-plan.js';
import { LARGEST_FLAG } from '../../memory/plan-settings.js';

const steps = 8;

/**
 * What stands in a bar, from the bottom: weights, cache by kind, masks, and scores where flash attention does not spare them.
 * @param {import('../../memory/memory-plan.js').MemoryPlan} plan
 * @param {string | undefined} flashAttn
 */
export function partsOf(plan, flashAttn) {
  const parts = [
    { part: 'weights', bytes: plan.bytesWeights ?? 0 },
    { part: 'full', bytes: plan.bytesBase },
    { part: 'sliding', bytes: plan.bytesSwa },
  ];
  return [...parts, { part: flashAttn === 'disabled' ? 'scores' : 'scratch', bytes: plan.bytesScratch }];
}

/**
 * @param {Parameters<typeof memoryPlan>[0]} config @param {import('../../memory/plan-settings.js').PlanSettings} settings
 * @param {import('../../memory/memory-plan.js').MemoryPlan} plan  at the chosen context
 */
export function growthBars(config, settings, plan) {
  const slots = plan.kvUnified ? 1 : plan.nSeqMax;
  // What is allocated is rounded up, and can pass what a flag can say.
  const longest = Math.min(LARGEST_FLAG, Math.max(plan.nCtx, (plan.nCtxTrain ?? 0) * slots));
  return Array.from({ length: steps }, (_, at) => {
    const nCtx = Math.round((longest * (at + 1)) / steps);
    const planned = memoryPlan(config, { ...settings, nCtx }, { rule: plan.rule });
    const parts = partsOf(planned, settings.flashAttn);
    return { nCtx, parts, total: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}
