import { effective } from '../../state/parameters.js';

const formats = /** @type {const} */ (['f64', 'f32', 'f16', 'bf16']);
/** The gains between which a softmax is searched for the point where it breaks, and how often the search halves them. */
const leastGain = 1e-3;
const mostGain = 1e6;
const halvings = 14;

/** One row of softmax in every format, and the gains at which it breaks. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal, onProgress, onPartial }) {
  const { n, dk, seed, scale, temperature, gain } = values;
  const keys = effective(values, 'keys');
  const row = Math.min(values.query, n) - 1;
  const { q, k } = await engine.sample({ seed, n, keys, dK: dk, dV: 1 }, { signal });
  const input = { q: q.slice(row * dk, (row + 1) * dk), k, n: 1, keys, dK: dk };

  const rules = [];
  for (const rule of scale) {
    const traces = await Promise.all(formats.map((precision) => engine.overflow(input, { scale: rule, temperature, gain, precision, signal })));
    rules.push({ rule, formats: formats.map((precision, at) => ({ precision, trace: traces[at], breaks: null })) });
  }
  const data = { row, gain, keys, rules, gains: [leastGain, mostGain] };
  onPartial(data);

  const total = scale.length * formats.length;
  const found = [];
  for (const { rule, formats: ofRule } of rules) {
    const searched = [];
    for (const { precision, trace } of ofRule) {
      const run = (/** @type {number} */ by) => engine.overflow(input, { scale: rule, temperature, gain: by, precision, signal });
      // The factor on the query instead of the logits: what many kernels do.
      const factor = ruleFactorOf(rule, dk) / temperature;
      const scaledFirst = (/** @type {number} */ by) => engine.overflow(input, { scale: 'none', gain: by * factor, precision, signal });
      searched.push({
        precision,
        trace,
        breaks: {
          naive: await breakingGain(async (by) => (await run(by)).naive.event !== null),
          stable: await breakingGain(async (by) => (await run(by)).stable.event !== null),
          scaledFirst: await breakingGain(async (by) => (await scaledFirst(by)).stable.event !== null),
        },
      });
      onProgress({ done: found.length * formats.length + searched.length, total });
    }
    found.push({ rule, formats: searched });
  }
  return { ...data, rules: found };
}

/** @param {import('../../state/parameters.js').Rule} rule @param {number} dk */
function ruleFactorOf(rule, dk) {
  if (typeof rule === 'number') return rule;
  return { none: 1, sqrt: 1 / Math.sqrt(dk), linear: 1 / dk }[rule];
}

/** The least gain at which something goes wrong, to a tenth of a percent; null if nothing does. @param {(gain: number) => Promise<boolean>} fails */
async function breakingGain(fails) {
  if (!(await fails(mostGain))) return null;
  let [fine, broken] = [Math.log(leastGain), Math.log(mostGain)];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (fine + broken) / 2;
    if (await fails(Math.exp(middle))) broken = middle;
    else fine = middle;
  }
  return Math.exp(broken);
}
