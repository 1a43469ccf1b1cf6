import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import './setup.js';
import { CallingThread } from '../../web/src/engine/calling-thread.js';
import { compile } from '../../web/src/engine/compile.js';
import { loadCore } from '../../web/src/engine/core/load.js';
import { attendParams, sampleParams } from '../../web/src/engine/request.js';
import { LOGIT_RULES } from '../../web/src/engine/logit-rules.js';

/** @type {WebAssembly.Module} */
let module;
before(async () => {
  module = await compile('whole');
});

test('pitfall 57: memory stays as it is once it is warm', async () => {
  const core = /** @type {import('../../web/src/engine/core/whole.js').WholeCore} */ (await loadCore(module, 'whole'));
  const params = (/** @type {number} */ seed) => attendParams({ seed, n: 256, dK: 8 }, { mask: 'causal', precision: 'f32' });
  const given = attendParams({ ...core.sample(sampleParams({ seed: 1, n: 64, dK: 16 })), n: 64, dK: 16 }, {});
  const round = (/** @type {number} */ seed) => {
    core.attend(params(seed));
    core.attend(given);
    core.sample(sampleParams({ seed, n: 32, dK: 16 }));
    const { statistics } = core.sweepSeeds({
      configurations: [{ n: 8, dK: 16, scaling: { rule: 'sqrt', parameter: 1, temperature: 1 }, mask: { kind: 'none', window: 1, sinks: 0 } }],
      seeds: [[seed]],
      rowShares: false,
    });
    core.summarize({ statistics: [statistics], resamples: 0 });
    assert.throws(() => core.sample(sampleParams({ seed, n: 0, dK: 1 })));
  };
  for (let seed = 0; seed < 5; ++seed) round(seed);
  const warm = core.memoryBytes;
  for (let seed = 0; seed < 500; ++seed) round(seed);
  assert.equal(core.memoryBytes, warm);
});

test('memory that one large request took serves the next', async () => {
  const core = /** @type {import('../../web/src/engine/core/whole.js').WholeCore} */ (await loadCore(module, 'whole'));
  // Each needs most of the module's memory, in another place.
  for (const [n, keys, dK] of [[4200, 4200, 1], [1, 1, 5_000_000], [4200, 4200, 1], [1, 2_000_000, 1]]) {
    const params = attendParams({ seed: 1, n, keys, dK, dV: 1 }, {});
    assert.equal(core.run('attend', params).weights.length, n * keys);
  }
});

test('after a trap the calling thread starts afresh', async () => {
  const executor = new CallingThread(module, 'whole');
  await assert.rejects(executor.run('noSuchMethod', {}), { code: 'crashed' });
  assert.equal((await executor.run('info', undefined)).lanes, 4);
});

test('a closed or aborted calling thread answers with the reason', async () => {
  const executor = new CallingThread(module, 'whole');
  await assert.rejects(executor.run('info', undefined, AbortSignal.abort()), { code: 'cancelled' });
  executor.close();
  await assert.rejects(executor.run('info', undefined), { code: 'closed' });
});

test("the names of rules are the module's", async () => {
  const generated = await import('../../web/src/engine/generated/attention.js');
  const bound = await generated.default({
    instantiateWasm: (/** @type {any} */ imports, /** @type {any} */ receive) => {
      WebAssembly.instantiate(module, imports).then(receive);
      return {};
    },
  });
  const names = (/** @type {object} */ choices) => Object.entries(choices).filter(([, choice]) => typeof choice === 'object' && 'value' in choice).map(([name]) => name);
  assert.deepEqual(names(bound.ScaleRule), ['none', 'sqrt', 'linear', 'factor', ...Object.keys(LOGIT_RULES).map((name) => name.replaceAll('-', '_'))]);
  assert.deepEqual(names(bound.MaskKind), ['none', 'causal', 'window']);
  assert.deepEqual(names(bound.SoftmaxKind), ['stable', 'naive']);
  assert.deepEqual(names(bound.Precision), ['f64', 'f32', 'f16', 'bf16']);
});
