import { powerLimits } from './code-python.js';
import { preface, printsWeights, pythonCondition, pythonFactor, pythonNumber, ruleName } from './code-run.js';

/** @import { Run } from './code-run.js' */

/**
 * What differs between the two array libraries. Stages of narrow types are computed in float64 and rounded once.
 * @typedef {{
 *   name: string, needs: string, imports: string[], narrow: Record<Run['precision'], string[]>, array: (expression: string) => string,
 *   arange: string, where: (condition: string, one: string, other: string) => string, isfinite: string, axis: string, keep: string,
 *   maximum: (expression: string) => string, exp: string, log: string, sqrt: string, ones: string,
 * }} Dialect
 */

/** @type {Dialect} */
const numpy = {
  name: 'numpy',
  needs: 'NumPy',
  imports: ['import numpy as np'],
  narrow: {
    f64: [],
    f32: ['def narrow(x):', '    return x.astype(np.float32).astype(np.float64)'],
    f16: ['def narrow(x):', '    return x.astype(np.float16).astype(np.float64)'],
    bf16: [
      'def narrow(x):  # to bfloat16: the upper half of a float32, to nearest even',
      '    bits = x.astype(np.float32).view(np.uint32)',
      '    return (bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)',
    ],
  },
  array: (expression) => `np.array(${expression})`,
  arange: 'np.arange',
  where: (condition, one, other) => `np.where(${condition}, ${one}, ${other})`,
  isfinite: 'np.isfinite',
  axis: 'axis',
  keep: 'keepdims',
  maximum: (expression) => `${expression}.max(axis=1, keepdims=True)`,
  exp: 'np.exp',
  log: 'np.log',
  sqrt: 'np.sqrt',
  ones: 'np.ones((n, keys), dtype=bool)',
};

/** @type {Dialect} */
const pytorch = {
  name: 'torch',
  needs: 'PyTorch',
  imports: ['import torch'],
  narrow: {
    f64: [],
    f32: ['def narrow(x):', '    return x.to(torch.float32).to(torch.float64)'],
    f16: ['def narrow(x):', '    return x.to(torch.float16).to(torch.float64)'],
    bf16: ['def narrow(x):', '    return x.to(torch.bfloat16).to(torch.float64)'],
  },
  array: (expression) => `torch.tensor(${expression}, dtype=torch.float64)`,
  arange: 'torch.arange',
  where: (condition, one, other) => `torch.where(${condition}, ${one}, ${other})`,
  isfinite: 'torch.isfinite',
  axis: 'dim',
  keep: 'keepdim',
  maximum: (expression) => `${expression}.amax(dim=1, keepdim=True)`,
  exp: 'torch.exp',
  log: 'torch.log',
  sqrt: 'torch.sqrt',
  ones: 'torch.ones(n, keys, dtype=torch.bool)',
};

/** @param {Run} run */
export const numpyCode = (run) => arrayCode(run, numpy);
/** @param {Run} run */
export const pytorchCode = (run) => arrayCode(run, pytorch);

