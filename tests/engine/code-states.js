/** States of the page, drawn by a small generator of its own, and what the page computes for them. */
import { findHeadSets, planHeads } from '../../web/src/formats/heads.js';
import { readFile } from '../../web/src/formats/read-files.js';
import { compute as gradient } from '../../web/src/lab/computations/gradient.js';
import { compute as heads } from '../../web/src/lab/computations/heads.js';
import { compute as length } from '../../web/src/lab/computations/length.js';
import { compute as overflow } from '../../web/src/lab/computations/overflow.js';
import { compute as position } from '../../web/src/lab/computations/position.js';
import { maskRequest } from '../../web/src/lab/computations/request.js';
import { compute as rows } from '../../web/src/lab/computations/rows.js';
import { compute as trend } from '../../web/src/lab/computations/trend.js';
import { compute as variance } from '../../web/src/lab/computations/variance.js';
import { defaultValues } from '../../web/src/state/parameters.js';
import { goldenBlob } from '../web/formats/files.js';

/** @param {number} first */
function chooser(first) {
  let state = first;
  const draw = (/** @type {number} */ below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  draw(2);
  return { draw, pick: (/** @type {any[]} */ ...choices) => choices[draw(choices.length)] };
}

/** What every figure shares. @param {number} at */
function drawState(at) {
  const { draw, pick } = chooser(at + 1);
  return {
    n: 1 + draw(12), keys: pick(null, 1 + draw(20)), dk: 1 + draw(130), dv: pick(null, 3),
    seed: pick(0, 7, -3, draw(1e9), 2n ** 80n + BigInt(at)), scale: pick(['none', 'sqrt'], ['linear', 0.3, -2], ['sqrt'], [0, 1e6]),
    temperature: pick(1, 0.5, 3), mask: pick('none', 'causal', 'window'), window: 1 + draw(5), softmax: pick('stable', 'stable', 'naive'),
  };
}

const narrow = [
  { precision: 'f16', scale: ['sqrt', 1e5] },
  { precision: 'bf16', mask: 'causal' },
  { precision: 'f32', softmax: 'naive', scale: ['none', 40] },
];
/** Every rule that is more than a factor. */
const named = [
  ['softcap:5', 'qk-norm', 'cosine:64', 'sqrt'],
  ['sink:1', 'off-by-one', 'sinks:2', 0.2],
  ['ssmax:0.43', 'log-n:4', 'entropy-invariant:16', 'llama4:2'],
  ['yarn:8', 'trained-temperature:3', 'inverse-layer:3', 'query-pre-attn-scalar:144'],
];
const gentle = [['none', 'sqrt'], ['linear', 0.3, -2], ['sqrt'], [0, 5]];

/** @type {Record<string, (at: number) => object>} */
const drawn = {
  rows: (at) => (at < 6 ? {} : { scale: named[at - 6] }),
  trend: (at) => ({ n: 1 + (at % 6), dks: [3, 16, 64].slice(at % 3), seeds: [[0, 1, 2, 3, 4], [9, 4], [2 ** 33]][at % 3], scale: at < 6 ? gentle[at % 4] : named[at - 6] }),
  variance: (at) => ({ n: 2 + (at % 4), dk: 1 + at * 7, seeds: [0, 1 + at], scale: gentle[at % 4] }),
  collapse: (at) => ({
    n: 2 + (at % 5), runs: 7 + at, level: [0.5, 0.9, 0.3][at % 3], scale: gentle[at % 4], temperature: 1, widths: [[32, 1, 4, 16, 64], [2, 8, 24, 48, 200]][at % 2],
  }),
  gradient: (at) => ({ scale: gentle[at % 4] }),
  overflow: (at) => ({
    n: 3, dk: 1 + at * 3, keys: 2 + at, query: 1 + (at % 4), gain: [2, 30, 900, 0.01][at % 4], format: ['f16', 'f32', 'bf16', 'f64'][(at >> 1) % 4], scale: gentle[at % 4],
  }),
  cost: (at) => ({ tokens: 1000 * at + 1, numbers: ['float32', 'bfloat16', 'fp8'][at % 3], mheads: 1 + at, mlayers: 1 + (at % 3), batch: 1 + at * at, ram: [16, 0.5, 640][at % 3] }),
  position: (at) => [
    { dk: 64, keys: 12 },
    { dk: 6, rope: ['default', 'yarn', 'llama3', 'dynamic'], trained: 128, theta: 500, step: 3 },
    { dk: 128, rope: ['yarn', 'linear'], stretch: 1, mask: 'causal', command: 'llama-server -c 16384 --rope-scaling yarn --rope-scale 4' },
    { dk: 9 },
    { ropemodel: 'llama-3.1-8b' },
    { ropemodel: 'phi-3-mini-128k', step: 5 },
    { ropemodel: 'gemma-4-31b', keys: null },
    { ropemodel: 'qwen2.5-7b-instruct+yarn', precision: 'f16' },
    { dk: 32, rope: ['ntk-aware', 'dynamic', 'llama3'], trained: 4096, stretch: 32, step: 1024, precision: 'bf16' },
    { dk: 4, rope: ['linear', 'yarn'], stretch: 2.5, mask: 'window' },
  ][at],
  length: (at) => ({
    dk: 2 + at * 2,
    queries: 1 + (at % 8),
    longest: '2048',
    lengthseeds: [[0, 1], [5]][at % 2],
    trained: 64,
    lengthrope: ['none', 'yarn', 'none', 'dynamic', 'none', 'llama3', 'none', 'linear', 'none', 'default'][at],
    curves: [
      ['sqrt', 'log-n:512', 'ssmax:0.43', 'trained-temperature:512', 'sinks:508'],
      ['entropy-invariant:512', 'llama4:100', 'softcap:5', 'qk-norm'],
      ['off-by-one', 'sink:4', 'cosine:16', 'none', -0.5],
      ['yarn:8', 'inverse-layer:3', 'query-pre-attn-scalar:144', 'sinks:20'],
    ][at % 4],
  }),
  heads: (at) => ({ layer: String(at % 2), head: 1 + (at % 5), headscale: [['none', 'sqrt', 'linear'], [0.3, 'sqrt']][at % 2] }),
};

/** @type {Record<string, object[]>} */
const beside = { position: [{ ropemodel: 'deepseek-v3' }], rows: narrow, variance: narrow.slice(0, 2), heads: [{ precision: 'f16', headscale: ['none'] }] };

/** Ten states of a figure, and those with narrow types. @param {string} figure @returns {{ values: any, isNarrow: boolean }[]} */
export const statesOf = (figure) => [
  ...Array.from({ length: 10 }, (_, at) => ({ ...drawState(at), ...drawn[figure](at) })),
  ...(beside[figure] ?? []),
].map((chosen) => {
  const values = { ...defaultValues(), ...chosen };
  return { values, isNarrow: values.precision !== 'f64' };
});

/** @type {Record<string, (engine: any, values: any, run: any) => Promise<any>>} */
const computations = {
  rows, trend, variance, overflow, position, length,
  collapse: (engine, { n, runs, widths, scale, temperature, ...values }) => (
    engine.sweep({ n, dK: widths, scale, mask: maskRequest(values), temperature, seeds: Array.from({ length: runs }, (_, seed) => seed) })
  ),
  gradient: (engine, values, run) => gradient(engine, values, run, { widths: [1, 5, 32], jacobianSeeds: 12, derivativeSeeds: 3 }),
  cost: async () => null,
  async heads(engine, values, run) {
    const name = `animal-street-layer${values.layer}.safetensors`;
    const [set] = findHeadSets((await readFile(goldenBlob(name), name)).tensors);
    return heads(engine, values, { ...run, given: { name, own: true, plan: planHeads(set), mask: set.mask, labels: { queries: null, keys: null } } });
  },
};

/** What the figure shows. @param {string} figure @param {any} engine @param {any} values */
export const computed = (figure, engine, values) => (
  computations[figure](engine, values, { signal: new AbortController().signal, given: null, isAsked: false, onProgress() {}, onPartial() {} })
);
