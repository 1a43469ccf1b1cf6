import { cppEnd, cppScaling, cppStart, seedWords } from './cpp.js';
import { plain } from './plain-python.js';
import { defined, preface, pythonNumber, pythonRules, ruleName, sizesOf } from './run.js';

/** @import { Values, Writer } from './run.js' */

/** @param {Values} values @param {any} data */
const about = ({ dk, seed }, { row, keys, gain }) => `one row of softmax, query ${row + 1}, ${keys} keys, d_k = ${dk}, gain ${gain}, seed ${seed}`;

/** One row of softmax in every format, each operation rounded, and the gains at which it breaks. @type {Writer} */
const python = (values, version, data) => {
  const { n, keys, dK } = sizesOf(values);
  const roundings = /** @type {const} */ (['f32', 'f16', 'bf16']).map((format) => plain.narrow(format).map((line) => line.replace('def narrow', `def to_${format}`)));
  return [
    ...preface(version, about(values, data), 'Python 3').map((line) => `# ${line}`),
    'import math',
    'import random',
    'import struct',
    '',
    `n, keys, d_k, row = ${n}, ${keys}, ${dK}, ${data.row}`,
    `gain, temperature, shown = ${pythonNumber(values.gain)}, ${pythonNumber(values.temperature)}, "${values.format}"`,
    ...pythonRules(values.scale),
    ...defined(...roundings, plain.draw({}), [
      'def exp(x):',
      '    return math.exp(x) if x < 709.7827128933841 else math.inf',
    ], [
      'def add_up(terms, narrow):',
      '    """Running sums, and how many terms above 0 did not change the sum."""',
      '    sums, total, lost = [], 0.0, 0',
      '    for term in terms:',
      '        after = narrow(total + term)',
      '        lost += term > 0 and math.isfinite(after) and after == total',
      '        total = after',
      '        sums.append(total)',
      '    return sums, lost',
    ], [
      'def softmax(narrow, gain, factor):',
      '    """Both softmaxes of the row, operation by operation, and what went wrong in each."""',
      '    logits, scaled, factor = [], [], narrow(factor)',
      '    for key in k:',
      '        logit = 0.0',
      '        for x, y in zip(query, key):',
      '            if math.isfinite(logit):  # of two infinities the first stays',
      '                logit = narrow(logit + narrow(narrow(gain * x) * narrow(y)))',
      '        logits.append(logit)',
      '        scaled.append(narrow(logit * factor) if math.isfinite(logit) else logit)',
      '    for j, s in enumerate(scaled):',
      '        if not math.isfinite(s):',
      '            event = f"overflow in {\'scaling\' if math.isfinite(logits[j]) else \'logits\'} at key {j + 1}"',
      '            return {"naive": event, "stable": event, "lost": 0, "steps": [logits, scaled]}',
      '    terms = [narrow(exp(s)) for s in scaled]',
      '    sums, _ = add_up(terms, narrow)',
      '    shifted = [narrow(exp(narrow(s - max(scaled)))) for s in scaled]',
      '    shifted_sums, lost = add_up(shifted, narrow)',
      '    naive = next((f"overflow in softmax at key {j + 1}" for j, s in enumerate(sums) if not math.isfinite(s)), "fits")',
      '    if sums[-1] == 0:',
      '        naive = "underflow in softmax at key 1"',
      '    weights = [narrow(term / shifted_sums[-1]) for term in shifted]',
      '    return {"naive": naive, "stable": "fits", "lost": lost, "steps": [logits, scaled, terms, sums, shifted, shifted_sums, weights]}',
    ], [
      'def breaking_gain(fails):',
      `    """The least gain from ${data.gains[0]} to ${data.gains[1]} at which something goes wrong."""`,
      `    fine, broken = math.log(${data.gains[0]}), math.log(${data.gains[1]})`,
      `    if not fails(${pythonNumber(data.gains[1])}):`,
      '        return math.inf',
      '    for _ in range(14):',
      '        middle = (fine + broken) / 2',
      '        if fails(math.exp(middle)):',
      '            broken = middle',
      '        else:',
      '            fine = middle',
      '    return math.exp(broken)',
    ]),
    '',
    '',
    'formats = {"f64": lambda x: x, "f32": to_f32, "f16": to_f16, "bf16": to_bf16}',
    `generator = random.Random(${values.seed})`,
    'query = draw(generator, n, d_k)[row]',
    'k = draw(generator, keys, d_k)',
    'for name, factor in rules.items():',
    '    factor /= temperature',
    '    print(name)',
    '    for format, narrow in formats.items():',
    '        found = softmax(narrow, gain, factor)',
    '        naive = breaking_gain(lambda by: softmax(narrow, by, factor)["naive"] != "fits")',
    '        stable = breaking_gain(lambda by: softmax(narrow, by, factor)["stable"] != "fits")',
    '        first = breaking_gain(lambda by: softmax(narrow, by * factor, 1.0)["stable"] != "fits")',
    '        print(f"  {format}: naive {found[\'naive\']}, stable {found[\'stable\']}, {found[\'lost\']} lost")',
    '        print(f"  {format}: breaks at {naive:.3g}, {stable:.3g}, scaled first at {first:.3g}")',
    '        if name == next(iter(rules)) and format == shown:',
    '            for step in zip(*found["steps"]):',
    '                print("   ", *(f"{x:.4g}" for x in step))',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const { n, keys, dK } = sizesOf(values);
  const steps = ['logit', 'scaled', 'naive_term', 'naive_sum', 'stable_term', 'stable_sum', 'stable_weight'];
  return [
    ...cppStart(version, about(values, data), ['event', 'overflow', 'sample', 'scaling'], ['cstdlib', 'string', 'utility'], [
      'std::string outcome(const attention::Event& event) {',
      '  if (event.key == attention::kNoKey) return "fits";',
      '  return std::string(name(event.code)) + " in " + std::string(name(event.stage)) + " at key " + std::to_string(event.key + 1);',
      '}',
      '',
      '// The least gain at which something goes wrong.',
      'template <class Fails>',
      'double breaking_gain(const Fails& fails) {',
      `  double fine = std::log(${pythonNumber(data.gains[0])}), broken = std::log(${pythonNumber(data.gains[1])});`,
      `  if (!fails(${pythonNumber(data.gains[1])})) return INFINITY;`,
      '  for (int step = 0; step < 14; ++step) {',
      '    const double middle = (fine + broken) / 2;',
      '    (fails(std::exp(middle)) ? broken : fine) = middle;',
      '  }',
      '  return std::exp(broken);',
      '}',
      '',
    ]),
    `  const std::vector<std::uint32_t> seed = {${seedWords(values.seed)}};  // ${values.seed}`,
    '  Sample sample;',
    `  if (sample.draw({.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .has_values = false}, seed)) return 1;`,
    `  const double* query = sample.q().data() + ${data.row} * ${dK};`,
    '  const std::pair<const char*, Scaling> rules[] = {',
    ...values.scale.map((/** @type {any} */ rule) => `      {"${ruleName(rule)}", ${cppScaling(rule, values.temperature)}},`),
    '  };',
    '  const std::pair<const char*, Precision> formats[] = {',
    '      {"f64", Precision::f64}, {"f32", Precision::f32}, {"f16", Precision::f16}, {"bf16", Precision::bf16}};',
    '  for (const auto& [name, scaling] : rules) {',
    `    const double factor = scale_factor(scaling, {.d_k = ${dK}});`,
    '    std::puts(name);',
    '    for (const auto& [format, precision] : formats) {',
    '      const auto run = [&, precision = precision](double gain, double by) {',
    '        RowTrace trace;',
    `        if (!trace.run(precision, query, gain, sample.k().data(), ${keys}, ${dK}, by)) std::abort();`,
    '        return trace;',
    '      };',
    `      const RowTrace trace = run(${pythonNumber(values.gain)}, factor);`,
    '      std::printf("  %s: naive %s, stable %s, %.0f lost\\n", format, outcome(trace.naive).c_str(), outcome(trace.stable).c_str(), trace.stable_lost);',
    '      std::printf("  %s: breaks at %.3g, %.3g, scaled first at %.3g\\n", format,',
    '                  breaking_gain([&](double gain) { return run(gain, factor).naive.key != kNoKey; }),',
    '                  breaking_gain([&](double gain) { return run(gain, factor).stable.key != kNoKey; }),',
    '                  breaking_gain([&](double gain) { return run(gain * factor, 1).stable.key != kNoKey; }));',
    `      if (&scaling != &rules[0].second || precision != Precision::${values.format}) continue;`,
    '      for (const KeyTrace& key : trace.keys) {',
    '        std::printf("    %.4g %.4g", key.logit, key.scaled);',
    '        if (trace.stable.key == kNoKey) {',
    `          std::printf("${' %.4g'.repeat(5)}", ${steps.slice(2).map((step) => `key.${step}`).join(', ')});`,
    '        }',
    '        std::puts("");',
    '      }',
    '    }',
    '  }',
    ...cppEnd,
  ].join('\n');
};

export const writers = { python, cpp };
