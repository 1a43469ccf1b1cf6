import { parseNamedRule } from '../../state/named-rules.js';
import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppMask, cppScaling, cppSeeds, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { mean } from './report.js';
import { cppPositions, ropeFunction, ropeFunctions } from './rope.js';
import { defined, preface, pythonFactor, pythonNumber, pythonSeeds, ruleName } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** @param {Values} values */
const about = ({ dk, queries, lengthseeds }) => `${queries} queries at the end of ever longer contexts, d_k = ${dk}, ${lengthseeds.length} seeds`;

/**
 * The rules in Python, of a logit z, of m keys in sight, the position p counted from 1 and the length of the context;
 * all after the division by the root of d_k, cosine's excepted. Those that change vectors, keys or the sum stand with no more than that.
 * @type {Readonly<Record<string, (parameter: string) => string>>}
 */
const rules = Object.freeze({
  'query-pre-attn-scalar': (scalar) => `z / math.sqrt(${scalar})`,
  'inverse-layer': (layer) => `z / math.sqrt(d_k) / (${layer} + 1)`,
  softcap: (cap) => `${cap} * tanh(z / math.sqrt(d_k) / ${cap})`,
  ssmax: (s) => `z / math.sqrt(d_k) * ${s} * math.log(m)`,
  'log-n': (trained) => `z / math.sqrt(d_k) * (math.log(p) / math.log(${trained}) if p > ${trained} else 1.0)`,
  'entropy-invariant': (trained) => `z / math.sqrt(d_k) * math.log(m) / math.log(${trained})`,
  llama4: (scale) => `z / math.sqrt(d_k) * (0.1 * math.log(1 + p // ${scale}) + 1)`,
  yarn: (stretch) => `z / math.sqrt(d_k) * (0.1 * math.log(max(1.0, ${stretch})) + 1) ** 2`,
  'trained-temperature': (trained) => `z / math.sqrt(d_k) * (0.1 * math.log(max(1.0, length / ${trained})) + 1) ** 2`,
  cosine: (usual) => `z * math.log2(${usual} ** 2 - ${usual})`,
  'qk-norm': () => 'z / math.sqrt(d_k)',
  sink: () => 'z / math.sqrt(d_k)',
  'off-by-one': () => 'z / math.sqrt(d_k)',
  sinks: () => 'z / math.sqrt(d_k)',
});

/** One curve as a line of Python: what is multiplied, the rule, the logit beside the keys, and the window. @param {any} rule @param {Values} values */
function pythonCurve(rule, { temperature }) {
  const named = typeof rule === 'string' ? parseNamedRule(rule) : null;
  const parameter = pythonNumber(named?.parameter ?? 0);
  const expression = named ? rules[named.name](parameter) : `z * (${pythonFactor(rule)})`;
  const source = named?.name === 'qk-norm' ? 'rms' : named?.name === 'cosine' ? 'unit' : 'plain';
  const sinkLogit = named?.name === 'sink' ? parameter : named?.name === 'off-by-one' ? '0.0' : '-math.inf';
  const window = named?.name === 'sinks' ? named.parameter : 'None';
  const divided = temperature === 1 ? expression : `(${expression}) / ${pythonNumber(temperature)}`;
  return `    "${ruleName(rule)}": ("${source}", lambda z, m, p, length: ${divided}, ${sinkLogit}, ${window}),`;
}

/** @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const { dk, queries, lengthseeds: seeds, curves, lengthrope: rope, theta, trained } = values;
  const turns = rope !== 'none';
  const named = curves.map((/** @type {any} */ rule) => String(rule).split(':')[0]);
  const sources = ['plain', ...(named.includes('qk-norm') ? ['rms'] : []), ...(named.includes('cosine') ? ['unit'] : [])];
  const pair = (/** @type {string} */ source) => (source === 'plain' ? '(q, k)' : `(${source}(q), ${source}(k))`);
  return [
    ...preface(version, about(values), library.needs, 'Long contexts take minutes: shorten `lengths` and `seeds` for a first look.').map((line) => `# ${line}`),
    ...library.imports({}),
    ...(named.includes('softcap') ? ['', `tanh = ${library.tanh}`] : []),
    '',
    `d_k, queries = ${dk}, ${queries}`,
    `lengths = [${data.curves[0].points.map((/** @type {any} */ { length }) => length).join(', ')}]`,
    `seeds = ${pythonSeeds(seeds)}`,
    ...(turns ? [`theta, trained = ${pythonNumber(theta)}, ${trained}`] : []),
    '# The vectors that are multiplied; the rule for m keys in sight at position p; the logit beside the keys; the window.',
    'curves = {',
    ...curves.map((/** @type {any} */ rule) => pythonCurve(rule, values)),
    '}',
    ...defined(
      library.draw({}), library.dots({}), .../** @type {('rms' | 'unit')[]} */ (sources.slice(1)).map((source) => library.normalize[source]), library.row, mean,
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
        `    vectors = {${sources.map((source) => `"${source}": ${pair(source)}`).join(', ')}}`,
        ...(turns ? [] : ['    logits = {name: dots(*pair) for name, pair in vectors.items()}']),
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
        '                scaled = each(lambda z: rule(z, len(keys), p, length), z)',
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
