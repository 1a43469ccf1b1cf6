import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppMask, cppScaling, cppSeeds, cppStart } from './cpp.js';
import { logits, namedImports, namedRules, normalizers, vectors } from './named-rules.js';
import { plain } from './plain-python.js';
import { mean } from './report.js';
import { cppPositions, ropeFunction, ropeFunctions } from './rope.js';
import { defined, preface, pythonNumber, pythonSeeds, ruleName } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** @param {Values} values */
const about = ({ dk, queries, lengthseeds }) => `${queries} queries at the end of ever longer contexts, d_k = ${dk}, ${lengthseeds.length} seeds`;

/** @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const { dk, queries, lengthseeds: seeds, curves, lengthrope: rope, theta, trained } = values;
  const turns = rope !== 'none';
  return [
    ...preface(version, about(values), library.needs, 'Long contexts take minutes: shorten `lengths` and `seeds` for a first look.').map((line) => `# ${line}`),
    ...library.imports({}),
    ...namedImports(library, curves),
    '',
    `d_k, queries = ${dk}, ${queries}`,
    `lengths = [${data.curves[0].points.map((/** @type {any} */ { length }) => length).join(', ')}]`,
    `seeds = ${pythonSeeds(seeds)}`,
    ...(turns ? [`theta, trained = ${pythonNumber(theta)}, ${trained}`] : []),
    ...namedRules('curves', curves, values),
    ...defined(
      library.draw({}), library.dots({}), ...normalizers(library, curves), library.pick, library.row, mean,
      ...(turns ? [library.rotate({}), ...ropeFunctions([rope])] : []),
      [
        'def visible(p, window):',
        '    """The keys before position p, counted from 1: all, or four sinks and a window."""',
        '    if window is None or p <= window:',
        '        return range(p)',
        '    return [*range(min(4, p - window)), *range(p - window, p)]',
      ],
      [
        'def run(seed):',
        '    """Every curve at every length, from one seed: means over the queries."""',
        '    generator, found = random.Random(seed), {}',
        '    q, k = draw(generator, queries, d_k), draw(generator, max(lengths), d_k)',
        `    ${vectors(curves)}`,
        ...(turns ? [] : [`    ${logits}`]),
        '    for length in lengths:',
        ...(turns
          ? [
              `        frequencies, magnitude = ${ropeFunction(rope)}(max(1.0, length / trained), length)`,
              '        turn = lambda rows, first: rotate(rows, first, 1, frequencies, magnitude)',
              '        logits = {name: dots(turn(q, length - queries), turn(k[:length], 0)) for name, (q, k) in vectors.items()}',
            ]
          : []),
        '        for name, (source, rule, sink, window) in curves.items():',
        '            rows, shares = [], []',
        '            for i in range(queries):',
        '                p = length - queries + i + 1',
        '                keys = visible(p, window)',
        '                z = pick(logits[source][i], keys)',
        '                scaled = each(lambda z: rule(z, d_k, len(keys), p, length), z)',
        '                entropy, largest, dropped = statistics(scaled, sink)',
        '                rows.append((entropy, math.exp(entropy), largest, dropped))',
        '                if len(keys) > 1:',
        '                    shares.append(entropy / math.log(len(keys)))',
        '            entropy, effective, _, dropped = map(mean, zip(*rows))',
        '            found[name, length] = mean(shares), entropy, effective, max(row[2] for row in rows), dropped',
        '    return found',
      ],
    ),
    '',
    '',
    'runs = [run(seed) for seed in seeds]',
    'for name in curves:',
    '    for length in lengths:',
    '        share, entropy, effective, largest, dropped = zip(*(found[name, length] for found in runs))',
    '        share = mean([x for x in share if not math.isnan(x)])',
    '        print(f"{name} {length}: share {100 * share:.2f} %, entropy {mean(entropy):.5f}", end=", ")',
    '        print(f"effective keys {mean(effective):.6g}, max weight {max(largest):.6f}, sink {mean(dropped):.6f}")',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const { dk, queries, lengthseeds: seeds, temperature } = values;
  const points = data.curves.flatMap((/** @type {any} */ curve) => curve.points.map((/** @type {any} */ { length, scale, mask, positions }) => {
    const turned = positions ? `, ${cppPositions(positions, { dK: dk, length }).text('').join(' ')}` : '';
    return `      {"${ruleName(curve.rule)}", {${length}, ${cppScaling(scale, temperature)}, ${cppMask(mask)}${turned}}},`;
  }));
  return [
    ...cppStart(version, about(values), ['length_sweep'], ['algorithm', 'utility']),
    '  const std::vector<std::pair<const char*, LengthPoint>> named = {',
    ...points,
    '  };',
    '  std::vector<LengthPoint> points;',
    '  for (const auto& [name, point] : named) points.push_back(point);',
    ...cppSeeds(seeds),
    '  std::vector<std::vector<LengthStatistics>> found;',
    '  LengthSweep sweep;',
    '  const std::uint32_t* seed = words.data();',
    '  for (const std::uint32_t length : lengths) {',
    '    found.emplace_back(points.size());',
    `    if (sweep.run({.d_k = ${dk}, .queries = ${queries}, .points = points}, {seed, length}, found.back())) return 1;`,
    '    seed += length;',
    '  }',
    '',
    '  for (std::size_t p = 0; p < points.size(); ++p) {',
    '    const auto mean = [&](double LengthStatistics::* member) {',
    '      double sum = 0, count = 0;',
    '      for (const auto& statistics : found) {',
    '        if (std::isnan(statistics[p].*member)) continue;',
    '        sum += statistics[p].*member;',
    '        count += 1;',
    '      }',
    '      return sum / count;',
    '    };',
    '    double largest = 0;',
    '    for (const auto& statistics : found) largest = std::max(largest, statistics[p].max_weight);',
    '    std::printf("%s %.0f: share %.2f %%, entropy %.5f, effective keys %.6g, max weight %.6f, sink %.6f\\n", named[p].first,',
    '                points[p].length, 100 * mean(&LengthStatistics::entropy_share), mean(&LengthStatistics::mean_entropy),',
    '                mean(&LengthStatistics::effective_keys), largest, mean(&LengthStatistics::sink));',
    '  }',
    ...cppEnd,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
