import { cppSweep } from './cpp.js';
import { overSeeds, summary } from './report.js';
import { defined, pythonNumber, pythonRules, pythonSeeds } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values } from './run.js' */

/**
 * A Python program up to `sweep(widths, seeds)`, which runs many seeds at many widths.
 * @param {Library} library @param {Values} values @param {readonly number[]} widths @param {readonly (number | bigint)[]} seeds @param {string[][]} more definitions
 */
export const pythonSweep = (library, { n, scale, temperature, mask, window }, widths, seeds, ...more) => [
  ...library.imports({}),
  '',
  `n, temperature = ${n}, ${pythonNumber(temperature)}`,
  `widths = [${widths.join(', ')}]`,
  `seeds = ${pythonSeeds(seeds)}`,
  ...pythonRules(scale, { ofWidth: true }),
  ...defined(library.draw({}), library.dots({}), library.attend({ mask, window }), summary, overSeeds, [
    'def sweep(widths, seeds):',
    '    """What each seed says, by rule and width."""',
    '    found = {(name, d_k): [] for name in rules for d_k in widths}',
    '    for d_k in widths:',
    '        for seed in seeds:',
    '            generator = random.Random(seed)',
    '            logits = dots(draw(generator, n, d_k), draw(generator, n, d_k))',
    '            for name, rule in rules.items():',
    '                found[name, d_k].append(summary(attend(logits, rule(d_k) / temperature)))',
    '    return found',
  ], ...more),
  '',
  '',
];

/** The same in C++, after the rules, with a loop over what was found: `summary` of the rule `name` at `d_k`. @param {Values} values @param {readonly number[]} widths @param {readonly (number | bigint)[]} seeds @param {string[]} body */
export const cppSweepLoop = (values, widths, seeds, ...body) => [
  ...cppSweep(values, widths, seeds),
  '  std::size_t at = 0;',
  '  for (const auto& [name, scaling] : rules) {',
  '    for (const double d_k : widths) {',
  '      const SweepSummary summary = summarize({found.data() + at++ * seeds, seeds}, scratch);',
  ...body.map((line) => `      ${line}`),
  '    }',
  '  }',
];
