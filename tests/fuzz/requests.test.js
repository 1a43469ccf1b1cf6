import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEngine } from '../../web/src/engine/engine.js';

/** Good requests in which every part, one after the other, is replaced by what nobody would write: answered, or refused by name. */

const engine = await createEngine();
after(() => engine.close());

const strange = [
  null, undefined, 0, -1, 1.5, NaN, Infinity, '', 'x', true, {}, [], [[]], [null], 5n, Symbol('s'), () => {}, new Date(), Object.create(null), new Map(),
  new Proxy({}, {}), new Float64Array(3), new DataView(new ArrayBuffer(8)), { length: 2 }, { rule: 'softcap' }, { rule: {} }, { window: {} },
];
const rope = {
  ropeType: 'yarn', ropeTheta: 100, headDim: 4, rotaryDim: 4, partialRotaryFactor: 1, factor: 2, maxPositionEmbeddings: 64,
  originalMaxPositionEmbeddings: 32, attentionFactor: 1, betaFast: 32, betaSlow: 1, mscale: 1, mscaleAllDim: 1, truncate: true, lowFreqFactor: 1,
  highFreqFactor: 4, shortFactor: [1, 1], longFactor: [1, 1], extFactor: 1,
};
const config = { head_dim: 4, rope_theta: 10, rope_scaling: { type: 'linear', factor: 2 } };
const drawn = { seed: 1, n: 2, keys: 2, dK: 4, dV: 2 };
const rows = { q: [[1, 2]], k: [[1, 2]], v: [[1]], n: 1, keys: 1, dK: 2, dV: 1 };
const run = { scale: 'sqrt', temperature: 1, mask: { window: 1, sinks: 1 }, softmax: 'stable', precision: 'f64', signal: null };

/** @type {[keyof import('../../web/src/engine/api.js').Engine, ...object[]][]} */
const requests = [
  ['sample', drawn, { signal: null }],
  ['attend', drawn, { ...run, positions: { ...rope, layout: 'half', step: 1, sequenceLength: 4 } }],
  ['attend', drawn, { positions: { config, layerType: 'full_attention' } }],
  ['attend', rows, { ...run, scale: { rule: 'softcap', cap: 5 } }],
  ['attend', { q: [1, 2], k: [1, 2], v: [1], n: 1, keys: 1, dK: 2, dV: 1 }, {}],
  ['outline', drawn, { ...run, side: 2 }],
  ['gradient', rows, { scale: 1, temperature: 1, mask: 'none' }],
  ['overflow', rows, { scale: 1, temperature: 1, precision: 'f16', row: 0, gain: 1 }],
  ['sweep', { n: [2], dK: [2], scale: ['sqrt'], mask: ['none'], temperature: 1, seeds: [1] }, { onProgress: null, rowShares: true, resamples: 3 }],
  ['lengths', { dK: 4, queries: 1, temperature: 1, points: [{ length: 4, scale: 'sqrt', mask: 'none', positions: rope }], seeds: [1] }, {}],
  ['ropeFrequencies', rope, { sequenceLength: 5, layerType: 'full_attention' }],
  ['measure', { algorithm: 'rows', n: 2, dK: 2 }, { onProgress: null }],
];

/** The ways to every part. @param {any} value @param {string[]} way @returns {string[][]} */
const partsOf = (value, way = []) =>
  typeof value === 'object' && value !== null ? [way, ...Object.keys(value).flatMap((name) => partsOf(value[name], [...way, name]))] : [way];

/** @param {any} value @param {string[]} way @param {unknown} part @returns {any} */
function replaced(value, [name, ...rest], part) {
  if (name === undefined) return part;
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [name]: replaced(value[name], rest, part) });
}

for (const [method, ...given] of requests) {
  test(`${method}(${Object.keys(given[0]).join(', ')})`, async () => {
    const call = (/** @type {unknown[]} */ parts) => /** @type {any} */ (engine)[method](...parts);
    assert.ok(await call(given));
    for (const way of partsOf(given).slice(1)) {
      for (const part of strange) {
        await call(replaced(given, way, part)).catch((/** @type {any} */ error) => {
          const said = `${way.join('.')} as ${typeof part}: ${error}`;
          assert.equal(error.name, 'AttentionError', said);
          assert.notEqual(error.code, 'crashed', said);
          assert.ok(error.field, said);
        });
      }
    }
  });
}
