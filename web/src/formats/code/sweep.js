import { haveNamed } from '../../state/named-rules.js';
import { cppRulesOf, cppSweep } from './cpp.js';
import { attendByRule, logits, namedImports, namedRules, normalizers, vectors } from './named-rules.js';
import { overSeeds, summary } from './report.js';
import { defined, pythonNumber, pythonRules, pythonSeeds } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values } from './run.js' */

/**
 * A Python program up to `sweep(widths, seeds)`, which runs many seeds at many widths.
 * @param {Library} library @param {Values} values @param {readonly number[]} widths @param {readonly (number | bigint)[]} seeds @param {string[][]} more definitions
 */
export function pythonSweep(library, values, widths, seeds, ...more) {
  const { n, scale, temperature, mask, window } = values;
  const byRule = haveNamed(scale);
  return [
    ...library.imports({}),
    ...(byRule ? namedImports(library, scale) : []),
    '',
    byRule ? `n = ${n}` : `n, temperature = ${n}, ${pythonNumber(temperature)}`,
    `widths = [${widths.join(', ')}]`,
    `seeds = ${pythonSeeds(seeds)}`,
    ...(byRule ? namedRules('rules', scale, values) : pythonRules(scale, { ofWidth: true })),
    ...defined(
      library.draw({}), library.dots({}),
      ...(byRule ? [...normalizers(library, scale), library.pick, attendByRule(library, { mask, window })] : [library.attend({ mask, window })]),
      summary, overSeeds,
      [
        'def sweep(widths, seeds):',
        '    """What each seed says, by rule and width."""',
        '    found = {(name, d_k): [] for name in rules for d_k in widths}',
        '    for d_k in widths:',
        '        for seed in seeds:',
        '            generator = random.Random(seed)',
        '            q, k = draw(generator, n, d_k), draw(generator, n, d_k)',
        ...(byRule
          ? [
              `            ${vectors(scale)}`,
              `            ${logits}`,
              '            for name, (source, rule, sink, window) in rules.items():',
              '                found[name, d_k].append(summary(attend(logits[source], d_k, rule, sink, window)))',
            ]
          : [
              '            logits = dots(q, k)',
              '            for name, rule in rules.items():',
              '                found[name, d_k].append(summary(attend(logits, rule(d_k) / temperature)))',
            ]),
        '    return found',
      ],
      ...more,
    ),
    '',
    '',
  ];
}

/** The same in C++, after the rules, with a loop over what was found: `summary` of the rule `name` at `d_k`. @param {Values} values @param {readonly number[]} widths @param {readonly (number | bigint)[]} seeds @param {string[]} body */
export const cppSweepLoop = (values, widths, seeds, ...body) => [
  ...cppSweep(values, widths, seeds),
  '  std::size_t at = 0;',
  cppRulesOf(values, values.n).each,
  '    for (const double d_k : widths) {',
  '      const SweepSummary summary = summarize({found.data() + at++ * seeds, seeds}, scratch);',
  ...body.map((line) => `      ${line}`),
  '    }',
  '  }',
];
