import { preface, printsWeights, pythonFactor, pythonNumber, ruleName } from './code-run.js';

/** @import { Run } from './code-run.js' */

/** How Python's standard library rounds a float to a narrower type; beyond its largest number it becomes infinite. */
const rounding = {
  f64: [],
  f32: [
    'def narrow(x):  # to float32',
    '    try:',
    '        return struct.unpack("f", struct.pack("f", x))[0]',
    '    except OverflowError:',
    '        return math.copysign(math.inf, x)',
  ],
  f16: [
    'def narrow(x):  # to float16',
    '    try:',
    '        return struct.unpack("e", struct.pack("e", x))[0]',
    '    except OverflowError:',
    '        return math.copysign(math.inf, x)',
  ],
  bf16: [
    'def narrow(x):  # to bfloat16: the upper half of a float32, to nearest even',
    '    try:',
    '        (bits,) = struct.unpack("I", struct.pack("f", x))',
    '    except OverflowError:',
    '        return math.copysign(math.inf, x)',
    '    bits = bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000',
    '    return struct.unpack("f", struct.pack("I", bits))[0]',
  ],
};

/**
 * The run in Python's standard library. Stages of narrow types are computed in float64 and rounded once: their last digits
 * may differ from the page's, which sums in float32.
 * @param {Run} run
 */
export function pythonCode(run) {
  const { n, keys, dK, dV, seed, rules, temperature, mask, window, softmax, precision } = run;
  const isNarrow = precision !== 'f64';
  const narrow = (/** @type {string} */ expression) => (isNarrow ? `narrow(${expression})` : expression);
  const sees = mask === 'causal' ? 'j <= p' : 'p - window < j <= p';
  return [
    ...preface(run, 'Python 3').map((line) => `# ${line}`),
    'import math',
    'import random',
    ...(isNarrow ? ['import struct'] : []),
    '',
    `n, keys, d_k, d_v = ${n}, ${keys}, ${dK}, ${dV}`,
    ...(mask === 'window' ? [`window = ${window}`] : []),
    `temperature = ${pythonNumber(temperature)}`,
    'rules = {',
    ...rules.map((rule) => `    "${ruleName(rule)}": ${pythonFactor(rule)},`),
    '}',
    ...(isNarrow ? ['', '', ...rounding[precision], '', ''] : ['']),
    `generator = random.Random(${seed})`,
    '',
    '',
    'def draw(rows, columns):',
    `    return [[${narrow('generator.gauss(0, 1)')} for _ in range(columns)] for _ in range(rows)]`,
    '',
    '',
    'def exp(x):',
    '    return math.exp(x) if x < 709.78 else math.inf',
    '',
    '',
    'def mean(values):',
    '    return sum(values) / len(values) if values else math.nan',
    '',
    '',
    'q, k, v = draw(n, d_k), draw(keys, d_k), draw(keys, d_v)',
    '',
    'for name, factor in rules.items():',
    '    factor /= temperature',
    '    largest, entropies, shares, norms, logit_squares, scaled_squares = [], [], [], [], [], []',
    '    print(name)',
    '    for i in range(n):',
    ...(mask === 'none'
      ? ['        visible = list(range(keys))']
      : ['        p = i + keys - n  # the last query sees the last key', `        visible = [j for j in range(keys) if ${sees}]`]),
    `        logits = [${narrow('sum(a * b for a, b in zip(q[i], k[j]))')} for j in visible]`,
    `        scaled = [${narrow('logit * factor')} for logit in logits]`,
    '        if not visible or not all(map(math.isfinite, scaled)):',
    '            print(f"  row {i + 1}: left out")',
    '            continue',
    ...softmaxLines(softmax, precision, narrow),
    '        *rest, top_weight = sorted(weights)',
    '        others = sum(rest)  # 1 - top_weight, without cancellation',
    '        log_top = math.log1p(-min(others, 0.5)) if top_weight > 0.5 else math.log(top_weight)',
    '        entropy = 0.0 - sum(w * math.log(w) for w in rest if w > 0) - top_weight * log_top',
    '        rest_squares = sum(w * w for w in rest)',
    '        squares = rest_squares + top_weight**2',
    '        norm = sum(w * w * ((1 - w) ** 2 + squares - w * w) for w in rest)',
    '        norm += top_weight**2 * (others**2 + rest_squares)',
    '        largest.append(top_weight)',
    '        entropies.append(entropy)',
    '        if len(visible) > 1:',
    '            shares.append(entropy / math.log(len(visible)))',
    '        norms.append(math.sqrt(norm))',
    '        logit_squares += [x * x for x in logits]',
    '        scaled_squares += [x * x for x in scaled]',
    printsWeights(run)
      ? '        print(f"  row {i + 1}: entropy {entropy:.4f}, weights", *(f"{w:.6f}" for w in weights))'
      : '        print(f"  row {i + 1}: entropy {entropy:.4f}")',
    '    print(f"  max weight {max(largest, default=math.nan):.6f}")',
    '    print(f"  mean entropy {mean(entropies):.4f}")',
    '    print(f"  share {100 * mean(shares):.0f} %")',
    '    print(f"  rms logit {math.sqrt(mean(logit_squares)):.2f}, scaled {math.sqrt(mean(scaled_squares)):.2f}")',
    '    print(f"  mean Jacobian norm {mean(norms):.4f}")',
    '',
  ].join('\n');
}

/** What the sum of the powers must lie between where no maximum is subtracted: float64, or float32 for the narrow types. */
export const powerLimits = (/** @type {Run['precision']} */ precision) => (
  precision === 'f64' ? ['2.3e-308', 'math.inf'] : ['1.2e-38', '3.4028235e38']
);

/** @param {Run['softmax']} softmax @param {Run['precision']} precision @param {(expression: string) => string} narrow */
function softmaxLines(softmax, precision, narrow) {
  const [low, high] = powerLimits(precision);
  const powers = softmax === 'stable'
    ? ['        top = max(scaled)', '        powers = [exp(x - top) for x in scaled]', '        total = sum(powers)']
    : [
        '        powers = [exp(x) for x in scaled]  # the maximum is not subtracted',
        '        total = sum(powers)',
        `        if not ${low} < total < ${high}:`,
        '            print(f"  row {i + 1}: left out")',
        '            continue',
      ];
  return [...powers, `        weights = [${narrow('power / total')} for power in powers]`];
}
