/**
 * Attention in Python's standard library. Stages of narrow types are computed in float64 and rounded once: their last
 * digits may differ from the page's, which sums in float32.
 *
 * @typedef {import('./run.js').Precision} Precision
 * @typedef {{ precision?: Precision, mask?: 'none' | 'causal' | 'window', window?: number, softmax?: 'stable' | 'naive' }} Stages
 *
 * A way to write attention in Python. Whatever it computes with, `attend` returns for each row its numbers as lists of
 * Python's own, so that the rest of every program is the same.
 * @typedef {{
 *   needs: string,
 *   imports: (stages: Stages) => string[],
 *   narrow: (precision: Precision) => string[],
 *   draw: (stages: Stages) => string[],
 *   matrix: (stages: Stages) => string[],
 *   dots: (stages: Stages) => string[],
 *   scaled: (stages: Stages) => string[],
 *   attend: (stages: Stages) => string[],
 *   normalize: Record<'rms' | 'unit', string[]>,
 *   tanh: string,
 *   list: (expression: string) => string,
 *   rotate: (stages: Stages) => string[],
 *   derivative: string[],
 *   pick: string[],
 *   row: string[],
 * }} Library
 */

const kOverflow = ['    except OverflowError:', '        return math.copysign(math.inf, x)'];

/** How the standard library rounds a float to a narrower type; beyond its largest number it becomes infinite. @type {Record<Precision, string[]>} */
const roundings = {
  f64: [],
  f32: ['def narrow(x):  # to float32', '    try:', '        return struct.unpack("f", struct.pack("f", x))[0]', ...kOverflow],
  f16: ['def narrow(x):  # to float16', '    try:', '        return struct.unpack("e", struct.pack("e", x))[0]', ...kOverflow],
  bf16: [
    'def narrow(x):  # to bfloat16: the upper half of a float32, to nearest even',
    '    try:',
    '        (bits,) = struct.unpack("I", struct.pack("f", x))',
    ...kOverflow,
    '    bits = bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000',
    '    return struct.unpack("f", struct.pack("I", bits))[0]',
  ],
};

/** Rounds after a stage, where the type is narrow. @param {Stages} stages @returns {(expression: string) => string} */
export const rounded = ({ precision = 'f64' }) => (expression) => (precision === 'f64' ? expression : `narrow(${expression})`);

/** What the sum of the powers must lie between where no maximum is subtracted: float64, or float32 for the narrow types. @param {Stages} stages */
export const powerLimits = ({ precision = 'f64' }) => (precision === 'f64' ? ['2.3e-308', 'math.inf'] : ['1.2e-38', '3.4028235e38']);

/** The entropy of a row from its largest weight and the others; near one-hot rows nothing cancels. @param {string} dropped */
export const entropyOf = (dropped) => [
  `others = sum(rest)${dropped}  # 1 - largest, without cancellation`,
  'log_largest = math.log1p(-min(others, 0.5)) if largest > 0.5 else math.log(largest or 1.0)',
  'entropy = 0.0 - sum(w * math.log(w) for w in rest if w > 0) - largest * log_largest',
];

export const jacobianNorm = [
  'rest_squares = sum(w * w for w in rest)',
  'squares = rest_squares + largest**2',
  'norm = sum(w * w * ((1 - w) ** 2 + squares - w * w) for w in rest)',
  'norm += largest**2 * (others**2 + rest_squares)',
];

/** Before what calls it. */
export const exponential = ['def exp(x):', '    return math.exp(x) if x < 709.7827128933841 else math.inf', '', ''];

/** @param {Stages} stages */
const softmax = (stages) => {
  const [low, high] = powerLimits(stages);
  return stages.softmax !== 'naive'
    ? ['top = max(scaled)', 'powers = [exp(x - top) for x in scaled]', 'total = sum(powers)']
    : [
        'powers = [exp(x) for x in scaled]  # the maximum is not subtracted',
        'total = sum(powers)',
        `if not ${low} < total < ${high}:`,
        '    rows.append(None)',
        '    continue',
      ];
};

/** The keys that query i sees, in a loop over the rows of logits. @param {Stages} stages */
const visible = ({ mask = 'none', window }) => (
  mask === 'none'
    ? ['        visible = list(range(len(row)))']
    : [
        '        p = i + len(row) - len(logits)  # the last query sees the last key',
        `        visible = [j for j in range(len(row)) if ${mask === 'causal' ? 'j <= p' : `p - ${window} < j <= p`}]`,
      ]
);

