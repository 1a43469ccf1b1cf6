import { maskRequest, sampleRequest } from './request.js';

/**
 * The charts: their widths and seeds. The derivative is taken on small runs: few of them, with values of one width, so
 * that only d_k changes.
 */
const wholeCharts = { widths: Array.from({ length: 11 }, (_, power) => 2 ** power), jacobianSeeds: 200, derivativeSeeds: 8 };
const derivativeRows = 16;
const valueWidth = 16;

const seedsUpTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, seed) => seed);

/**
 * The rows of this run, then the charts over d_k.
 * @param {any} engine @param {import('../../state/parameters.js').Values} values @param {import('../catalogue.js').Run} run
 */
export async function compute(engine, values, { signal, onProgress, onPartial }, charts = wholeCharts) {
  const { widths, jacobianSeeds, derivativeSeeds } = charts;
  const { n, scale, temperature } = values;
  const mask = maskRequest(values);
  const runs = [];
  for (const rule of scale) {
    runs.push({ rule, ...(await engine.gradient(sampleRequest(values), { scale: rule, temperature, mask, signal })) });
  }
  const rows = Math.min(n, derivativeRows);
  const data = { dk: values.dk, runs, widths, jacobianSeeds, jacobian: null, derivativeSeeds, derivativeRows: rows, derivative: null, valueWidth };
  onPartial(data);

  const { rows: jacobian } = await engine.sweep({ n, dK: widths, scale, mask, temperature, seeds: seedsUpTo(jacobianSeeds) }, { signal, onProgress });
  onPartial({ ...data, jacobian });

  const derivative = [];
  for (const rule of scale) {
    for (const dK of widths) {
      const all = await Promise.all(
        seedsUpTo(derivativeSeeds).map((seed) => engine.gradient({ seed, n: rows, dK, dV: valueWidth }, { scale: rule, temperature, mask, signal })),
      );
      derivative.push({ rule, dK, ...spread(all.flatMap(({ rowDerivative }) => [...rowDerivative])) });
      onProgress({ done: derivative.length, total: scale.length * widths.length });
    }
  }
  return { ...data, jacobian, derivative };
}

/** Mean, 5 % and 95 % of the values. @param {number[]} values */
function spread(values) {
  const sorted = values.sort((a, b) => a - b);
  const at = (/** @type {number} */ quantile) => sorted[Math.round(quantile * (sorted.length - 1))];
  return { mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length, low: at(0.05), high: at(0.95) };
}
