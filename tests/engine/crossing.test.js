import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from './setup.js';
import { compute } from '../../web/src/lab/computations/collapse.js';
import { crossing, crossingInterval, tailPower } from '../../web/src/figures/collapse/crossing.js';
import { averagedShare, plainShare, rowLogs } from '../../web/src/figures/collapse/large-n.js';
import { defaultValues } from '../../web/src/state/parameters.js';

const ignore = () => {};

/** What the figure shows first: the curves, without the map. @param {import('../../web/src/state/parameters.js').Values} values */
async function curves(values) {
  const enough = new AbortController();
  /** @type {any} */
  let first;
  const run = { signal: enough.signal, given: null, isAsked: false, onProgress: ignore, onPartial: (/** @type {any} */ data) => { first ??= data; enough.abort(); } };
  await assert.rejects(compute(engine, { ...defaultValues(), ...values }, run), { code: 'cancelled' });
  return first;
}

test('undivided, half of the entropy is gone between d_k = 6 and 7, known to less than 0.4', async () => {
  const { dks, rows } = await curves({ scale: ['none'] });
  const shares = rows.map((/** @type {any} */ row) => row.entropyShare);
  const at = Number(crossing(dks, shares, 0.5));
  assert.ok(at > 6 && at < 7, `${at}`);
  const interval = crossingInterval(dks, rows.map((/** @type {any} */ row) => row.shareResamples), 0.5);
  assert.ok(interval && interval[0] < at && at < interval[1] && interval[1] - interval[0] < 0.4, `${interval}`);
  const power = Number(tailPower(dks, shares));
  assert.ok(power > -0.6 && power < -0.4, `${power}`);
});

test('divided by the root nothing crosses', async () => {
  const { dks, rows } = await curves({ scale: ['sqrt'] });
  assert.equal(crossing(dks, rows.map((/** @type {any} */ row) => row.entropyShare), 0.5), null);
});

test('large n comes closer to theory than small n, and the averaged curve closer than the plain one', async () => {
  const error = async (/** @type {number} */ n, /** @type {number} */ seeds) => {
    const { rows } = await engine.sweep({ n, dK: [4, 8, 12], scale: 'none', seeds: Array.from({ length: seeds }, (_, seed) => seed) });
    const logs = rowLogs(n, 'none', 1);
    const off = (/** @type {(dk: number) => number} */ theory) => rows.reduce((sum, row) => sum + Math.abs(Number(row.entropyShare) - theory(row.dK)), 0);
    return { plain: off((dk) => plainShare(dk, logs)), averaged: off((dk) => averagedShare(dk, 1, logs)) };
  };
  const [small, large] = [await error(8, 200), await error(1024, 2)];
  assert.ok(large.averaged < small.averaged, `${large.averaged} ${small.averaged}`);
  assert.ok(large.averaged < large.plain && small.averaged < small.plain);
});

test('the map is filled in, coarse first, and is known the next time', async () => {
  const values = { ...defaultValues(), runs: 2, widths: [4], temperature: 3, scale: ['none'] };
  /** @type {number[]} */
  const known = [];
  const count = (/** @type {any} */ { map }) => map.shares.flat().filter((/** @type {number | null} */ share) => share !== null).length;
  const stop = new AbortController();
  const run = { signal: stop.signal, given: null, isAsked: false, onProgress: ignore, onPartial: (/** @type {any} */ data) => { known.push(count(data)); if (known.length > 4) stop.abort(); } };
  await assert.rejects(compute(engine, values, run), { code: 'cancelled' });
  assert.deepEqual(known, [0, 0, 6, 12, 18]);
  /** @type {number | null} */
  let again = null;
  const second = new AbortController();
  await assert.rejects(compute(engine, values, { signal: second.signal, given: null, isAsked: false, onProgress: ignore, onPartial: (data) => { again ??= count(data); second.abort(); } }), { code: 'cancelled' });
  assert.equal(again, 18);
});
