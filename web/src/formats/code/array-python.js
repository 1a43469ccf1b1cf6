/**
 * Attention in NumPy and PyTorch: whole matrices at a time. Stages of narrow types are computed in float64 and rounded
 * once.
 *
 * What differs between the two array libraries:
 * @typedef {{
 *   name: string, needs: string, module: string, narrow: import('./plain-python.js').Library['narrow'],
 *   array: (expression: string) => string, where: (condition: string, one: string, other: string) => string,
 *   axis: string, keep: string, maximum: (expression: string) => string, sorted: string, zero: string, one: string,
 *   minusInfinity: string, ones: string, float: (expression: string) => string,
 * }} Dialect
 */
import { powerLimits, rounded } from './plain-python.js';

/** @import { Library, Stages } from './plain-python.js' */

/** @type {Dialect} */
const numpyDialect = {
  name: 'np',
  needs: 'NumPy',
  module: 'import numpy as np',
  narrow: (precision) => ({
    f64: [],
    f32: ['def narrow(x):', '    return x.astype(np.float32).astype(np.float64)'],
    f16: ['def narrow(x):', '    return x.astype(np.float16).astype(np.float64)'],
    bf16: [
      'def narrow(x):  # to bfloat16: the upper half of a float32, to nearest even',
      '    bits = x.astype(np.float32).view(np.uint32)',
      '    return (bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)',
    ],
  })[precision],
  array: (expression) => `np.array(${expression})`,
  where: (condition, one, other) => `np.where(${condition}, ${one}, ${other})`,
  axis: 'axis',
  keep: 'keepdims',
  maximum: (expression) => `${expression}.max(axis=1, keepdims=True)`,
  sorted: 'np.sort(weights, axis=1)',
  zero: '0.0',
  one: '1.0',
  minusInfinity: '-np.inf',
  ones: 'np.ones((n, keys), dtype=bool)',
  float: (expression) => expression,
};

/** @type {Dialect} */
const pytorchDialect = {
  name: 'torch',
  needs: 'PyTorch',
  module: 'import torch',
  narrow: (precision) => (precision === 'f64'
    ? []
    : ['def narrow(x):', `    return x.to(torch.${{ f32: 'float32', f16: 'float16', bf16: 'bfloat16' }[precision]}).to(torch.float64)`]),
  array: (expression) => `torch.tensor(${expression}, dtype=torch.float64)`,
  where: (condition, one, other) => `torch.where(${condition}, ${one}, ${other})`,
  axis: 'dim',
  keep: 'keepdim',
  maximum: (expression) => `${expression}.amax(dim=1, keepdim=True)`,
  sorted: 'torch.sort(weights, dim=1).values',
  zero: 'torch.zeros(1, dtype=torch.float64)',
  one: 'torch.ones(1, dtype=torch.float64)',
  minusInfinity: 'torch.tensor(-math.inf, dtype=torch.float64)',
  ones: 'torch.ones(n, keys, dtype=torch.bool)',
  float: (expression) => `${expression}.to(torch.float64)`,
};

/** Which keys each query sees. @param {Dialect} dialect @param {Stages} stages */
const visible = ({ name, ones }, { mask = 'none', window }) => [
  '    n, keys = logits.shape',
  `    j = ${name}.arange(keys)`,
  ...(mask === 'none'
    ? [`    visible = ${ones}`]
    : [
        `    p = ${name}.arange(n)[:, None] + keys - n  # the last query sees the last key`,
        `    visible = ${mask === 'causal' ? 'j <= p' : `(j <= p) & (j > p - ${window})`}`,
      ]),
];

/** @param {Dialect} dialect @param {Stages} stages */
function attend(dialect, stages) {
  const { name, axis, keep, where, maximum, sorted, one, minusInfinity } = dialect;
  const { softmax } = stages;
  const narrow = rounded(stages);
  const [low, high] = powerLimits(stages);
  return [
    'def attend(logits, factor):',
    '    """The numbers of each row; None for a row that is left out."""',
    ...visible(dialect, stages),
    `    scaled = ${narrow('logits * factor')}`,
    `    used = visible.any(${axis}=1) & (${name}.isfinite(scaled) | ~visible).all(${axis}=1)`,
    `    masked = ${where('visible', 'scaled', minusInfinity)}`,
    ...(softmax === 'naive'
      ? [`    powers = ${name}.exp(masked)  # the maximum is not subtracted`]
      : [`    powers = ${name}.exp(masked - ${maximum('masked')})`]),
    `    total = powers.sum(${axis}=1, ${keep}=True)`,
    ...(softmax === 'naive' ? [`    used &= ((total > ${low}) & (total < ${high}))[:, 0]`] : []),
    `    weights = ${narrow('powers / total')}`,
    `    ordered = ${sorted}`,
    '    rest, largest = ordered[:, :-1], ordered[:, -1]',
    `    others = rest.sum(${axis}=1)  # 1 - largest, without cancellation`,
    `    log_largest = ${where('largest > 0.5', `${name}.log1p(-others)`, `${name}.log(largest)`)}`,
    `    logarithms = ${name}.log(${where('rest > 0', 'rest', one)})`,
    `    entropies = 0.0 - (rest * logarithms).sum(${axis}=1) - largest * log_largest`,
    '    rest_squares = rest**2',
    `    squares = rest_squares.sum(${axis}=1) + largest**2`,
    `    norms = (rest_squares * ((1 - rest) ** 2 + squares[:, None] - rest_squares)).sum(${axis}=1)`,
    `    norms = ${name}.sqrt(norms + largest**2 * (others**2 + rest_squares.sum(${axis}=1)))`,
    '    rows = [None] * n',
    `    for i in used.nonzero()${name === 'np' ? '[0]' : '[:, 0]'}.tolist():`,
    '        see = visible[i]',
    '        numbers = {"logits": logits[i][see].tolist(), "scaled": scaled[i][see].tolist(), "weights": weights[i][see].tolist()}',
    '        rows[i] = {"keys": j[see].tolist(), **numbers, "entropy": float(entropies[i]), "norm": float(norms[i])}',
    '    return rows',
  ];
}

