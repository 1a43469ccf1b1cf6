import { maskRequest, sampleRequest } from './request.js';

/** The widths of the charts. */
const widths = Array.from({ length: 11 }, (_, power) => 2 ** power);
const jacobianSeeds = 200;
/** The derivative is taken on small runs: few of them, with values of one width, so that only d_k changes. */
const derivativeSeeds = 8;
const derivativeRows = 16;
const valueWidth = 16;

const seedsUpTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, seed) => seed);

/** The rows of this run, then the charts over d_k. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress, onPartial }) {
  const { n, scale, temperature } = values;
  const mask = maskRequest(values);
  const runs = [];
  for (const rule of scale) {
    runs.push({ rule, ...(await engine.gradient(sampleRequest(values), { scale: rule, temperature, mask, signal })) });
  }
  const data = { dk: values.dk, runs, widths, jacobian: null, derivative: null, valueWidth };
  onPartial(data);

  const rows = Math.min(n, derivativeRows);
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
