/** Rules that are more than a factor on the logits, in Python: functions of a row, called key by key or on a whole array. */
import { parseNamedRule } from '../../state/named-rules.js';
import { entropyOf, exponential, jacobianNorm, powerLimits } from './plain-python.js';
import { pythonFactor, pythonNumber, ruleName } from './run.js';

/** @import { Library, Stages } from './plain-python.js' @import { Values } from './run.js' */

/**
 * The rules of a logit z, of m keys in sight, the position p counted from 1 and the length of the context; all after the
 * division by the root of d_k, cosine's excepted. Those that change vectors, keys or the sum stand with no more than that.
 * @type {Readonly<Record<string, (parameter: string) => string>>}
 */
const expressions = Object.freeze({
  'query-pre-attn-scalar': (scalar) => `z / math.sqrt(${scalar})`,
  'inverse-layer': (layer) => `z / math.sqrt(d_k) / (${layer} + 1)`,
  softcap: (cap) => `${cap} * tanh(z / math.sqrt(d_k) / ${cap})`,
  ssmax: (s) => `z / math.sqrt(d_k) * ${s} * math.log(m)`,
  'log-n': (trained) => `z / math.sqrt(d_k) * (math.log(p) / math.log(${trained}) if p > ${trained} else 1.0)`,
  'entropy-invariant': (trained) => `z / math.sqrt(d_k) * math.log(m) / math.log(${trained})`,
  llama4: (scale) => `z / math.sqrt(d_k) * (0.1 * math.log(1 + max(p, 0) // ${scale}) + 1)`,
  yarn: (stretch) => `z / math.sqrt(d_k) * (0.1 * math.log(max(1.0, ${stretch})) + 1) ** 2`,
  'trained-temperature': (trained) => `z / math.sqrt(d_k) * (0.1 * math.log(max(1.0, length / ${trained})) + 1) ** 2`,
  cosine: (usual) => `z * math.log2(${usual} ** 2 - ${usual})`,
  'qk-norm': () => 'z / math.sqrt(d_k)',
  sink: () => 'z / math.sqrt(d_k)',
  'off-by-one': () => 'z / math.sqrt(d_k)',
  sinks: () => 'z / math.sqrt(d_k)',
});

/** One rule as a line of Python: what is multiplied, the rule, the logit beside the keys, and the window. @param {any} rule @param {number} temperature */
function line(rule, temperature) {
  const named = typeof rule === 'string' ? parseNamedRule(rule) : null;
  const parameter = pythonNumber(named?.parameter ?? 0);
  const expression = named ? expressions[named.name](parameter) : `z * (${pythonFactor(rule)})`;
  const source = named?.name === 'qk-norm' ? 'rms' : named?.name === 'cosine' ? 'unit' : 'plain';
  const sinkLogit = named?.name === 'sink' ? parameter : named?.name === 'off-by-one' ? '0.0' : '-math.inf';
  const window = named?.name === 'sinks' ? named.parameter : 'None';
  const divided = temperature === 1 ? expression : `(${expression}) / ${pythonNumber(temperature)}`;
  return `    "${ruleName(rule)}": ("${source}", lambda z, d_k, m, p, length: ${divided}, ${sinkLogit}, ${window}),`;
}

/** @param {string} name of the dictionary @param {readonly any[]} rules @param {Values} values */
export const namedRules = (name, rules, { temperature }) => [
  '# The vectors that are multiplied; the rule for m keys in sight at position p; the logit beside the keys; the window.',
  `${name} = {`,
  ...rules.map((rule) => line(rule, temperature)),
  '}',
];

/** @param {readonly any[]} rules @param {string} name */
const has = (rules, name) => rules.some((rule) => String(rule).split(':')[0] === name);

/** What stands with the imports. @param {Library} library @param {readonly any[]} rules */
export const namedImports = (library, rules) => (has(rules, 'softcap') ? ['', `tanh = ${library.tanh}`] : []);

/** @param {readonly any[]} rules @returns {('rms' | 'unit')[]} */
const normalizations = (rules) => [...(has(rules, 'qk-norm') ? /** @type {const} */ (['rms']) : []), ...(has(rules, 'cosine') ? /** @type {const} */ (['unit']) : [])];

/** @param {Library} library @param {readonly any[]} rules */
export const normalizers = (library, rules) => normalizations(rules).map((kind) => library.normalize[kind]);

/** The pairs of vectors that are multiplied, by name. @param {readonly any[]} rules */
export const vectors = (rules) => `vectors = {${['"plain": (q, k)', ...normalizations(rules).map((kind) => `"${kind}": (${kind}(q), ${kind}(k))`)].join(', ')}}`;

export const logits = 'logits = {name: dots(*pair) for name, pair in vectors.items()}';

/** Of each row what the library's own `attend` gives. @param {Library} library @param {Stages} stages */
export function attendByRule(library, { mask = 'none', window, softmax }) {
  const [low, high] = powerLimits({});
  const seen = mask === 'none' ? 'list(range(keys))' : mask === 'causal' ? 'list(range(max(0, p)))' : `list(range(max(0, p - ${window}), max(0, p)))`;
  return [
    ...exponential,
    'def attend(logits, d_k, rule, sink, window):',
    '    """The numbers of each row; None for a row that is left out."""',
    '    n, keys, rows = len(logits), len(logits[0]), []',
    '    for i in range(n):',
    '        p = i + keys - n + 1  # the last query sees the last key',
    `        visible = ${seen}`,
    '        if window is not None:',
    '            visible = [j for j in range(keys) if j < p and (j < 4 or j >= p - window)]',
    '        if not visible:',
    '            rows.append(None)',
    '            continue',
    '        z = pick(logits[i], visible)',
    `        scaled = ${library.list('each(lambda z: rule(z, d_k, len(visible), p, keys), z)')}`,
    '        if not all(map(math.isfinite, scaled)):',
    '            rows.append(None)',
    '            continue',
    ...(softmax === 'naive'
      ? [
          '        top = 0.0  # the maximum is not subtracted',
          '        powers = [exp(x) for x in scaled]',
          '        total = sum(powers) + exp(sink)',
          `        if not ${low} < total < ${high}:`,
          '            rows.append(None)',
          '            continue',
        ]
      : ['        top = max(*scaled, sink)', '        powers = [exp(x - top) for x in scaled]', '        total = sum(powers) + exp(sink - top)']),
    '        weights, dropped = [power / total for power in powers], exp(sink - top) / total',
    '        *rest, largest = sorted(weights)',
    ...[...entropyOf(' + dropped'), ...jacobianNorm].map((text) => `        ${text}`),
    `        numbers = {"keys": visible, "logits": ${library.list('z')}, "scaled": scaled, "weights": weights}`,
    '        rows.append({**numbers, "entropy": entropy, "norm": math.sqrt(norm)})',
    '    return rows',
  ];
}
