import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../web/src/engine/engine.js';
import { findHeadSets, planHeads } from '../../web/src/formats/heads.js';
import { readFile } from '../../web/src/formats/read-files.js';
import { compute } from '../../web/src/lab/computations/heads.js';
import { defaultValues } from '../../web/src/state/parameters.js';
import { goldenBlob } from '../web/formats/files.js';

const engine = await createEngine();

/** The model computed in float32. */
const weightTolerance = 2e-6;
const entropyTolerance = 1e-5;

/** @param {number} layer */
async function source(layer, name = `animal-street-layer${layer}.safetensors`) {
  const [set] = findHeadSets((await readFile(goldenBlob(name), name)).tensors);
  return { name, own: true, plan: planHeads(set), mask: set.mask, labels: { queries: null, keys: null } };
}

/** @param {any} given @param {Record<string, unknown>} [values] */
function run(given, values = {}) {
  const progress = /** @type {any[]} */ ([]);
  const signal = new AbortController().signal;
  const options = { signal, given, isAsked: false, onPartial: () => {}, onProgress: (/** @type {any} */ part) => progress.push(part) };
  return compute(engine, { ...defaultValues(), ...values }, options).then((data) => ({ ...data, progress }));
}

for (const layer of [0, 1]) {
  test(`layer ${layer}: weights and entropies are those that the model's own framework computed`, async () => {
    const expected = JSON.parse(readFileSync(new URL(`../golden/heads/animal-street-layer${layer}.expected.json`, import.meta.url), 'utf8'));
    const given = await source(layer);
    for (let head = 0; head < 4; head += 1) {
      const { heads, configurations } = await run(given, { head: head + 1, headscale: ['sqrt'] });
      const { weights } = configurations[0].attention;
      const wanted = expected.weights.slice(head * 144, (head + 1) * 144);
      assert.equal(wanted.length, weights.length);
      weights.forEach((/** @type {number} */ weight, /** @type {number} */ at) => assert.ok(Math.abs(weight - wanted[at]) <= weightTolerance));
      assert.ok(Math.abs(heads[head][0].meanEntropy - expected.mean_entropy_per_head[head]) <= entropyTolerance);
    }
  });
}

test('undivided every head collapses, divided by d_k all flatten, by its root they stay apart', async () => {
  for (const layer of [0, 1]) {
    const { heads, rules } = await run(await source(layer));
    const shares = (/** @type {string} */ rule) => heads.map((/** @type {any[]} */ head) => head[rules.indexOf(rule)].share);
    const [none, root, linear] = ['none', 'sqrt', 'linear'].map(shares);
    assert.ok(Math.max(...none) < 0.2 && Math.min(...none) < 0.1, `none ${none}`);
    assert.ok(Math.min(...linear) > 0.9, `linear ${linear}`);
    assert.ok(Math.max(...root) - Math.min(...root) > Math.max(...linear) - Math.min(...linear), `root ${root}`);
  }
});

test('.npz gives the same digits as .safetensors', async () => {
  const [plain, packed] = await Promise.all([source(0), source(0, 'animal-street-layer0.npz')].map(async (given) => run(await given)));
  assert.deepEqual(packed.heads, plain.heads);
  assert.deepEqual(packed.configurations, plain.configurations);
});

test('padding in a mask drops the key, a causal mask is the engine\'s own, and progress is told', async () => {
  const given = await source(0);
  const mask = (/** @type {(i: number, j: number) => number} */ rule) => ({
    name: 'mask', shape: [12, 12], dtype: 'text', read: async () => Float64Array.from({ length: 144 }, (_, at) => rule(Math.floor(at / 12), at % 12)),
  });
  const padded = await run({ ...given, mask: mask((_, j) => Number(j < 10)), labels: { queries: null, keys: [...'abcdefghijkl'] } });
  assert.equal(padded.keys, 10);
  assert.deepEqual(padded.labels.keys, [...'abcdefghij']);
  const causal = await run({ ...(await source(0)), mask: mask((i, j) => Number(j <= i)) });
  assert.equal(causal.configurations[0].attention.rowVisible[0], 1);
  assert.deepEqual(causal.progress.at(-1), { done: 4, total: 4 });
});

test('opening another head computes no statistics again, and one beyond the last opens the last', async () => {
  const given = await source(1);
  const first = await run(given);
  const second = await run(given, { head: 99 });
  assert.equal(second.heads, first.heads);
  assert.deepEqual([second.opened, second.progress], [3, []]);
});
