import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeadMask } from '../../../web/src/formats/head-mask.js';
import { findHeadSets, planHeads, roleOf } from '../../../web/src/formats/heads.js';
import { readFile, readFiles } from '../../../web/src/formats/read-files.js';
import { tensorOfNumbers } from '../../../web/src/formats/tensor.js';
import { tokenLabels } from '../../../web/src/formats/token-labels.js';
import { goldenBlob, refusal } from './files.js';

/** A tensor that counts up from 0. @param {string} name @param {number[]} shape @param {(i: number) => number} [value] */
function tensor(name, shape, value = (i) => i) {
  const count = shape.reduce((product, length) => product * length, 1);
  return tensorOfNumbers(name, shape, Float64Array.from({ length: count }, (_, i) => value(i)));
}

test('names tell queries, keys and values, and what belongs together', () => {
  const cases = /** @type {[string, string | undefined, string | undefined][]} */ ([
    ['q', 'q', ''], ['Query', 'q', ''], ['layer0.k', 'k', 'layer0'], ['blocks.3.attn.hook_v', 'v', 'blocks.3.attn.hook'],
    ['query_states', 'q', 'states'], ['keyStates', 'k', 'States'], ['values', 'v', ''], ['attention_mask', 'mask', 'attention'],
    ['layers.1.self_attn.q_proj.weight', undefined, undefined], ['hidden', undefined, undefined], ['queue', undefined, undefined],
    ['encoder.K', 'k', 'encoder'],
  ]);
  for (const [name, role, label] of cases) {
    assert.deepEqual([roleOf(name)?.role, roleOf(name)?.label], [role, label], name);
  }
  const names = ['l0.q', 'l0.k', 'l1.k', 'l1.v', 'l1.q', 'l2.q'];
  const sets = findHeadSets(names.map((name) => tensor(name, [1, 1])));
  assert.deepEqual(sets.map(({ label, q, v }) => [label, q.name, v?.name]), [['l0', 'l0.q', undefined], ['l1', 'l1.q', 'l1.v']]);
});

test('[n, d], [heads, n, d], [batch, heads, n, d] and [n, heads * d]', async () => {
  const flat = planHeads({ q: tensor('q', [3, 4]), k: tensor('k', [2, 4]), v: tensor('v', [2, 5]) });
  assert.deepEqual([flat.heads, flat.n, flat.keys, flat.dK, flat.dV], [1, 3, 2, 4, 5]);

  const cube = planHeads({ q: tensor('q', [2, 3, 2]), k: tensor('k', [2, 3, 2]) });
  const second = await cube.read(1);
  assert.deepEqual([[...second.q], second.v], [[6, 7, 8, 9, 10, 11], null]);

  const batched = { q: tensor('q', [2, 2, 1, 2]), k: tensor('k', [2, 2, 1, 2]) };
  assert.deepEqual([...(await planHeads(batched, { batch: 1 }).read(0)).q], [4, 5]);
  assert.equal((await refusal((async () => planHeads(batched, { batch: 2 }))())).code, 'out-of-range');

  const beside = planHeads({ q: tensor('q', [2, 6]), k: tensor('k', [2, 6]) }, { heads: 3 });
  assert.deepEqual([beside.heads, beside.keyHeads, beside.dK], [3, 3, 2]);
  assert.deepEqual([...(await beside.read(2)).q], [4, 5, 10, 11]);
});

test('grouped key and value heads: head h uses group floor(h / size)', async () => {
  for (const grouped of [
    planHeads({ q: tensor('q', [4, 1, 2]), k: tensor('k', [2, 1, 2]), v: tensor('v', [2, 1, 3]) }),
    planHeads({ q: tensor('q', [1, 8]), k: tensor('k', [1, 4]), v: tensor('v', [1, 6]) }, { heads: 4 }),
  ]) {
    assert.deepEqual([grouped.heads, grouped.keyHeads, grouped.dK, grouped.dV], [4, 2, 2, 3]);
    const keys = await Promise.all([0, 1, 2, 3].map(async (head) => [...(await grouped.read(head)).k]));
    assert.deepEqual(keys, [[0, 1], [0, 1], [2, 3], [2, 3]]);
    assert.deepEqual([...((await grouped.read(3)).v ?? [])], [3, 4, 5]);
  }
});

