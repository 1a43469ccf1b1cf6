import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longestContext } from '../../../web/src/memory/memory-budget.js';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { golden } from './golden.js';

const GIB = 2 ** 30;
const configOf = (/** @type {string} */ model) =>
  readModelConfig(JSON.stringify(golden('models')[model].config)).config;

describe('the longest context for a budget', () => {
  const cases = /** @type {[string, object][]} */ ([
    ['llama-3.1-8b', { nParallel: 1 }],
    ['llama-3.1-8b', { nParallel: 3, flashAttn: 'disabled' }],
    ['gemma-3-4b', { nParallel: 2, weightBytes: 3 * GIB }],
    ['gpt-oss-20b', {}],
    ['deepseek-v3', { nParallel: 1, cacheTypeK: 'q8_0' }],
  ]);
  for (const [model, settings] of cases) {
    test(`${model} ${JSON.stringify(settings)}: it fits and the next step does not`, () => {
      for (const budgetBytes of [GIB, 4 * GIB, 4 * GIB + 1, 13 * GIB]) {
        const { nCtx, plan, limit } = longestContext(configOf(model), settings, { budgetBytes });
        if (plan === null) {
          assert.deepEqual([nCtx, limit], [0, 'nothing-fits']);
          assert.ok(memoryPlan(configOf(model), { ...settings, nCtx: 256 }).bytesAll > budgetBytes);
          continue;
        }
        assert.deepEqual(
          memoryPlan(configOf(model), { ...settings, nCtx }),
          plan,
          'the context is what would be allocated',
        );
        assert.ok(plan.bytesAll <= budgetBytes);
        const next = memoryPlan(configOf(model), { ...settings, nCtx: nCtx + 256 * plan.nStream });
        if (limit === 'memory') assert.ok(next.bytesAll > budgetBytes);
        else assert.ok(plan.contextPerSlot === plan.nCtxTrain);
      }
    });
  }

  test('Llama-3.1-8B in 4 GiB of cache: 32,768 minus what the mask takes', () => {
    const { nCtx } = longestContext(configOf('llama-3.1-8b'), { nParallel: 1 }, { budgetBytes: 4 * GIB });
    assert.equal(nCtx, Math.floor((4 * GIB) / (131_072 + 512 * 2) / 256) * 256);
  });

  test('budgets that are no budget', () => {
    for (const budgetBytes of [0, -1, 1.5, NaN]) {
      assert.throws(() => longestContext(configOf('gpt2'), {}, { budgetBytes }), {
        code: 'out-of-range',
        field: 'budgetBytes',
      });
    }
  });
});
