import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppMask, cppRules, cppSample, cppStart, maskOf } from './cpp.js';
import { plain } from './plain-python.js';
import { summary } from './report.js';
import { aboutRun, defined, preface, pythonNumber, pythonRules, sizesOf } from './run.js';
import { cppSweepLoop } from './sweep.js';

/** @import { Library } from './plain-python.js' @import { Writer } from './run.js' */

const spectral = [
  'def spectral(row):',
  '    """The largest eigenvalue of diag(w) - w w^T: where sum w / (w - x) is 0 between the two largest weights."""',
  '    *_, second, largest = [0.0, *sorted(row["weights"])]',
  '    if second == largest or row["norm"] == 0:',
  '        return second',
  '    low, high = max(second, row["norm"] / math.sqrt(len(row["weights"]))), min(largest, row["norm"])',
  '    while True:',
  '        middle = (low + high) / 2',
  '        if not low < middle < high:',
  '            return middle',
  '        if sum(w / (w - middle) for w in row["weights"]) < 0:',
  '            low = middle',
  '        else:',
  '            high = middle',
];

/** What of a gradient gets through each row, and how much of the output moves with the query, also over d_k. @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const { n, keys, dK, dV } = sizesOf(values);
  const { mask, window } = values;
  return [
    ...preface(version, aboutRun({ ...values, precision: 'f64' }), library.needs).map((line) => `# ${line}`),
    ...library.imports({}),
    '',
    `n, keys, d_k, d_v = ${n}, ${keys}, ${dK}, ${dV}`,
    `temperature = ${pythonNumber(values.temperature)}`,
    `widths = [${data.widths.join(', ')}]`,
    ...pythonRules(values.scale, { ofWidth: true }),
    ...defined(library.draw({}), library.dots({}), library.attend({ mask, window }), library.derivative, spectral, summary, [
      'def quantile(values, part):',
      '    """Interpolated between neighbours."""',
      '    values, at = sorted(values), part * (len(values) - 1)',
      '    low = int(at)',
      '    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])',
    ]),
    '',
    '',
    `generator = random.Random(${values.seed})`,
    'q, k, v = draw(generator, n, d_k), draw(generator, keys, d_k), draw(generator, keys, d_v)',
    'logits = dots(q, k)',
    'for name, rule in rules.items():',
    '    factor = rule(d_k) / temperature',
    '    rows, found = attend(logits, factor), []',
    '    print(name)',
    '    for i, row in enumerate(rows, 1):',
    '        if row is None:',
    '            print(f"  row {i}: left out")',
    '            continue',
    '        found.append((row["norm"], spectral(row), derivative(row, factor, k, v)))',
    '        print("  row {}: Jacobian {:.6g}, spectral {:.6g}, derivative {:.6g}".format(i, *found[-1]))',
    '    print("  means: Jacobian {:.4g}, spectral {:.4g}, derivative {:.4g}".format(*map(mean, zip(*found))))',
    '',
    'for name, rule in rules.items():',
    '    for d_k in widths:',
    '        norms = []',
    `        for seed in range(${data.jacobianSeeds}):`,
    '            generator = random.Random(seed)',
    '            logits = dots(draw(generator, n, d_k), draw(generator, n, d_k))',
    '            norms.append(summary(attend(logits, rule(d_k) / temperature))["norm"])',
    '        low, high = quantile(norms, 0.05), quantile(norms, 0.95)',
    '        print(f"{name} d_k {d_k}: Jacobian {mean(norms):.4g}, from {low:.4g} to {high:.4g}")',
    '',
    'for name, rule in rules.items():',
    '    for d_k in widths:',
    '        found, factor = [], rule(d_k) / temperature',
    `        for seed in range(${data.derivativeSeeds}):`,
    '            generator = random.Random(seed)',
    `            q, k, v = (draw(generator, ${data.derivativeRows}, width) for width in (d_k, d_k, ${data.valueWidth}))`,
    '            found += [derivative(row, factor, k, v) for row in attend(dots(q, k), factor) if row]',
    '        found.sort()',
    '        low, high = (found[round(part * (len(found) - 1))] for part in (0.05, 0.95))',
    '        print(f"{name} d_k {d_k}: derivative {mean(found):.4g}, from {low:.4g} to {high:.4g}")',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const { n, keys, dK, dV } = sizesOf(values);
  const { widths, jacobianSeeds, derivativeSeeds, derivativeRows, valueWidth } = data;
  const sizes = (/** @type {string | number} */ rows, /** @type {string | number} */ columns, /** @type {string | number} */ width, /** @type {string | number} */ value) => (
    `.n = ${rows}, .keys = ${columns}, .d_k = ${width}, .d_v = ${value}`
  );
  return [
    ...cppStart(version, aboutRun({ ...values, precision: 'f64' }), ['attend', 'gradient', 'mask', 'sample', 'scaling', 'sweep'], ['algorithm', 'utility']),
    ...cppSample(values),
    '',
    ...cppRules(values.scale, values.temperature),
    `  const Mask mask = ${cppMask(maskOf(values))};`,
    '  Attention attention;',
    '  OutputDerivative derivative;',
    '  for (const auto& [name, scaling] : rules) {',
    `    if (attention.attend({${sizes(n, keys, dK, dV)}, .scaling = scaling, .mask = mask},`,
    '                         {sample.q().data(), sample.k().data(), sample.v().data()})) return 1;',
    `    const double factor = scale_factor(scaling, {.d_k = ${dK}});`,
    '    double norms = 0, spectral_norms = 0, derivatives = 0, rows = 0;',
    '    std::puts(name);',
    '    auto event = attention.events.begin();',
    `    for (std::size_t i = 0; i < ${n}; ++i) {`,
    '      if (event != attention.events.end() && event->row == i) {',
    '        std::printf("  row %zu: left out\\n", i + 1);',
    '        ++event;',
    '        continue;',
    '      }',
    `      const KeyRange visible = visible_keys(mask, i, ${n}, ${keys});`,
    '      const double* weights = attention.weights.row(i);',
    '      const double norm = attention.rows[i].jacobian;',
    '      const double spectral = spectral_norm(weights, visible, norm);',
    `      const double moved = derivative.norm(weights, visible, factor, sample.k().data(), ${dK}, sample.v().data(), ${dV});`,
    '      std::printf("  row %zu: Jacobian %.6g, spectral %.6g, derivative %.6g\\n", i + 1, norm, spectral, moved);',
    '      norms += norm, spectral_norms += spectral, derivatives += moved, rows += 1;',
    '    }',
    '    std::printf("  means: Jacobian %.4g, spectral %.4g, derivative %.4g\\n", norms / rows, spectral_norms / rows, derivatives / rows);',
    '  }',
    '',
    ...cppSweepLoop(
      values, widths, Array.from({ length: jacobianSeeds }, (_, seed) => seed),
      'std::printf("%s d_k %g: Jacobian %.4g, from %.4g to %.4g\\n", name, d_k, summary.mean_jacobian,',
      '            summary.jacobian_quantiles.front(), summary.jacobian_quantiles.back());',
    ),
    '',
    '  for (const auto& [name, scaling] : rules) {',
    '    for (const double d_k : widths) {',
    '      std::vector<double> norms;',
    `      for (std::uint32_t seed = 0; seed < ${derivativeSeeds}; ++seed) {`,
    `        if (sample.draw({${sizes(derivativeRows, derivativeRows, 'd_k', valueWidth)}}, {&seed, 1})) return 1;`,
    `        if (attention.attend({${sizes(derivativeRows, derivativeRows, 'd_k', valueWidth)}, .scaling = scaling, .mask = mask},`,
    '                             {sample.q().data(), sample.k().data(), sample.v().data()})) return 1;',
    `        for (std::size_t i = 0; i < ${derivativeRows}; ++i) {`,
    `          norms.push_back(derivative.norm(attention.weights.row(i), visible_keys(mask, i, ${derivativeRows}, ${derivativeRows}),`,
    '                                          scale_factor(scaling, {.d_k = d_k}), sample.k().data(), static_cast<std::size_t>(d_k),',
    `                                          sample.v().data(), ${valueWidth}));`,
    '        }',
    '      }',
    '      std::sort(norms.begin(), norms.end());',
    '      double sum = 0;',
    '      for (const double norm : norms) sum += norm;',
    '      const auto last = static_cast<double>(norms.size() - 1);',
    '      const auto at = [&](double part) { return norms[static_cast<std::size_t>(std::lround(part * last))]; };',
    '      std::printf("%s d_k %g: derivative %.4g, from %.4g to %.4g\\n", name, d_k, sum / (last + 1), at(0.05), at(0.95));',
    '    }',
    '  }',
    ...cppEnd,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
