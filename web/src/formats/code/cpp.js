/** What the C++ programs share: this project's own library, so in every precision the very numbers of the page. */
import { masking, scaling } from '../../engine/request.js';
import { haveNamed } from '../../state/named-rules.js';
import { ruleAt } from '../../state/rule-at.js';
import { isRun, preface, pythonNumber, ruleName, sizesOf } from './run.js';

/** @import { Values } from './run.js' */

/** The beginning of a program up to the first line of main. @param {string} version @param {string} about @param {readonly string[]} headers of the library @param {string[]} standard @param {string[]} [definitions] */
export const cppStart = (version, about, headers, standard, definitions = []) => [
  ...preface(version, about, 'the folder cpp of Attention Lab, C++20 and xsimd').map((line) => `// ${line}`),
  '// c++ -std=c++20 -ffp-contract=off -I cpp this.cpp cpp/attention/*.cpp cpp/attention/*/*.cpp',
  ...[...new Set(['cmath', 'cstdint', 'cstdio', 'vector', ...standard])].sort().map((name) => `#include <${name}>`),
  '',
  ...headers.map((name) => `#include "attention/${name}.hpp"`),
  '',
  ...definitions,
  'int main() {',
  '  using namespace attention;',
];

export const cppEnd = ['  return 0;', '}', ''];

/** The absolute value in 32-bit words, least significant first. @param {number | bigint} seed */
export function seedWords(seed) {
  const words = [];
  for (let rest = BigInt(seed) < 0n ? -BigInt(seed) : BigInt(seed); rest > 0n; rest >>= 32n) {
    words.push(`0x${(rest & 0xffffffffn).toString(16)}u`);
  }
  return words.join(', ');
}

/** @param {unknown} rule as the engine takes it @param {number} temperature */
export function cppScaling(rule, temperature) {
  const { rule: name, parameter } = scaling(rule, temperature);
  return `{.rule = ScaleRule::${name.replaceAll('-', '_')}, .parameter = ${pythonNumber(parameter)}, .temperature = ${pythonNumber(temperature)}}`;
}

/** @param {unknown} mask as the engine takes it */
export function cppMask(mask) {
  const { kind, window, sinks } = masking(/** @type {any} */ (mask));
  return kind === 'window' ? `{MaskKind::window, ${window}, ${sinks}}` : `{MaskKind::${kind}}`;
}

/** @param {Values} values */
export const maskOf = ({ mask, window }) => (mask === 'window' ? { window } : mask);

/** The page's rules by name. @param {readonly any[]} rules factors on the logits @param {number} temperature */
export const cppRules = (rules, temperature) => [
  '  const std::pair<const char*, Scaling> rules[] = {',
  ...rules.map((rule) => `      {"${ruleName(rule)}", ${cppScaling(rule, temperature)}},`),
  '  };',
];

/**
 * The rules that `values` ask for: the code that defines them, the line that begins a loop over them, and what is masked in it.
 * A rule that is a window brings its own mask along.
 * @param {Values} values @param {number} length of the context
 */
export function cppRulesOf(values, length) {
  const { scale, temperature } = values;
  const mask = cppMask(maskOf(values));
  if (!haveNamed(scale)) return { code: cppRules(scale, temperature), each: '  for (const auto& [name, scaling] : rules) {', mask };
  const lines = scale.map((/** @type {any} */ rule) => {
    const at = ruleAt(rule, length);
    return `      {"${ruleName(rule)}", ${cppScaling(at.scale, temperature)}, ${at.mask ? cppMask(at.mask) : mask}},`;
  });
  return {
    code: ['  const struct {', '    const char* name;', '    Scaling scaling;', '    Mask mask;', '  } rules[] = {', ...lines, '  };'],
    each: '  for (const auto& [name, scaling, mask] : rules) {',
    mask: 'mask',
  };
}

/** Draws `sample`. @param {Values} values */
export function cppSample(values) {
  const { n, keys, dK, dV } = sizesOf(values);
  return [
    `  const std::vector<std::uint32_t> seed = {${seedWords(values.seed)}};  // ${values.seed}`,
    '  Sample sample;',
    `  if (sample.draw({.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .d_v = ${dV}}, seed)) return 1;`,
  ];
}

