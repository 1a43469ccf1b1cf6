import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppRulesOf, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { preface } from './run.js';
import { cppSweepLoop, pythonSweep } from './sweep.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** @param {Values} values */
const about = ({ n, seeds }) => `${n} queries and keys, ${seeds.length} seeds, several widths d_k`;

/**
 * The trend table: several seeds for every rule and width, summed up by the article's convention (the largest weight
 * over the seeds, the mean of their entropies).
 * @param {Library} library @returns {Writer}
 */
const python = (library) => (values, version) => [
  ...preface(version, about(values), library.needs).map((line) => `# ${line}`),
  ...pythonSweep(library, values, values.dks, values.seeds),
  'for (name, d_k), runs in sweep(widths, seeds).items():',
  '    largest = max(run["max weight"] for run in runs)',
  '    typical, entropy, share = (over_seeds(runs, part) for part in ("max weight", "entropy", "share"))',
  '    print(f"{name} d_k {d_k}: max weight {largest:.5f}, mean {typical:.5f}, entropy {entropy:.2f}, share {100 * share:.0f} %")',
  '',
].join('\n');

/** @type {Writer} */
const cpp = (values, version) => [
  ...cppStart(version, about(values), ['sweep'], ['utility']),
  ...cppRulesOf(values, values.n).code,
  ...cppSweepLoop(
    values, values.dks, values.seeds,
    'std::printf("%s d_k %g: max weight %.5f, mean %.5f, entropy %.2f, share %.0f %%\\n", name, d_k, summary.max_weight,',
    '            summary.mean_max_weight, summary.mean_entropy, 100 * summary.entropy_share);',
  ),
  ...cppEnd,
].join('\n');

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
