import { haveNamed } from '../../state/named-rules.js';
import { numpy, pytorch } from './array-python.js';
import { cppAttendAndPrint, cppPrintRows, cppRequest, cppRulesOf, cppSample, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { attendByRule, logits, namedImports, namedRules, normalizers, vectors } from './named-rules.js';
import { printRows, summary } from './report.js';
import { aboutRun, defined, preface, printsWeights, pythonNumber, pythonRules, sizesOf } from './run.js';

/** @import { Library } from './plain-python.js' @import { Writer } from './run.js' */

/** The weight rows of one sample under each rule. @param {Library} library @returns {Writer} */
const python = (library) => (values, version) => {
  const { scale, precision } = values;
  const { n, keys, dK, dV } = sizesOf(values);
  const byRule = haveNamed(scale);
  return [
    ...preface(version, aboutRun(values), library.needs).map((line) => `# ${line}`),
    ...library.imports(values),
    ...(byRule ? namedImports(library, scale) : []),
    '',
    `n, keys, d_k, d_v = ${n}, ${keys}, ${dK}, ${dV}`,
    ...(byRule ? namedRules('rules', scale, values) : [`temperature = ${pythonNumber(values.temperature)}`, ...pythonRules(scale)]),
    ...defined(
      library.narrow(precision), library.draw(values), library.dots(values),
      ...(byRule ? [...normalizers(library, scale), library.pick, attendByRule(library, values)] : [library.attend(values)]),
      summary, printRows(printsWeights(keys)),
    ),
    '',
    '',
    `generator = random.Random(${values.seed})`,
    'q, k, v = draw(generator, n, d_k), draw(generator, keys, d_k), draw(generator, keys, d_v)',
    ...(byRule
      ? [
          vectors(scale),
          logits,
          'for name, (source, rule, sink, window) in rules.items():',
          '    print(name)',
          '    print_rows(attend(logits[source], d_k, rule, sink, window))',
        ]
      : ['logits = dots(q, k)', 'for name, factor in rules.items():', '    print(name)', '    print_rows(attend(logits, factor / temperature))']),
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version) => {
  const { keys } = sizesOf(values);
  const { code, each, mask } = cppRulesOf(values, keys);
  return [
    ...cppStart(version, aboutRun(values), ['attend', 'sample'], ['utility'], cppPrintRows(printsWeights(keys))),
    ...cppSample(values),
    '',
    ...code,
    '  Attention attention;',
    each,
    ...cppRequest(values, mask),
    ...cppAttendAndPrint,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
