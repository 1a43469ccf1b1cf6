import { compute as collapse } from '../../../web/src/lab/computations/collapse.js';
import { memoryPlan, readModelConfig } from '../../../web/src/memory/index.js';
import { models } from '../../../web/src/memory/models.js';
import { computed } from '../../engine/code-states.js';

/**
 * What the figures have to show, computed in Node: for each figure a list of [selector inside it, number]. A selector may stand
 * for several elements, and then has as many numbers.
 *
 * @typedef {[selector: string, numbers: ArrayLike<number | null>][]} Shown
 */

const stat = (/** @type {string} */ name) => `[data-stat="${name}"]`;

/** @param {string} place @param {Record<string, number | null>} numbers by the names of their statistics @returns {Shown} */
const each = (place, numbers) => Object.entries(numbers).map(([name, number]) => [`${place} ${stat(name)}`, [number]]);

/** @param {Float64Array} numbers */
const rootMeanSquare = (numbers) => Math.sqrt(numbers.reduce((sum, number) => sum + number ** 2, 0) / numbers.length);

const run = { signal: new AbortController().signal, given: null, isAsked: false, onProgress() {}, onPartial() {} };

/** @type {Record<string, (engine: any, values: any) => Promise<Shown>>} */
export const shownNumbers = {
  async rows(engine, values) {
    const { configurations } = await computed('rows', engine, values);
    return configurations.flatMap((/** @type {any} */ { rule, attention }) => [
      ...each(`tr[data-scale="${rule}"]`, {
        'max-weight': attention.maxWeight, 'mean-entropy': attention.meanEntropy, share: attention.entropyShare,
        'rms-logit': attention.rmsLogit, 'rms-scaled-logit': attention.rmsScaledLogit, jacobian: attention.meanJacobian,
      }),
      [`section[data-scale="${rule}"] ${stat('row-entropy')}`, attention.rowEntropy],
    ]);
  },
  async variance(engine, values) {
    const { distributions } = await computed('variance', engine, values);
    return distributions.map((/** @type {any} */ { rule, logits }) => [`[data-scale="${rule}"] ${stat('rms-scaled-logit')}`, [rootMeanSquare(logits)]]);
  },
  async trend(engine, values) {
    const { rows } = await computed('trend', engine, values);
    return rows.flatMap((/** @type {any} */ row) => each(`[data-scale="${row.scale}"][data-dk="${row.dK}"]`, {
      'max-weight': row.maxWeight, 'mean-max-weight': row.meanMaxWeight, 'mean-entropy': row.meanEntropy, share: row.entropyShare,
    }));
  },
  async collapse(engine, values) {
    const { map } = await collapse(engine, values, run);
    return [[stat('map-share'), map.shares.flat()]];
  },
  async gradient(engine, values) {
    const { runs } = await computed('gradient', engine, values);
    return runs.flatMap((/** @type {any} */ { rule, meanJacobian, rowJacobian, rowDerivative }) => [
      ...each(`[data-scale="${rule}"]`, { 'mean-jacobian': meanJacobian }),
      [`[data-scale="${rule}"] ${stat('row-jacobian')}`, rowJacobian],
      [`[data-scale="${rule}"] ${stat('row-derivative')}`, rowDerivative],
    ]);
  },
  async overflow(engine, values) {
    const { rules } = await computed('overflow', engine, values);
    return rules.flatMap((/** @type {any} */ { rule, formats }) => formats.flatMap((/** @type {any} */ { precision, trace, breaks }) => (
      each(`[data-scale="${rule}"] [data-format="${precision}"]`, {
        largest: trace.largest, lost: trace.stable.lost, 'break-naive': breaks.naive, 'break-stable': breaks.stable, 'break-scaledFirst': breaks.scaledFirst,
      }))));
  },
  cost: async () => [4096, 65_536, 128_000].flatMap((n) => each(`[data-n="${n}"]`, { weights: n ** 2, gigabytes: (n ** 2 * 4) / 1e9, gibibytes: (n ** 2 * 4) / 2 ** 30 })),
  async memory(_, { model, ctx }) {
    const { config } = readModelConfig(JSON.stringify(models[model]));
    return /** @type {const} */ (['llama.cpp', 'dense', 'windowed']).map((rule) => (
      [`tr[data-rule="${rule}"] ${stat('kv-bytes')}`, [memoryPlan(/** @type {any} */ (config), { nCtx: ctx }, { rule }).bytesTotal]]
    ));
  },
  async position(engine, values) {
    const { rows, variants } = await computed('position', engine, values);
    return [
      ...rows.map((/** @type {any} */ { id, attention }) => [`section[data-variant="${id}"] ${stat('row-entropy')}`, attention.rowEntropy]),
      ...variants.flatMap((/** @type {any} */ { id, frequencies }) => each(`tr[data-variant="${id}"]`, { base: frequencies.effectiveBase, 'attention-factor': frequencies.attentionFactor })),
    ];
  },
  async length(engine, values) {
    const { curves } = await computed('length', engine, values);
    return curves.flatMap((/** @type {any} */ { rule, points }) => [points[0], points.at(-1)].flatMap((/** @type {any} */ point) => (
      each(`[data-scale="${rule}"] [data-length="${point.length}"]`, {
        share: point.entropyShare, 'mean-entropy': point.meanEntropy, 'effective-keys': point.effectiveKeys, 'max-weight': point.maxWeight,
      }))));
  },
  async heads(engine, values) {
    const { heads, rules } = await computed('heads', engine, values);
    return heads.flatMap((/** @type {any[]} */ ofHead, /** @type {number} */ head) => ofHead.flatMap((statistics, at) => (
      each(`tr[data-head="${head + 1}"][data-scale="${rules[at]}"]`, {
        'mean-entropy': statistics.meanEntropy, share: statistics.share, 'effective-keys': statistics.effectiveKeys, 'max-weight': statistics.maxWeight, jacobian: statistics.jacobian,
      }))));
  },
};
