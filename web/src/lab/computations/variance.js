import { attendOptions, maskRequest, sampleRequest } from './request.js';

/** Enough logits for a histogram that looks like its density. */
const wantedLogits = 2048;
const mostRuns = 32;
/** The widths of the second chart. */
const widths = Array.from({ length: 11 }, (_, power) => 2 ** power);

/** The seeds after this one; seeds of any size stay exact. @param {number | bigint} seed @param {number} count */
const seedsFrom = (seed, count) => Array.from({ length: count }, (_, at) => BigInt(seed) + BigInt(at));

/** @param {Float64Array[]} parts */
function finite(parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const values = new Float64Array(length);
  let count = 0;
  for (const part of parts) {
    for (const value of part) {
      if (Number.isFinite(value)) values[count++] = value;
    }
  }
  return values.subarray(0, count);
}

/** The scaled logits of this run and the seeds after it, and their size over d_k. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onPartial }) {
  const input = { ...sampleRequest(values), dV: 1 };
  const runs = Math.min(mostRuns, Math.max(1, Math.ceil(wantedLogits / (input.n * input.keys))));
  const seeds = seedsFrom(values.seed, runs);

  const distributions = [];
  for (const rule of values.scale) {
    const options = attendOptions(values, rule, signal);
    const attentions = await Promise.all(seeds.map((seed) => engine.attend({ ...input, seed }, options)));
    distributions.push({ rule, logits: finite(attentions.map(({ scaled }) => scaled)) });
  }
  const data = { dk: input.dK, temperature: values.temperature, runs, widths, distributions, growth: null };
  onPartial(data);

  const { rows } = await engine.sweep(
    { n: values.n, dK: widths, scale: values.scale, mask: maskRequest(values), temperature: values.temperature, seeds: values.seeds },
    { signal },
  );
  return { ...data, growth: rows, seeds: values.seeds.length };
}
