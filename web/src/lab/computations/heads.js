import { findHeadSets, planHeads } from '../../formats/heads.js';
import { readHeadMask } from '../../formats/head-mask.js';
import { readSafetensors } from '../../formats/safetensors.js';
import { tokenLabels } from '../../formats/token-labels.js';
import { realHeads } from '../real-heads.js';
import { attendOptions, maskRequest } from './request.js';

/** @typedef {import('../../formats/heads.js').HeadPlan} HeadPlan @typedef {import('../../formats/heads.js').HeadSet} HeadSet */
/** @typedef {import('../../state/parameters.js').Values} Values @typedef {import('../../state/parameters.js').Rule} Rule */

/**
 * What the heads are: built in, or given by the figure from the reader's files.
 * @typedef {{
 *   name: string, own: boolean, plan: HeadPlan, mask: HeadSet['mask'], scale?: string,
 *   labels: { queries: string[] | null, keys: string[] | null },
 * }} Source
 */

/** The rule that a model says it uses itself. @type {Record<string, Rule>} */
const modelRules = { '1/sqrt(d_k)': 'sqrt', '1/d_k': 'linear', 1: 'none' };

/** Every head under every rule, and one head in full. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress, given }) {
  const source = given ?? (await builtIn(Number(values.layer)));
  const { plan } = source;
  const masking = source.mask ? await readHeadMask(source.mask, plan.n, plan.keys) : null;
  const heads = await statistics(engine, values, source, masking, { signal, onProgress });
  const opened = Math.min(values.head, plan.heads) - 1;
  const input = await headInput(plan, opened, masking);
  const configurations = await Promise.all(
    values.headscale.map(async (/** @type {Rule} */ rule) => ({
      rule,
      attention: await engine.attend(input, headOptions(values, rule, masking, signal)),
    })),
  );
  const { name, own, scale } = source;
  const modelRule = modelRules[scale ?? ''] ?? null;
  const labels = { ...source.labels, keys: source.labels.keys && (masking?.keptKeys.map((key) => source.labels.keys?.[key] ?? '') ?? source.labels.keys) };
  const { n, dK, keyHeads } = plan;
  return {
    name, own, modelRule, labels, n, keys: input.keys, dK, keyHeads, rules: values.headscale, heads, opened, configurations,
    mask: masking?.mask ?? maskRequest(values),
    /** For export: what was computed with. */
    read: (/** @type {number} */ head) => headInput(plan, head, masking),
  };
}

/** @type {Map<number, Promise<Source>>} */
const layers = new Map();

/** Read once, so that its statistics are recognised. @param {number} layer @returns {Promise<Source>} */
function builtIn(layer) {
  const found = layers.get(layer) ?? readBuiltIn(layer);
  layers.set(layer, found);
  found.catch(() => layers.delete(layer));
  return found;
}

/** @param {number} layer @returns {Promise<Source>} */
async function readBuiltIn(layer) {
  const name = `animal-street-layer${layer}.safetensors`;
  const contents = await readSafetensors(await realHeads(layer), name);
  const [set] = findHeadSets(contents.tensors);
  const plan = planHeads(set);
  return { name, own: false, plan, mask: null, scale: contents.metadata.scale, labels: tokenLabels(contents, set, plan) };
}

/** @typedef {Awaited<ReturnType<typeof readHeadMask>> | null} Masking */

/** The last statistics: opening another head or sorting computes none of them again. @type {{ plan: HeadPlan, key: string, heads: any[] } | null} */
let last = null;

/**
 * @param {any} engine @param {Values} values @param {Source} source @param {Masking} masking
 * @param {Pick<import('../catalogue.js').Run, 'signal' | 'onProgress'>} run
 */
async function statistics(engine, values, { plan }, masking, run) {
  const { headscale, temperature, mask, window, softmax, precision } = values;
  const key = JSON.stringify([headscale, temperature, mask, window, softmax, precision]);
  if (last?.plan === plan && last.key === key) return last.heads;
  const heads = await everyHead(engine, values, plan, masking, run);
  last = { plan, key, heads };
  return heads;
}

/**
 * A few heads at a time: as many as there are workers, and one that is being read.
 * @param {any} engine @param {Values} values @param {HeadPlan} plan @param {Masking} masking
 * @param {Pick<import('../catalogue.js').Run, 'signal' | 'onProgress'>} run
 */
async function everyHead(engine, values, plan, masking, { signal, onProgress }) {
  /** @type {any[]} */
  const heads = new Array(plan.heads);
  let next = 0;
  let done = 0;
  const lane = async () => {
    while (next < plan.heads) {
      const head = next;
      next += 1;
      signal.throwIfAborted();
      const { v, ...input } = await headInput(plan, head, masking);
      heads[head] = [];
      for (const rule of values.headscale) {
        const outline = await engine.outline(input, headOptions(values, rule, masking, signal));
        heads[head].push(headStatistics(outline));
      }
      done += 1;
      onProgress({ done, total: plan.heads });
    }
  };
  await Promise.all(Array.from({ length: Math.min(plan.heads, engine.info.workers + 1) }, lane));
  return heads;
}

/** @param {HeadPlan} plan @param {number} head @param {Masking} masking */
async function headInput(plan, head, masking) {
  const { q, k, v } = await plan.read(head);
  const { n, keys, dK, dV } = plan;
  const kept = masking?.keptKeys;
  if (!kept || kept.length === keys) return { q, k, v, n, keys, dK, dV };
  return { q, k: rowsOf(k, dK, kept), v: v && rowsOf(v, dV, kept), n, keys: kept.length, dK, dV };
}

/** @param {Float64Array} matrix @param {number} width @param {readonly number[]} rows */
function rowsOf(matrix, width, rows) {
  const chosen = new Float64Array(rows.length * width);
  rows.forEach((row, at) => chosen.set(matrix.subarray(row * width, (row + 1) * width), at * width));
  return chosen;
}

/** The mask of the file where it has one, else the page's. @param {Values} values @param {Rule} rule @param {Masking} masking @param {AbortSignal} signal */
function headOptions(values, rule, masking, signal) {
  const options = attendOptions(values, rule, signal);
  return masking ? { ...options, mask: masking.mask } : options;
}

/** @param {import('../../engine/api.js').Outline} outline */
function headStatistics({ meanEntropy, entropyShare, maxWeight, meanJacobian, rowEntropy, events, small }) {
  const failed = new Set(events.map((/** @type {{ row: number }} */ { row }) => row));
  let effective = 0;
  rowEntropy.forEach((/** @type {number} */ entropy, /** @type {number} */ row) => {
    if (!failed.has(row)) effective += Math.exp(entropy);
  });
  const used = rowEntropy.length - failed.size;
  return {
    meanEntropy, share: entropyShare, effectiveKeys: used > 0 ? effective / used : null, maxWeight, jacobian: meanJacobian,
    failedRows: failed.size, small,
  };
}
