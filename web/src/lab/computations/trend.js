import { maskRequest } from './request.js';

/** Statistics over several seeds for each rule and width. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress }) {
  const { n, dks, scale, temperature, seeds } = values;
  const { rows } = await engine.sweep(
    { n, dK: dks, scale, mask: maskRequest(values), temperature, seeds },
    { signal, onProgress },
  );
  return { seeds: seeds.length, uniformEntropy: Math.log(n), rows };
}
