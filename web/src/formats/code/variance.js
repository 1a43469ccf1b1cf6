import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppRequest, cppRules, cppSeeds, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { aboutRun, defined, preface, pythonNumber, pythonRules, pythonSeeds, sizesOf } from './run.js';
import { cppSweepLoop } from './sweep.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** The seeds of the distribution: this one and those after it. @param {Values} values @param {any} data */
const seedsOf = ({ seed }, { runs }) => Array.from({ length: runs }, (_, at) => BigInt(seed) + BigInt(at));

/** How widely the logits spread, against theory, and the same over d_k. @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const { n, keys, dK } = sizesOf(values);
  return [
    ...preface(version, aboutRun(values), library.needs).map((line) => `# ${line}`),
    ...library.imports(values),
    '',
    `n, keys, d_k = ${n}, ${keys}, ${dK}`,
    `temperature = ${pythonNumber(values.temperature)}`,
    `seeds = ${pythonSeeds(seedsOf(values, data))}  # of the distribution`,
    `widths, width_seeds = [${data.widths.join(', ')}], ${pythonSeeds(values.seeds)}`,
    ...pythonRules(values.scale, { ofWidth: true }),
    ...defined(library.narrow(values.precision), library.draw(values), library.dots(values), library.scaled(values), [
      'def rms(numbers):',
      '    return math.sqrt(sum(x * x for x in numbers) / len(numbers)) if numbers else math.nan',
    ]),
    '',
    '',
    'samples = []',
    'for seed in seeds:',
    '    generator = random.Random(seed)',
    '    samples.append(dots(draw(generator, n, d_k), draw(generator, keys, d_k)))',
    'for name, rule in rules.items():',
    '    factor = rule(d_k) / temperature',
    '    numbers = [s for logits in samples for s in scaled(logits, factor) if math.isfinite(s)]',
    '    print(f"{name}: {len(numbers)} logits, rms {rms(numbers):.4g}, predicted {abs(math.sqrt(d_k) * factor):.4g}")',
    '',
    ...(values.precision === 'f64' ? [] : ['narrow = lambda x: x  # over d_k everything is float64']),
    'found = {(name, d_k): [] for name in rules for d_k in widths}',
    'for d_k in widths:',
    '    for seed in width_seeds:',
    '        generator = random.Random(seed)',
    '        logits = dots(draw(generator, n, d_k), draw(generator, n, d_k))',
    '        for name, rule in rules.items():',
    '            found[name, d_k].append(rms(scaled(logits, rule(d_k) / temperature)))',
    'for (name, d_k), numbers in found.items():',
    '    print(f"{name} d_k {d_k}: rms {rms(numbers):.4g}")',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const { n, keys, dK } = sizesOf(values);
  return [
    ...cppStart(version, aboutRun(values), ['attend', 'sample', 'scaling', 'sweep'], ['utility']),
    ...cppRules(values.scale, values.temperature),
    ...cppSeeds(seedsOf(values, data), 'sample_'),
    '  Sample sample;',
    '  Attention attention;',
    '  for (const auto& [name, scaling] : rules) {',
    '    double squares = 0, count = 0;',
    '    const std::uint32_t* seed = sample_words.data();',
    '    for (const std::uint32_t length : sample_lengths) {',
    `      if (sample.draw({.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .has_values = false}, {seed, length})) return 1;`,
    '      seed += length;',
    ...cppRequest({ ...values, dv: 1, softmax: 'stable' }).map((line) => `  ${line}`),
    '      request.has_values = false;',
    '      if (attention.attend(request, {sample.q().data(), sample.k().data()})) return 1;',
    `      for (std::size_t i = 0; i < ${n}; ++i) {`,
    `        for (std::size_t j = 0; j < ${keys}; ++j) {`,
    '          const double s = attention.scaled.row(i)[j];',
    '          if (!std::isfinite(s)) continue;',
    '          squares += s * s;',
    '          count += 1;',
    '        }',
    '      }',
    '    }',
    `    const double predicted = std::abs(std::sqrt(${dK}.0) * scale_factor(scaling, {.d_k = ${dK}}));`,
    '    std::printf("%s: %.0f logits, rms %.4g, predicted %.4g\\n", name, count, std::sqrt(squares / count), predicted);',
    '  }',
    '',
    ...cppSweepLoop(values, data.widths, values.seeds, 'std::printf("%s d_k %g: rms %.4g\\n", name, d_k, summary.rms_scaled_logit);'),
    ...cppEnd,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
