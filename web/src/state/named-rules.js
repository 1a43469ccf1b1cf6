/**
 * Logit rules that are named in an address, written `name:parameter` or `name`, with the range of the parameter and the one that
 * is offered. `trained-temperature` and `sinks` stand for a rule of the engine at each length: see rule-at.js.
 * @type {Readonly<Record<string, { min: number, max: number, usual: number } | null>>}
 */
export const namedRules = Object.freeze({
  'query-pre-attn-scalar': { min: 1, max: 1e6, usual: 256 },
  'inverse-layer': { min: 0, max: 1000, usual: 3 },
  softcap: { min: 0.01, max: 1e6, usual: 50 },
  ssmax: { min: 0, max: 100, usual: 0.43 },
  'log-n': { min: 2, max: 1e9, usual: 512 },
  'entropy-invariant': { min: 2, max: 1e9, usual: 512 },
  llama4: { min: 1, max: 1e9, usual: 8192 },
  yarn: { min: 1, max: 1e6, usual: 4 },
  'trained-temperature': { min: 1, max: 1e9, usual: 512 },
  'qk-norm': null,
  cosine: { min: 2, max: 1e9, usual: 512 },
  sink: { min: -1000, max: 1000, usual: 4 },
  'off-by-one': null,
  sinks: { min: 1, max: 1e9, usual: 508 },
});

/** Whether one of them is more than a factor on all logits. @param {readonly any[]} rules */
export const haveNamed = (rules) => rules.some((rule) => parseNamedRule(`${rule}`));

/** Rules that are one factor on all logits; dividing by the root where none is left. @param {readonly any[]} rules @returns {any[]} */
export function factorRules(rules) {
  const factors = rules.filter((rule) => !parseNamedRule(`${rule}`));
  return factors.length > 0 ? factors : ['sqrt'];
}

/**
 * @param {string} text
 * @returns {{ name: string, parameter: number | null } | null} null: not such a rule; a parameter of NaN is none
 */
export function parseNamedRule(text) {
  const [name, written, ...rest] = text.split(':');
  if (rest.length > 0 || !Object.hasOwn(namedRules, name)) return null;
  if (namedRules[name] === null) return written === undefined ? { name, parameter: null } : null;
  return { name, parameter: written === undefined || written.trim() === '' ? NaN : Number(written) };
}
