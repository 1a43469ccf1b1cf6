import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import './setup.js';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { loadCore } from '../../web/src/engine/core/load.js';
import { attendParams, gradientParams, sampleParams } from '../../web/src/engine/request.js';

/** @typedef {import('../../web/src/engine/core/kernels.js').KernelsCore} KernelsCore */
/** @typedef {import('../../web/src/engine/core/whole.js').WholeCore} WholeCore */

/** In pages of 64 KiB. */
const largestMemory = 16384;

/** A number in LEB128, as long as it always is where the largest memory stands. @param {number} value */
const leb = (value) => [(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14];

/**
 * A module whose memory ends at so many pages: as if the machine had no more.
 * @param {string} name @param {number} pages
 */
function moduleWith(name, pages) {
  const bytes = readFileSync(new URL(`../../web/src/engine/generated/attention-${name}.wasm`, import.meta.url));
  const at = bytes.indexOf(Buffer.from(leb(largestMemory)));
  assert.ok(at > 0, 'the largest memory stands in the module');
  bytes.set(leb(pages), at);
  return WebAssembly.compile(bytes);
}

/** @type {Record<string, (core: WholeCore) => unknown>} */
const requests = {
  sample: (core) => core.sample(sampleParams({ seed: 1, n: 1, keys: 1_500_000, dK: 1 })),
  attend: (core) => core.attend(attendParams({ seed: 1, n: 700, dK: 4 }, {})),
  'attend in half precision': (core) => core.attend(attendParams({ seed: 1, n: 600, dK: 4 }, { precision: 'f16' })),
  gradient: (core) => core.gradient(gradientParams({ seed: 1, n: 1, keys: 40, dK: 16_000 }, {})),
  sweep: (core) =>
    core.sweepSeeds({
      configurations: [{ n: 1_000_000, dK: 1, scaling: { rule: 'sqrt', parameter: 1, temperature: 1 }, mask: { kind: 'window', window: 1, sinks: 0 } }],
      seeds: [],
      rowShares: true,
    }),
};

for (const [name, ask] of Object.entries(requests)) {
  test(`${name}: wherever memory ends, the answer is right or says so, and the next request works`, async () => {
    let refused = 0;
    let answered = 0;
    for (let pages = 256; answered < 2 && pages < 2000; pages += 40) {
      const core = /** @type {WholeCore} */ (await loadCore(await moduleWith('whole', pages), 'whole'));
      try {
        ask(core);
        answered += 1;
      } catch (error) {
        assert.ok(error instanceof AttentionError, `${pages} pages: ${error}`);
        assert.equal(error.code, 'out-of-memory');
        refused += 1;
      }
      core.module.release();
      assert.equal(core.attend(attendParams({ seed: 7, n: 8, dK: 64 }, {})).maxWeight?.toFixed(6), '0.473270');
    }
    assert.ok(refused > 0 && answered > 0, `${refused} refused, ${answered} answered`);
  });
}

for (const algorithm of /** @type {const} */ (['loop', 'rows', 'matrix', 'tiled'])) {
  test(`measuring ${algorithm}: the same`, async () => {
    let refused = 0;
    let answered = 0;
    const sizes = { n: 1, keys: 600_000, dK: 4, dV: 4, hasValues: true };
    const params = { algorithm, sizes, seed: [1], precision: /** @type {const} */ ('f32') };
    for (let pages = 256; answered < 2 && pages < 2000; pages += 160) {
      const core = /** @type {KernelsCore} */ (await loadCore(await moduleWith('kernels-simd', pages), 'kernels'));
      try {
        core.prepareMeasurement({ ...params, mask: { kind: 'none', window: 1, sinks: 0 }, firstRow: 0, rows: 1 });
        answered += 1;
      } catch (error) {
        assert.ok(error instanceof AttentionError, `${pages} pages: ${error}`);
        assert.equal(error.code, 'out-of-memory');
        refused += 1;
      }
    }
    assert.ok(refused > 0 && answered > 0, `${refused} refused, ${answered} answered`);
  });
}
