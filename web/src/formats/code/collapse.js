import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppRules, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { preface } from './run.js';
import { cppSweepLoop, pythonSweep } from './sweep.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** @param {Values} values */
const about = ({ n, runs }) => `${n} queries and keys, ${runs} seeds, the entropy share over d_k`;

/** @param {Values} values */
const sweepOf = ({ widths, runs }) => ({
  widths: /** @type {number[]} */ ([...new Set(widths)]).sort((a, b) => a - b),
  seeds: Array.from({ length: runs }, (_, seed) => seed),
});

/** The curve over d_k, where it crosses the level, and the power of its tail. @param {Library} library @returns {Writer} */
const python = (library) => (values, version) => {
  const { widths, seeds } = sweepOf(values);
  return [
    ...preface(version, about(values), library.needs).map((line) => `# ${line}`),
    ...pythonSweep(library, values, widths, seeds,
      [
        'def crossing(points, level):',
        '    """The first d_k at which the share falls below the level, between points on a logarithmic axis."""',
        '    for (d_k, before), (next_d_k, after) in zip(points, points[1:]):',
        '        if before >= level > after:',
        '            part = (before - level) / (before - after)',
        '            return d_k * (next_d_k / d_k) ** part',
        '    return math.nan',
      ],
      [
        'def tail_power(points):',
        '    """The p of share ~ d_k ** p where the share is below a quarter."""',
        '    tail = [(math.log(d_k), math.log(share)) for d_k, share in points if 0 < share < 0.25]',
        '    if len(tail) < 3:',
        '        return math.nan',
        '    x, y = (mean(column) for column in zip(*tail))',
        '    return sum((a - x) * (b - y) for a, b in tail) / sum((a - x) ** 2 for a, b in tail)',
      ]),
    'curves = {name: [] for name in rules}',
    'for (name, d_k), runs in sweep(widths, seeds).items():',
    '    largest = max(run["max weight"] for run in runs)',
    '    typical, entropy, share = (over_seeds(runs, part) for part in ("max weight", "entropy", "share"))',
    '    curves[name].append((d_k, share))',
    '    print(f"{name} d_k {d_k}: share {100 * share:.1f} %, max weight {largest:.5f}, mean {typical:.5f}, entropy {entropy:.4f}")',
    'for name, points in curves.items():',
    `    print(f"{name}: crosses ${values.level} at d_k {crossing(points, ${values.level}):.2f}, power of the tail {tail_power(points):.2f}")`,
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version) => {
  const { widths, seeds } = sweepOf(values);
  return [
    ...cppStart(version, about(values), ['sweep'], ['utility']),
    ...cppRules(values.scale, values.temperature),
    ...cppSweepLoop(values, widths, seeds,
      'std::printf("%s d_k %g: share %.1f %%, max weight %.5f, mean %.5f, entropy %.4f\\n", name, d_k, 100 * summary.entropy_share,',
      '            summary.max_weight, summary.mean_max_weight, summary.mean_entropy);'),
    ...cppEnd,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
