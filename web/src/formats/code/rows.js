import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppPrintRows, cppRequest, cppRules, cppSample, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { printRows, summary } from './report.js';
import { aboutRun, defined, preface, printsWeights, pythonNumber, pythonRules, sizesOf } from './run.js';

/** @import { Library } from './plain-python.js' @import { Writer } from './run.js' */

/** The weight rows of one sample under each rule. @param {Library} library @returns {Writer} */
const python = (library) => (values, version) => {
  const { n, keys, dK, dV } = sizesOf(values);
  return [
    ...preface(version, aboutRun(values), library.needs).map((line) => `# ${line}`),
    ...library.imports(values),
    '',
    `n, keys, d_k, d_v = ${n}, ${keys}, ${dK}, ${dV}`,
    `temperature = ${pythonNumber(values.temperature)}`,
    ...pythonRules(values.scale),
    ...defined(library.narrow(values.precision), library.draw(values), library.dots(values), library.attend(values), summary, printRows(printsWeights(keys))),
    '',
    '',
    `generator = random.Random(${values.seed})`,
    'q, k, v = draw(generator, n, d_k), draw(generator, keys, d_k), draw(generator, keys, d_v)',
    'logits = dots(q, k)',
    'for name, factor in rules.items():',
    '    print(name)',
    '    print_rows(attend(logits, factor / temperature))',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version) => [
  ...cppStart(version, aboutRun(values), ['attend', 'sample'], ['utility'], cppPrintRows(printsWeights(sizesOf(values).keys))),
  ...cppSample(values),
  '',
  ...cppRules(values.scale, values.temperature),
  '  Attention attention;',
  '  for (const auto& [name, scaling] : rules) {',
  ...cppRequest(values),
  '    if (attention.attend(request, {sample.q().data(), sample.k().data(), sample.v().data()})) return 1;',
  '    std::puts(name);',
  '    print_rows(attention);',
  '  }',
  ...cppEnd,
].join('\n');

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