/** A request that attends to it by `scaling`. @param {Values} values @param {string} [mask] */
export function cppRequest(values, mask = cppMask(maskOf(values))) {
  const { n, keys, dK, dV } = sizesOf(values);
  return [
    `    AttendRequest request = {.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .d_v = ${dV}, .scaling = scaling,`,
    `                             .mask = ${mask}, .softmax = SoftmaxKind::${values.softmax ?? 'stable'},`,
    `                             .precision = Precision::${values.precision ?? 'f64'}};`,
  ];
}

/** Prints every row and what the rows come to. @param {boolean} withWeights */
export const cppPrintRows = (withWeights) => [
  'void print_rows(const attention::Attention& attention) {',
  '  auto event = attention.events.begin();',
  '  for (std::size_t i = 0; i < attention.rows.size(); ++i) {',
  '    if (event != attention.events.end() && event->row == i) {',
  '      std::printf("  row %zu: left out\\n", i + 1);',
  '      ++event;',
  '      continue;',
  '    }',
  ...(withWeights
    ? [
        '    std::printf("  row %zu: entropy %.4f, weights", i + 1, attention.rows[i].entropy);',
        '    for (std::size_t j = 0; j < attention.weights.columns(); ++j) {',
        '      if (!std::isinf(attention.scaled.row(i)[j])) std::printf(" %.6f", attention.weights.row(i)[j]);',
        '    }',
        '    std::puts("");',
      ]
    : ['    std::printf("  row %zu: entropy %.4f\\n", i + 1, attention.rows[i].entropy);']),
  '  }',
  '  std::printf("  max weight %.6f\\n", attention.max_weight);',
  '  std::printf("  mean entropy %.4f\\n", attention.mean_entropy);',
  '  std::printf("  share %.0f %%\\n", 100 * attention.entropy_share);',
  '  std::printf("  rms logit %.2f, scaled %.2f\\n", attention.rms_logit, attention.rms_scaled_logit);',
  '  std::printf("  mean Jacobian norm %.4f\\n", attention.mean_jacobian);',
  '}',
  '',
];

/** The end of a loop over requests to it, and of the program. */
export const cppAttendAndPrint = [
  '    if (attention.attend(request, {sample.q().data(), sample.k().data(), sample.v().data()})) return 1;',
  '    std::puts(name);',
  '    print_rows(attention);',
  '  }',
  ...cppEnd,
];

/**
 * Runs a sweep: `found[c * seeds + s]` is what seed s says of configuration c, rule by rule and width by width.
 * @param {Values} values @param {readonly number[]} widths @param {readonly (number | bigint)[]} seeds
 */
export function cppSweep(values, widths, seeds) {
  const { each, mask } = cppRulesOf(values, values.n);
  return [
    `  const std::vector<double> widths = {${widths.join(', ')}};`,
    '  std::vector<SweepConfiguration> configurations;',
    each,
    `    for (const double d_k : widths) configurations.push_back({${values.n}, d_k, scaling, ${mask}});`,
    '  }',
    ...cppSeeds(seeds),
    `  const std::size_t seeds = ${seeds.length};`,
    '  std::vector<SeedStatistics> found(configurations.size() * seeds);',
    '  std::vector<double> scratch(seeds);',
    '  Sweep sweep;',
    '  if (sweep.run({configurations, {words, lengths}}, found)) return 1;',
  ];
}

/** The words of all seeds, one after another, and how many each has. @param {readonly (number | bigint)[]} seeds @param {string} [prefix] of both names */
export function cppSeeds(seeds, prefix = '') {
  const [first] = seeds;
  if (isRun(seeds) && BigInt(first) >= 0n && BigInt(first) + BigInt(seeds.length) < 2n ** 32n) {
    return [
      `  std::vector<std::uint32_t> ${prefix}words, ${prefix}lengths(${seeds.length}, 1);`,
      `  for (std::uint32_t seed = ${first}; ${prefix}words.size() < ${prefix}lengths.size(); ++seed) ${prefix}words.push_back(seed);`,
    ];
  }
  const words = seeds.map((seed) => seedWords(seed));
  return [
    `  const std::vector<std::uint32_t> ${prefix}words = {${words.filter(Boolean).join(', ')}};`,
    `  const std::vector<std::uint32_t> ${prefix}lengths = {${words.map((text) => (text ? text.split(',').length : 0)).join(', ')}};`,
  ];
}
