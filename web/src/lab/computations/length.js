/** Entropy of a few queries as their context grows, under each rule. */
import { ruleAt } from '../../state/rule-at.js';

/** Shown first: these take a moment, the longest ones take the rest of the time. */
const firstLengths = 4096;

/** @param {string} longest @returns {number[]} */
const lengthsUpTo = (longest) => Array.from({ length: Math.log2(Number(longest)) - 2 }, (_, at) => 2 ** (at + 3));

/** @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress, onPartial }) {
  const { dk, queries, lengthseeds: seeds, temperature, curves, longest } = values;
  const lengths = lengthsUpTo(longest);
  const run = async (/** @type {number[]} */ chosen, /** @type {typeof onProgress | undefined} */ progress) => {
    const points = curves.flatMap((/** @type {any} */ rule) => chosen.map((length) => ({ length, mask: 'causal', ...ruleAt(rule, length), positions: rotation(values, length) })));
    const { rows } = await engine.lengths({ dK: dk, queries, temperature, points, seeds }, { signal, onProgress: progress });
    const curveOf = (/** @type {any} */ rule, /** @type {number} */ at) => ({ rule, points: rows.slice(at * chosen.length, (at + 1) * chosen.length) });
    return { seeds: seeds.length, queries, dk, lengths, theta: values.theta, trained: values.trained, rope: values.lengthrope, curves: curves.map(curveOf) };
  };
  const short = lengths.filter((length) => length <= firstLengths);
  if (short.length < lengths.length) onPartial(await run(short, undefined));
  return run(lengths, onProgress);
}

/** Rotary positions stretched as far as this length needs. @param {import('../../state/parameters.js').Values} values @param {number} length */
function rotation({ lengthrope: ropeType, theta, trained }, length) {
  if (ropeType === 'none') return null;
  const shared = { ropeType, ropeTheta: theta, originalMaxPositionEmbeddings: trained, maxPositionEmbeddings: trained };
  return { ...shared, factor: Math.max(1, length / trained), ...(ropeType === 'llama3' ? { lowFreqFactor: 1, highFreqFactor: 4 } : {}) };
}
