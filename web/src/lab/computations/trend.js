import { maskRequest } from './request.js';
import { ruleAt } from '../../state/rule-at.js';

/** Statistics over several seeds for each rule and width. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress }) {
  const { n, dks, scale, temperature, seeds } = values;
  const asked = scale.map((/** @type {any} */ rule) => ({ mask: maskRequest(values), ...ruleAt(rule, n) }));
  const total = scale.length * dks.length * seeds.length;
  const rows = [];
  for (const [at, { scale: wanted, mask }] of asked.entries()) {
    const before = at * dks.length * seeds.length;
    const { rows: found } = await engine.sweep(
      { n, dK: dks, scale: wanted, mask, temperature, seeds },
      { signal, onProgress: (/** @type {{ done: number }} */ { done }) => onProgress({ done: before + done, total }) },
    );
    rows.push(...found.map((/** @type {any} */ row) => ({ ...row, scale: scale[at] })));
  }
  return { seeds: seeds.length, uniformEntropy: Math.log(n), rows };
}