/** @param {Dialect} dialect @returns {Library} */
function arrayLibrary(dialect) {
  const { name, needs, module, narrow, array, axis, keep, where, one } = dialect;
  const concatenate = name === 'np' ? 'np.concatenate' : 'torch.cat';
  return {
    needs,
    imports: () => ['import math', 'import random', '', module, ...(name === 'np' ? ['', 'np.seterr(all="ignore")  # rows that overflow are left out'] : [])],
    narrow,
    draw: (stages) => [
      'def draw(generator, rows, columns):',
      '    numbers = [generator.gauss(0, 1) for _ in range(rows * columns)]',
      `    return ${rounded(stages)(`${array('numbers')}.reshape(rows, columns)`)}`,
    ],
    matrix: (stages) => ['def matrix(numbers, rows, columns):', `    return ${rounded(stages)(`${array('numbers')}.reshape(rows, columns)`)}`],
    scaled: (stages) => [
      'def scaled(logits, factor):',
      '    """What the rows see, in one list."""',
      ...visible(dialect, stages),
      `    return ${rounded(stages)('(logits * factor)')}[visible].tolist()`,
    ],
    dots: (stages) => ['def dots(q, k):', `    return ${rounded(stages)('q @ k.T')}`],
    attend: (stages) => attend(dialect, stages),
    normalize: {
      rms: ['def rms(rows):', `    return rows / ${name}.sqrt((rows**2).mean(${axis}=1, ${keep}=True) + 1e-6)`],
      unit: [
        'def unit(rows):',
        `    sizes = ${name}.sqrt((rows**2).sum(${axis}=1, ${keep}=True))`,
        `    return rows / ${where('sizes > 0', 'sizes', one)}`,
      ],
    },
    tanh: `${name}.tanh`,
    list: (expression) => `${expression}.tolist()`,
    rotate: (stages) => [
      'def rotate(rows, first, step, frequencies, magnitude):',
      '    """Pairs of entries, half a turning width apart, turned by their positions first, first + step, ..."""',
      '    half = len(frequencies)',
      `    positions = first + step * ${dialect.float(`${name}.arange(len(rows))`)}`,
      `    angles = positions[:, None] * ${array('frequencies')}`,
      `    cosines, sines = magnitude * ${name}.cos(angles), magnitude * ${name}.sin(angles)`,
      '    x, y = rows[:, :half], rows[:, half : 2 * half]',
      `    turned = ${concatenate}([x * cosines - y * sines, y * cosines + x * sines, rows[:, 2 * half :]], ${axis}=1)`,
      `    return ${rounded(stages)('turned')}`,
    ],
    derivative: [
      'def derivative(row, factor, k, v):',
      '    """Frobenius norm of factor * V^T (diag(w) - w w^T) K."""',
      `    weights = ${array('row["weights"]')}`,
      '    top = int(weights.argmax())',
      '    keys, values = (rows[row["keys"]] - rows[row["keys"]][top] for rows in (k, v))',
      '    keys, values = keys - weights @ keys, values - weights @ values',
      `    return abs(factor) * float(${name}.linalg.norm((values.T * weights) @ keys))`,
    ],
    pick: [
      'def pick(row, keys):',
      '    return row[: len(keys)] if isinstance(keys, range) else row[keys]',
      '',
      '',
      'def each(rule, logits):',
      '    return rule(logits)',
    ],
    row: [
      'def statistics(scaled, sink):',
      '    """Entropy and largest weight of one row, and the weight of the sink beside it."""',
      '    top = max(float(scaled.max()), sink)',
      `    powers = ${name}.exp(scaled - top)`,
      '    total = float(powers.sum()) + math.exp(sink - top)',
      '    dropped = math.exp(sink - top) / total',
      `    ordered = ${name === 'np' ? 'np.sort(powers)' : 'torch.sort(powers).values'} / total`,
      '    rest, largest = ordered[:-1], float(ordered[-1])',
      '    others = float(rest.sum()) + dropped  # 1 - largest, without cancellation',
      '    log_largest = math.log1p(-min(others, 0.5)) if largest > 0.5 else math.log(largest or 1.0)',
      '    rest = rest[rest > 0]',
      `    entropy = 0.0 - float((rest * ${name}.log(rest)).sum()) - largest * log_largest`,
      '    return entropy, largest, dropped',
    ],
  };
}

export const numpy = arrayLibrary(numpyDialect);
export const pytorch = arrayLibrary(pytorchDialect);