test('pitfall 19 and 108: what does not fit is named with its tensor and shape', async () => {
  const q = tensor('q', [2, 3, 4]);
  const cases = /** @type {[any, any, string, string][]} */ ([
    [{ q: tensor('q', [3]), k: q }, {}, 'axes-needed', 'q'],
    [{ q: tensor('q', []), k: q }, {}, 'axes-needed', 'q'],
    [{ q: tensor('q', [1, 1, 1, 1, 1]), k: q }, {}, 'axes-needed', 'q'],
    [{ q: tensor('q', [0, 4]), k: tensor('k', [3, 4]) }, {}, 'no-numbers', 'q'],
    [{ q: tensor('q', [4, 0]), k: tensor('k', [3, 4]) }, {}, 'no-numbers', 'q'],
    [{ q, k: tensor('k', [2, 0, 4]) }, {}, 'no-numbers', 'k'],
    [{ q, k: tensor('k', [2, 3, 5]) }, {}, 'sizes-differ', 'k'],
    [{ q, k: tensor('k', [3, 3, 4]) }, {}, 'head-groups', 'k'],
    [{ q, k: q, v: tensor('v', [1, 3, 4]) }, {}, 'sizes-differ', 'v'],
    [{ q, k: q, v: tensor('v', [2, 2, 4]) }, {}, 'sizes-differ', 'v'],
    [{ q, k: tensor('k', [2, 2, 3, 4]) }, {}, 'sizes-differ', 'k'],
    [{ q, k: q, v: tensor('v', [2, 3, 0]) }, {}, 'no-numbers', 'v'],
    [{ q: tensor('q', [2, 6]), k: tensor('k', [2, 6]) }, { heads: 4 }, 'head-count', 'q'],
    [{ q: tensor('q', [2, 6]), k: tensor('k', [2, 6]) }, { heads: 0 }, 'head-count', 'q'],
    [{ q: tensor('q', [2, 6]), k: tensor('k', [2, 6]) }, { heads: 1.5 }, 'head-count', 'q'],
  ]);
  for (const [set, options, code, field] of cases) {
    const refused = await refusal((async () => planHeads(set, options))());
    assert.deepEqual([refused.code, refused.field], [code, field]);
  }
});

test('pitfall 110: infinities and NaN in data are refused with their position', async () => {
  const spoilt = tensor('k', [2, 2, 3], (i) => (i === 10 ? -Infinity : i));
  const plan = planHeads({ q: tensor('q', [2, 2, 3]), k: spoilt });
  await plan.read(0);
  const refused = await refusal(plan.read(1));
  assert.deepEqual([refused.code, refused.place, refused.given], ['not-finite', 'k[1][1][1]', '-Infinity']);
  const flat = planHeads({ q: tensor('q', [2, 2], (i) => (i === 3 ? NaN : 0)), k: tensor('k', [2, 2]) }, { heads: 2 });
  assert.equal((await refusal(flat.read(0))).place, 'q[1][1]');
});

test('the real heads give the same numbers from every format', async () => {
  const plain = await readFile(goldenBlob('animal-street-layer0.safetensors'), 'x.safetensors');
  const [set] = findHeadSets(plain.tensors);
  const plan = planHeads(set);
  assert.deepEqual([plan.heads, plan.n, plan.keys, plan.dK], [4, 12, 12, 64]);
  const heads = await Promise.all([0, 1, 2, 3].map((head) => plan.read(head)));

  const beside = await readFile(goldenBlob('animal-street-layer0-q.npy'), 'q.npy');
  const text = await textFiles(set);
  const others = [
    planHeads(findHeadSets((await readFile(goldenBlob('animal-street-layer0.npz'), 'x.npz')).tensors)[0]),
    planHeads(findHeadSets((await readFiles(text.json)).tensors)[0]),
    planHeads(findHeadSets((await readFiles(text.csv)).tensors)[0], { heads: 4 }),
  ];
  for (const other of others) {
    for (let head = 0; head < 4; head += 1) assert.deepEqual(await other.read(head), heads[head]);
  }
  const besidePlan = planHeads({ q: beside.tensors[0], k: beside.tensors[0] }, { heads: 4 });
  for (let head = 0; head < 4; head += 1) assert.deepEqual((await besidePlan.read(head)).q, heads[head].q);
});

