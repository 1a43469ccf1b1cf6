/**
 * The logit rules beyond none, sqrt, linear and a plain factor, and the name of the parameter of those that have one. Their
 * formulas stand in cpp/attention/parameters.hpp. Written `name:parameter` or `name`, or as `{ rule: name, [parameter]: number }`.
 */
export const LOGIT_RULES = /** @type {const} */ ({
  'query-pre-attn-scalar': 'scalar',
  'inverse-layer': 'layer',
  softcap: 'cap',
  ssmax: 's',
  'log-n': 'trained',
  'entropy-invariant': 'trained',
  llama4: 'floorScale',
  yarn: 'stretch',
  'qk-norm': null,
  cosine: 'usualLength',
  sink: 'logit',
  'off-by-one': null,
});

/** @typedef {keyof typeof LOGIT_RULES} LogitRule */

/**
 * @param {string} text `softcap:50`, `qk-norm`
 * @returns {{ rule: LogitRule, parameter: number } | null} null for anything else
 */
export function parseLogitRule(text) {
  const [name, written, ...rest] = text.split(':');
  if (rest.length > 0 || !Object.hasOwn(LOGIT_RULES, name)) return null;
  const rule = /** @type {LogitRule} */ (name);
  if (LOGIT_RULES[rule] === null) return written === undefined ? { rule, parameter: 1 } : null;
  if (written === undefined || written.trim() === '') return null;
  const parameter = Number(written);
  return Number.isNaN(parameter) ? null : { rule, parameter };
}
