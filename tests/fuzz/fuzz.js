import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

const minutes = Number(process.env.FUZZ_MINUTES ?? 0);

/**
 * A property as a test: the same few hundred executions in every run, or as many as FUZZ_MINUTES allows, from a new
 * seed, which a failure names.
 * @param {string} name @param {fc.IRawProperty<any, any>} property
 */
export function fuzz(name, property, runs = 300) {
  test(`fuzz: ${name}`, async (context) => {
    const limits = minutes > 0
      ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: false }
      : { numRuns: runs, seed: 1 };
    const details = await fc.check(property, limits);
    context.diagnostic(`${details.numRuns} executions`);
    if (details.failed) assert.fail(fc.defaultReportMessage(details) ?? 'failed');
  });
}