/** The same set as JSON, and as CSV with heads side by side. @param {import('../../../web/src/formats/heads.js').HeadSet} set */
async function textFiles(set) {
  const json = {};
  const csv = [];
  for (const part of [set.q, set.k, /** @type {any} */ (set.v)]) {
    const values = await part.read();
    const [heads, n, d] = part.shape;
    Object.assign(json, { [part.name]: { shape: part.shape, data: [...values] } });
    const rows = Array.from({ length: n }, (_, i) => (
      Array.from({ length: heads }, (_unused, head) => [...values.subarray((head * n + i) * d, (head * n + i + 1) * d)]).flat().join(';')
    ));
    csv.push({ name: `${part.name}.csv`, blob: new Blob([rows.join('\r\n')]) });
  }
  return { json: [{ name: 'x.json', blob: new Blob([JSON.stringify(json)]) }], csv };
}

test('tokens on the axes: from metadata, from a column, and only where they fit', async () => {
  const plain = await readFile(goldenBlob('animal-street-layer0.safetensors'), 'x.safetensors');
  const [set] = findHeadSets(plain.tensors);
  assert.equal(tokenLabels(plain, set, { n: 12, keys: 12 }).queries?.[6], 'street');
  assert.deepEqual(tokenLabels(plain, set, { n: 12, keys: 11 }).keys, null);
  const own = { ...set, k: { ...set.k, labels: ['\u2581a', '\u0120b'] } };
  assert.deepEqual(tokenLabels(plain, own, { n: 12, keys: 2 }).keys, ['a', 'b']);
  assert.deepEqual(tokenLabels({ ...plain, metadata: { tokens: '[1' } }, set, { n: 12, keys: 12 }).queries, null);
});

test('masks: padding, causal, window; additive too; others are refused', async () => {
  /** @param {number} n @param {number} keys @param {(i: number, j: number) => boolean} rule */
  const from = (n, keys, rule, hidden = 0, visible = 1) => (
    tensor('mask', [1, 1, n, keys], (at) => (rule(Math.floor(at / keys), at % keys) ? visible : hidden))
  );
  assert.deepEqual(await readHeadMask(from(3, 4, () => true), 3, 4), { mask: 'none', keptKeys: [0, 1, 2, 3] });
  assert.deepEqual(await readHeadMask(from(3, 4, (_, j) => j !== 2), 3, 4), { mask: 'none', keptKeys: [0, 1, 3] });
  assert.deepEqual((await readHeadMask(from(3, 4, (i, j) => j <= i + 1), 3, 4)).mask, 'causal');
  assert.deepEqual((await readHeadMask(from(3, 3, (i, j) => j <= i, -Infinity, 0), 3, 3)).mask, 'causal');
  assert.deepEqual((await readHeadMask(from(5, 5, (i, j) => j <= i && j > i - 2, -1e9, 0), 5, 5)).mask, { window: 2 });
  assert.deepEqual(await readHeadMask(tensor('mask', [4], (j) => Number(j < 3)), 2, 4), { mask: 'none', keptKeys: [0, 1, 2] });
  assert.equal((await refusal(readHeadMask(from(3, 3, (i, j) => (i + j) % 2 === 0), 3, 3))).code, 'mask-pattern');
  assert.equal((await refusal(readHeadMask(from(3, 3, () => false), 3, 3))).code, 'mask-pattern');
  assert.equal((await refusal(readHeadMask(tensor('mask', [3, 3], () => 0.5), 3, 3))).code, 'mask-value');
  assert.equal((await refusal(readHeadMask(tensor('mask', [3, 2], () => 1), 3, 3))).code, 'mask-shape');
});
