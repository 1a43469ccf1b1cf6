/** What the exported code prints, from what the page computes. */
import { crossing, tailPower } from '../../web/src/figures/collapse/crossing.js';
import { largestLength, tableLengths, weightsMemory } from '../../web/src/figures/parts/weights-memory.js';
import { rootMeanSquare } from '../../web/src/figures/charts/histogram.js';
import { ruleFactor } from '../../web/src/figures/parts/rule-factor.js';
import { printsWeights, ruleName, sizesOf } from '../../web/src/formats/code/run.js';

/** @param {number | null} value @param {number} digits */
export const fixed = (value, digits, factor = 1) => (value === null ? 'nan' : (value * factor).toFixed(digits));

/** As %.Pg of C and Python. @param {number | null} value @param {number} digits */
export function general(value, digits) {
  if (value === null || Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const [mantissa, power] = value.toExponential(digits - 1).split('e');
  const exponent = Number(power);
  const bare = (/** @type {string} */ text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent >= -4 && exponent < digits) return bare(value.toFixed(digits - 1 - exponent));
  return `${bare(mantissa)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Every row and what the rows come to. @param {any} attention */
export function rowLines({ n, keys, scaled, weights, rowEntropy, events, ...result }) {
  const lines = [];
  for (let row = 0; row < n; row += 1) {
    if (events.some((/** @type {any} */ event) => event.row === row)) {
      lines.push(`  row ${row + 1}: left out`);
      continue;
    }
    const shown = [...weights.subarray(row * keys, (row + 1) * keys)].filter((_, key) => scaled[row * keys + key] !== -Infinity);
    const numbers = printsWeights(keys) ? `, weights ${shown.map((weight) => weight.toFixed(6)).join(' ')}` : '';
    lines.push(`  row ${row + 1}: entropy ${fixed(rowEntropy[row], 4)}${numbers}`);
  }
  lines.push(`  max weight ${fixed(result.maxWeight, 6)}`, `  mean entropy ${fixed(result.meanEntropy, 4)}`, `  share ${fixed(result.entropyShare, 0, 100)} %`);
  lines.push(`  rms logit ${fixed(result.rmsLogit, 2)}, scaled ${fixed(result.rmsScaledLogit, 2)}`, `  mean Jacobian norm ${fixed(result.meanJacobian, 4)}`);
  return lines;
}

/** @typedef {(values: any, data: any) => string[]} Lines */

/** Rule by rule and width by width. @param {any} values @param {any[]} rows @returns {any[]} */
const inOrder = ({ scale }, rows) => rows.toSorted((a, b) => scale.indexOf(a.scale) - scale.indexOf(b.scale) || a.dK - b.dK);

/** @type {Record<string, Lines>} */
export const linesOf = {
  rows: (_, { configurations }) => configurations.flatMap((/** @type {any} */ { rule, attention }) => [ruleName(rule), ...rowLines(attention)]),

  position: (_, { rows }) => rows.flatMap((/** @type {any} */ { id, layerType, attention }) => [layerType ? `${id}, ${layerType}` : id, ...rowLines(attention)]),

  trend: (values, { rows }) => inOrder(values, rows).map(({ scale, dK, maxWeight, meanMaxWeight, meanEntropy, entropyShare }) => (
    `${ruleName(scale)} d_k ${dK}: max weight ${fixed(maxWeight, 5)}, mean ${fixed(meanMaxWeight, 5)}, entropy ${fixed(meanEntropy, 2)}, share ${fixed(entropyShare, 0, 100)} %`
  )),

  variance: (values, { distributions, growth, temperature, dk }) => [
    ...distributions.map((/** @type {any} */ { rule, logits }) => {
      const predicted = Math.abs((Math.sqrt(dk) * ruleFactor(rule, dk)) / temperature);
      return `${ruleName(rule)}: ${logits.length} logits, rms ${general(rootMeanSquare(logits), 4)}, predicted ${general(predicted, 4)}`;
    }),
    ...inOrder(values, growth).map(({ scale, dK, rmsScaledLogit }) => `${ruleName(scale)} d_k ${dK}: rms ${general(rmsScaledLogit, 4)}`),
  ],

  collapse: (values, { rows }) => inOrder(values, rows).map(({ scale, dK, entropyShare, maxWeight, meanMaxWeight, meanEntropy }) => (
    `${ruleName(scale)} d_k ${dK}: share ${fixed(entropyShare, 1, 100)} %, max weight ${fixed(maxWeight, 5)}, mean ${fixed(meanMaxWeight, 5)}, entropy ${fixed(meanEntropy, 4)}`
  )),

  gradient: (values, { runs, jacobian, derivative }) => [
    ...runs.flatMap((/** @type {any} */ { rule, n, rowVisible, rowJacobian, rowSpectral, rowDerivative }) => {
      const seen = Array.from({ length: n }, (_, row) => row).filter((row) => rowVisible[row] > 0);
      const mean = (/** @type {Float64Array} */ of) => general(seen.length > 0 ? seen.reduce((sum, row) => sum + of[row], 0) / seen.length : null, 4);
      return [
        ruleName(rule),
        ...Array.from({ length: n }, (_, row) => (rowVisible[row] === 0
          ? `  row ${row + 1}: left out`
          : `  row ${row + 1}: Jacobian ${general(rowJacobian[row], 6)}, spectral ${general(rowSpectral[row], 6)}, derivative ${general(rowDerivative[row], 6)}`)),
        `  means: Jacobian ${mean(rowJacobian)}, spectral ${mean(rowSpectral)}, derivative ${mean(rowDerivative)}`,
      ];
    }),
    ...inOrder(values, jacobian).map(({ scale, dK, meanJacobian, jacobianQuantiles: [low, , , , high] }) => (
      `${ruleName(scale)} d_k ${dK}: Jacobian ${general(meanJacobian, 4)}, from ${general(low, 4)} to ${general(high, 4)}`
    )),
    ...derivative.map((/** @type {any} */ { rule, dK, mean, low, high }) => (
      `${ruleName(rule)} d_k ${dK}: derivative ${general(mean, 4)}, from ${general(low, 4)} to ${general(high, 4)}`
    )),
  ],

  overflow: ({ format }, { rules }) => rules.flatMap((/** @type {any} */ { rule, formats }, /** @type {number} */ at) => [
    ruleName(rule),
    ...formats.flatMap((/** @type {any} */ { precision, trace, breaks }) => {
      const outcome = (/** @type {any} */ { event }) => (event ? `${event.code} in ${event.stage} at key ${event.key + 1}` : 'fits');
      const gain = (/** @type {number | null} */ value) => (value === null ? 'inf' : general(value, 3));
      const { logits, scaled, naive, stable } = trace;
      const steps = [logits, scaled, ...(stable.event ? [] : [naive.terms, naive.sums, stable.terms, stable.sums, stable.weights])];
      return [
        `  ${precision}: naive ${outcome(naive)}, stable ${outcome(stable)}, ${stable.lost} lost`,
        `  ${precision}: breaks at ${gain(breaks.naive)}, ${gain(breaks.stable)}, scaled first at ${gain(breaks.scaledFirst)}`,
        ...(at > 0 || precision !== format ? [] : [...logits].map((_, key) => `    ${steps.map((numbers) => general(numbers[key], 4)).join(' ')}`)),
      ];
    }),
  ]),

  cost(values) {
    const { n, keys, dK } = sizesOf(values);
    const matrices = { heads: values.mheads, layers: values.mlayers, batch: values.batch, format: values.numbers };
    const memory = values.ram * 2 ** 30;
    return [
      `multiplications for q k^T: ${n * keys * dK}`,
      `largest n that fits: ${largestLength(memory, matrices)}`,
      ...[...new Set([...tableLengths, values.tokens])].sort((a, b) => a - b).map((length) => {
        const { bytes, gigabytes, gibibytes, causalBytes } = weightsMemory(length, matrices);
        const digits = gigabytes >= 0.01 ? 3 : 6;
        const sizes = `${gigabytes.toFixed(digits)} GB, ${gibibytes.toFixed(digits)} GiB, causal ${(causalBytes / 1e9).toFixed(digits)} GB`;
        return `n = ${length}: ${length * length} weights, ${sizes}, ${bytes <= memory ? 'fits' : 'does not fit'}`;
      }),
    ];
  },

  length: (_, { curves }) => curves.flatMap((/** @type {any} */ { rule, points }) => points.map((/** @type {any} */ point) => (
    `${ruleName(rule)} ${point.length}: share ${fixed(point.entropyShare, 2, 100)} %, entropy ${fixed(point.meanEntropy, 5)}, `
    + `effective keys ${general(point.effectiveKeys, 6)}, max weight ${fixed(point.maxWeight, 6)}, sink ${fixed(point.sinkWeight, 6)}`
  ))),

  heads: (_, { rules, heads, opened, configurations }) => [
    ...rules.flatMap((/** @type {any} */ rule, /** @type {number} */ at) => [
      ruleName(rule),
      ...heads.map((/** @type {any[]} */ head, /** @type {number} */ number) => {
        const { meanEntropy, share, effectiveKeys, maxWeight, jacobian } = head[at];
        return `  head ${number + 1}: entropy ${fixed(meanEntropy, 4)}, share ${fixed(share, 0, 100)} %, effective keys ${fixed(effectiveKeys, 2)}, `
          + `max weight ${fixed(maxWeight, 6)}, Jacobian norm ${fixed(jacobian, 4)}`;
      }),
    ]),
    `head ${opened + 1}`,
    ...configurations.flatMap((/** @type {any} */ { rule, attention }) => [ruleName(rule), ...rowLines(attention)]),
  ],
};

/** What the Python programs say beside the curve. @param {any} values @param {any} data */
export const crossingLines = ({ scale, level }, { rows }) => scale.map((/** @type {any} */ rule) => {
  const curve = rows.filter((/** @type {any} */ row) => row.scale === rule).sort((/** @type {any} */ a, /** @type {any} */ b) => a.dK - b.dK);
  const [dks, shares] = [curve.map((/** @type {any} */ { dK }) => dK), curve.map((/** @type {any} */ { entropyShare }) => entropyShare)];
  return `${ruleName(rule)}: crosses ${level} at d_k ${fixed(crossing(dks, shares, level), 2)}, power of the tail ${fixed(tailPower(dks, shares), 2)}`;
});