/** @type {Library} */
export const plain = {
  needs: 'Python 3',
  imports: ({ precision = 'f64' }) => ['import math', 'import random', ...(precision === 'f64' ? [] : ['import struct'])],
  narrow: (precision) => roundings[precision],
  draw: (stages) => [
    'def draw(generator, rows, columns):',
    `    return [[${rounded(stages)('generator.gauss(0, 1)')} for _ in range(columns)] for _ in range(rows)]`,
  ],
  matrix: (stages) => [
    'def matrix(numbers, rows, columns):',
    `    return [[${rounded(stages)('x')} for x in numbers[i * columns : (i + 1) * columns]] for i in range(rows)]`,
  ],
  dots: (stages) => [
    'def dot(a, b):',
    '    return sum(x * y for x, y in zip(a, b))',
    '',
    '',
    'def dots(q, k):',
    `    return [[${rounded(stages)('dot(x, y)')} for y in k] for x in q]`,
  ],
  scaled: (stages) => [
    'def scaled(logits, factor):',
    '    """What the rows see, in one list."""',
    '    numbers = []',
    '    for i, row in enumerate(logits):',
    ...visible(stages),
    `        numbers += [${rounded(stages)('row[j] * factor')} for j in visible]`,
    '    return numbers',
  ],
  attend: (stages) => [
    ...exponential,
    'def attend(logits, factor):',
    '    """The numbers of each row; None for a row that is left out."""',
    '    rows = []',
    '    for i, row in enumerate(logits):',
    ...visible(stages),
    `        scaled = [${rounded(stages)('row[j] * factor')} for j in visible]`,
    '        if not visible or not all(map(math.isfinite, scaled)):',
    '            rows.append(None)',
    '            continue',
    ...softmax(stages).map((line) => `        ${line}`),
    `        weights = [${rounded(stages)('power / total')} for power in powers]`,
    '        *rest, largest = sorted(weights)',
    ...[...entropyOf(''), ...jacobianNorm].map((line) => `        ${line}`),
    '        numbers = {"keys": visible, "logits": [row[j] for j in visible], "scaled": scaled, "weights": weights}',
    '        rows.append({**numbers, "entropy": entropy, "norm": math.sqrt(norm)})',
    '    return rows',
  ],
  normalize: {
    rms: [
      'def rms(rows):',
      '    sizes = [math.sqrt(sum(x * x for x in row) / len(row) + 1e-6) for row in rows]',
      '    return [[x / size for x in row] for row, size in zip(rows, sizes)]',
    ],
    unit: [
      'def unit(rows):',
      '    sizes = [math.hypot(*row) or 1.0 for row in rows]',
      '    return [[x / size for x in row] for row, size in zip(rows, sizes)]',
    ],
  },
  tanh: 'math.tanh',
  list: (expression) => expression,
  rotate: (stages) => [
    'def rotate(rows, first, step, frequencies, magnitude):',
    '    """Pairs of entries, half a turning width apart, turned by their positions first, first + step, ..."""',
    '    turned, half = [], len(frequencies)',
    '    for i, row in enumerate(rows):',
    '        row = list(row)',
    '        for c, frequency in enumerate(frequencies):',
    '            angle = (first + i * step) * frequency',
    '            cosine, sine = magnitude * math.cos(angle), magnitude * math.sin(angle)',
    '            x, y = row[c], row[c + half]',
    '            row[c], row[c + half] = x * cosine - y * sine, y * cosine + x * sine',
    `        turned.append([${rounded(stages)('x')} for x in row])`,
    '    return turned',
  ],
  derivative: [
    'def centered(rows, weights):',
    '    top = rows[weights.index(max(weights))]',
    '    rows = [[x - y for x, y in zip(row, top)] for row in rows]',
    '    middle = [sum(w * row[c] for w, row in zip(weights, rows)) for c in range(len(top))]',
    '    return [[x - y for x, y in zip(row, middle)] for row in rows]',
    '',
    '',
    'def derivative(row, factor, k, v):',
    '    """Frobenius norm of factor * V^T (diag(w) - w w^T) K."""',
    '    weights = row["weights"]',
    '    keys, values = (centered([rows[j] for j in row["keys"]], weights) for rows in (k, v))',
    '    squares = 0.0',
    '    for i, w in enumerate(weights):',
    '        for j, u in enumerate(weights):',
    '            squares += w * u * dot(keys[i], keys[j]) * dot(values[i], values[j])',
    '    return abs(factor) * math.sqrt(max(0.0, squares))',
  ],
  pick: [
    'def pick(row, keys):',
    '    return [row[j] for j in keys]',
    '',
    '',
    'def each(rule, logits):',
    '    return [rule(z) for z in logits]',
  ],
  row: [
    'def statistics(scaled, sink):',
    '    """Entropy and largest weight of one row, and the weight of the sink beside it."""',
    '    top = max(max(scaled), sink)',
    '    powers = [math.exp(x - top) for x in scaled]',
    '    total = sum(powers) + math.exp(sink - top)',
    '    dropped = math.exp(sink - top) / total',
    '    *rest, largest = sorted(power / total for power in powers)',
    ...entropyOf(' + dropped').map((line) => `    ${line}`),
    '    return entropy, largest, dropped',
  ],
};
