import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LOGIT_RULES, parseLogitRule } from '../../web/src/engine/logit-rules.js';
import { engine, engines, isClose } from './setup.js';

const golden = JSON.parse(readFileSync(new URL('../golden/logit_scaling.json', import.meta.url), 'utf8'));

/** One query of width 1: the keys are the logits. @param {number[]} logits @param {any} scale */
const attendTo = (logits, scale, more = {}) => engine.attend({ q: [[1]], k: logits.map((logit) => [logit]) }, { scale, ...more });

test('softcap, sinks, off by one and SSMax give the golden weights', async () => {
  const { logits } = golden;
  for (const { cap, capped, probs } of golden.softcap) {
    const { scaled, weights } = await attendTo(logits, { rule: 'softcap', cap });
    assert.ok(isClose(scaled, capped) && isClose(weights, probs), `softcap ${cap}`);
  }
  for (const { sink, probs, sum } of golden.sink) {
    const { weights, rowSink } = await attendTo(logits, { rule: 'sink', logit: sink });
    assert.ok(isClose(weights, probs), `sink ${sink}`);
    assert.ok(Math.abs(rowSink[0] - (1 - sum)) < 1e-12);
  }
  assert.ok(isClose((await attendTo(logits, 'off-by-one')).weights, golden.softmax_off_by_one));
  for (const { s, probs } of golden.ssmax) assert.ok(isClose((await attendTo(logits, `ssmax:${s}`)).weights, probs), `ssmax ${s}`);
});

test('a rule as text and as an object are the same', async () => {
  const sizes = { n: 6, dK: 8 };
  const run = { seed: 7, ...sizes };
  for (const [rule, parameter] of Object.entries(LOGIT_RULES)) {
    const text = parameter === null ? rule : `${rule}:3`;
    const object = parameter === null ? { rule } : { rule, [parameter]: 3 };
    const [written, given] = await Promise.all([engine.attend(run, { scale: text }), engine.attend(run, { scale: /** @type {any} */ (object) })]);
    assert.deepEqual(written.weights, given.weights, rule);
    assert.ok(written.weights.every(Number.isFinite), rule);
    const { rows } = await engine.sweep({ ...sizes, seeds: [7], scale: text });
    assert.equal(rows[0].meanEntropy, given.meanEntropy, `${rule} in a sweep`);
    const again = await engines[1].attend(run, { scale: text });
    assert.deepEqual(again.weights, given.weights, `${rule} in the other module`);
  }
});

test('what is no rule is refused by name', async () => {
  for (const scale of ['softcap', 'softcap:', 'softcap:x', 'qk-norm:1', 'ssmax:1:2', '__proto__', 'constructor', { rule: 'mystery' }, { rule: 'softcap' }, {}]) {
    await assert.rejects(attendTo([1, 2], scale), (/** @type {any} */ { code }) => ['unknown-choice', 'not-a-number'].includes(code));
  }
  await assert.rejects(attendTo([1, 2], 'softcap'), /one of .*'softcap:<cap>', .*'off-by-one', but is "softcap"/);
  await assert.rejects(attendTo([1, 2], 'softcap:0'), { code: 'out-of-range', field: 'scale' });
  assert.equal(parseLogitRule('toString'), null);
});

test('sinks and a window keep the first keys and the last', async () => {
  const { weights, rowVisible, rowEntropy } = await attendTo(new Array(20).fill(0), 'none', { mask: { window: 3, sinks: 4 } });
  assert.equal(rowVisible[0], 7);
  assert.ok(Math.abs(rowEntropy[0] - Math.log(7)) < 1e-12);
  assert.deepEqual(Array.from(weights, (weight) => weight > 0), Array.from({ length: 20 }, (_, key) => key < 4 || key >= 17));
  await assert.rejects(attendTo([1], 'none', { mask: { window: 3, sinks: -1 } }), { code: 'out-of-range', field: 'sinks' });
});

test('rotation depends on distances alone, and on the layout', async () => {
  const q = [[0.3, -1.2, 0.7, 2.1]];
  const k = [[1.1, 0.4, -0.6, 0.9]];
  const score = async (/** @type {number} */ keys, layout = /** @type {'half' | 'interleaved'} */ ('half'), step = 1) => {
    const rows = Array.from({ length: keys }, () => k[0]);
    return (await engine.attend({ q, k: rows }, { scale: 'none', positions: { ropeType: 'default', layout, step } })).logits;
  };
  const [short, long] = [await score(3), await score(40)];
  for (let distance = 0; distance < 3; distance += 1) assert.ok(Math.abs(short[2 - distance] - long[39 - distance]) < 1e-12);
  assert.notDeepEqual(await score(3, 'interleaved'), short);
  assert.ok(Math.abs((await score(2, 'half', 5))[0] - long[39 - 5]) < 1e-12);
  const { logits } = await engine.attend({ q, k }, { scale: 'none' });
  assert.ok(Math.abs(short[2] - logits[0]) < 1e-12, 'distance 0 turns nothing');
});

test('pitfall 47: neighbours or halves make a pair', async () => {
  const expected = /** @type {const} */ ({
    interleaved: [-1.142639664, 1.922075597, 2.959850668, 4.029799502],
    half: [-1.984110649, 1.959900668, 2.462377902, 4.019799668],
  });
  for (const layout of /** @type {const} */ (['interleaved', 'half'])) {
    // A key that stands at position 0 and is a unit vector reads one entry of the query at position 1.
    for (const [entry, value] of expected[layout].entries()) {
      const unit = [0, 1, 2, 3].map((at) => Number(at === entry));
      const { logits } = await engine.attend({ q: [[1, 2, 3, 4]], k: [unit, unit] }, { scale: 'none', positions: { ropeType: 'default', layout } });
      assert.ok(Math.abs(logits[0] - value) < 1e-9, `${layout} ${entry}: ${logits[0]}`);
    }
  }
});

test('positions can be a model’s config, whose head must be the one given', async () => {
  const config = { model_type: 'llama', hidden_size: 64, num_attention_heads: 16, num_hidden_layers: 1, max_position_embeddings: 64 };
  const run = { seed: 3, n: 5, dK: 4 };
  const own = await engine.attend(run, { positions: { config } });
  const same = await engine.attend(run, { positions: { ropeType: 'default', ropeTheta: 10_000 } });
  assert.deepEqual(own.weights, same.weights);
  await assert.rejects(engine.attend({ ...run, dK: 8 }, { positions: { config } }), { code: 'out-of-range', field: 'headDim' });
  await assert.rejects(engine.attend(run, { positions: { layout: /** @type {any} */ ('other') } }), { code: 'unknown-choice', field: 'layout' });
  const plain = await engine.attend(run);
  assert.notDeepEqual(plain.weights, own.weights, 'positions belong to one request only');
});
