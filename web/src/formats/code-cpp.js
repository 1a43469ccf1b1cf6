import { preface, printsWeights, pythonNumber, ruleName } from './code-run.js';

/** @import { Rule, Run } from './code-run.js' */

/** The run with this project's own C++ library: in every precision the very numbers of the page. @param {Run} run */
export function cppCode(run) {
  const { n, keys, dK, dV, seed, rules, temperature, mask, window, softmax, precision } = run;
  return [
    ...preface(run, 'the folder cpp of Attention Lab, C++20 and xsimd').map((line) => `// ${line}`),
    '// c++ -std=c++20 -ffp-contract=off -I cpp this.cpp cpp/attention/*.cpp',
    '#include <cmath>',
    '#include <cstdint>',
    '#include <cstdio>',
    '#include <utility>',
    '#include <vector>',
    '',
    '#include "attention/attend.hpp"',
    '#include "attention/sample.hpp"',
    '',
    'int main() {',
    '  using namespace attention;',
    `  const std::vector<std::uint32_t> seed = {${seedWords(seed)}};  // ${seed}`,
    '  Sample sample;',
    `  if (sample.draw({.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .d_v = ${dV}}, seed)) return 1;`,
    '',
    '  const std::pair<const char*, Scaling> rules[] = {',
    ...rules.map((rule) => `      {"${ruleName(rule)}", {${cppScaling(rule)}, .temperature = ${pythonNumber(temperature)}}},`),
    '  };',
    '  Attention attention;',
    '  for (const auto& [name, scaling] : rules) {',
    `    const AttendRequest request = {.n = ${n}, .keys = ${keys}, .d_k = ${dK}, .d_v = ${dV}, .scaling = scaling,`,
    `                                   .mask = {MaskKind::${mask}${mask === 'window' ? `, ${window}` : ''}}, .softmax = SoftmaxKind::${softmax},`,
    `                                   .precision = Precision::${precision}};`,
    '    if (attention.attend(request, {sample.q().data(), sample.k().data(), sample.v().data()})) return 1;',
    '    std::puts(name);',
    '    auto event = attention.events.begin();',
    `    for (std::size_t i = 0; i < ${n}; ++i) {`,
    '      if (event != attention.events.end() && event->row == i) {',
    '        std::printf("  row %zu: left out\\n", i + 1);',
    '        ++event;',
    '        continue;',
    '      }',
    printsWeights(run)
      ? '      std::printf("  row %zu: entropy %.4f, weights", i + 1, attention.rows[i].entropy);'
      : '      std::printf("  row %zu: entropy %.4f\\n", i + 1, attention.rows[i].entropy);',
    ...(printsWeights(run)
      ? [
          `      for (std::size_t j = 0; j < ${keys}; ++j) {`,
          '        if (!std::isinf(attention.scaled.row(i)[j])) std::printf(" %.6f", attention.weights.row(i)[j]);',
          '      }',
          '      std::puts("");',
        ]
      : []),
    '    }',
    '    std::printf("  max weight %.6f\\n", attention.max_weight);',
    '    std::printf("  mean entropy %.4f\\n", attention.mean_entropy);',
    '    std::printf("  share %.0f %%\\n", 100 * attention.entropy_share);',
    '    std::printf("  rms logit %.2f, scaled %.2f\\n", attention.rms_logit, attention.rms_scaled_logit);',
    '    std::printf("  mean Jacobian norm %.4f\\n", attention.mean_jacobian);',
    '  }',
    '}',
    '',
  ].join('\n');
}

/** @param {Rule} rule */
const cppScaling = (rule) => (
  typeof rule === 'number' ? `.rule = ScaleRule::factor, .factor = ${pythonNumber(rule)}` : `.rule = ScaleRule::${rule}`
);

/** The absolute value in 32-bit words, least significant first. @param {number | bigint} seed */
function seedWords(seed) {
  const words = [];
  for (let rest = BigInt(seed) < 0n ? -BigInt(seed) : BigInt(seed); rest > 0n; rest >>= 32n) {
    words.push(`0x${(rest & 0xffffffffn).toString(16)}u`);
  }
  return words.join(', ');
}