/** @param {Run} run @param {Dialect} dialect */
function arrayCode(run, dialect) {
  const { n, keys, dK, dV, seed, rules, temperature, mask, softmax, precision } = run;
  const { arange, array, axis, exp, isfinite, keep, log, maximum, narrow: roundings, ones, sqrt, where } = dialect;
  const rounding = roundings[precision];
  const narrow = (/** @type {string} */ expression) => (rounding.length > 0 ? `narrow(${expression})` : expression);
  const [low, high] = powerLimits(precision);
  const isNumpy = dialect.name === 'numpy';
  const zeros = isNumpy ? '0.0' : 'torch.zeros(1, dtype=torch.float64)';
  const minusInfinity = isNumpy ? '-np.inf' : 'torch.tensor(-math.inf, dtype=torch.float64)';
  return [
    ...preface(run, dialect.needs).map((line) => `# ${line}`),
    'import math',
    'import random',
    '',
    ...dialect.imports,
    '',
    `n, keys, d_k, d_v = ${n}, ${keys}, ${dK}, ${dV}`,
    `temperature = ${pythonNumber(temperature)}`,
    'rules = {',
    ...rules.map((rule) => `    "${ruleName(rule)}": ${pythonFactor(rule)},`),
    '}',
    ...(isNumpy ? ['np.seterr(all="ignore")  # rows that overflow are left out below'] : []),
    ...(rounding.length > 0 ? ['', '', ...rounding, '', ''] : ['']),
    `generator = random.Random(${seed})`,
    '',
    '',
    'def draw(rows, columns):',
    '    numbers = [generator.gauss(0, 1) for _ in range(rows * columns)]',
    `    return ${narrow(`${array('numbers')}.reshape(rows, columns)`)}`,
    '',
    '',
    'def mean(values):',
    '    return values.mean() if len(values) > 0 else math.nan',
    '',
    '',
    'q, k, v = draw(n, d_k), draw(keys, d_k), draw(keys, d_v)',
    ...(mask === 'none'
      ? [`visible = ${ones}`]
      : [
          `p = ${arange}(n)[:, None] + keys - n  # the last query sees the last key`,
          `j = ${arange}(keys)[None, :]`,
          `visible = ${pythonCondition(run)}`,
        ]),
    `logits = ${narrow('q @ k.T')}`,
    `seen = visible.sum(${axis}=1)`,
    '',
    'for name, factor in rules.items():',
    `    scaled = ${narrow('logits * (factor / temperature)')}`,
    `    used = visible.any(${axis}=1) & (${isfinite}(scaled) | ~visible).all(${axis}=1)`,
    `    masked = ${where('visible', 'scaled', minusInfinity)}`,
    softmax === 'stable'
      ? `    powers = ${exp}(masked - ${maximum('masked')})`
      : `    powers = ${exp}(masked)  # the maximum is not subtracted`,
    `    total = powers.sum(${axis}=1, ${keep}=True)`,
    ...(softmax === 'stable' ? [] : [`    used &= ((total > ${low}) & (total < ${high}))[:, 0]`]),
    `    weights = ${narrow('powers / total')}`,
    `    ordered = ${isNumpy ? 'np.sort(weights, axis=1)' : 'torch.sort(weights, dim=1).values'}`,
    '    rest, top = ordered[:, :-1], ordered[:, -1]',
    `    others = rest.sum(${axis}=1)  # 1 - top, without cancellation`,
    `    log_top = ${where('top > 0.5', `${isNumpy ? 'np' : 'torch'}.log1p(-others)`, `${log}(top)`)}`,
    `    logarithms = ${log}(${where('rest > 0', 'rest', isNumpy ? '1.0' : 'torch.ones(1, dtype=torch.float64)')})`,
    `    entropies = 0.0 - (rest * logarithms).sum(${axis}=1) - top * log_top`,
    '    rest_squares = rest**2',
    `    squares = rest_squares.sum(${axis}=1) + top**2`,
    `    norms = (rest_squares * ((1 - rest) ** 2 + squares[:, None] - rest_squares)).sum(${axis}=1)`,
    `    norms = ${sqrt}(norms + top**2 * (others**2 + rest_squares.sum(${axis}=1)))`,
    '    shared = used & (seen > 1)',
    `    shares = entropies[shared] / ${log}(${isNumpy ? 'seen[shared]' : 'seen[shared].to(torch.float64)'})`,
    `    inside = visible & used[:, None]`,
    '    print(name)',
    '    for i in range(n):',
    '        if not used[i]:',
    '            print(f"  row {i + 1}: left out")',
    '            continue',
    printsWeights(run)
      ? '        print(f"  row {i + 1}: entropy {entropies[i]:.4f}, weights", *(f"{w:.6f}" for w in weights[i][visible[i]]))'
      : '        print(f"  row {i + 1}: entropy {entropies[i]:.4f}")',
    `    print(f"  max weight {weights[used].max() if used.any() else math.nan:.6f}")`,
    '    print(f"  mean entropy {mean(entropies[used]):.4f}")',
    '    print(f"  share {100 * mean(shares):.0f} %")',
    `    logit_rms = ${sqrt}((${where('inside', 'logits', zeros)} ** 2).sum() / inside.sum())`,
    `    scaled_rms = ${sqrt}((${where('inside', 'scaled', zeros)} ** 2).sum() / inside.sum())`,
    '    print(f"  rms logit {logit_rms:.2f}, scaled {scaled_rms:.2f}")',
    '    print(f"  mean Jacobian norm {mean(norms[used]):.4f}")',
    '',
  ].join('\n');
}
