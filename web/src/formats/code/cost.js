import { formatBytes, tableLengths } from '../../figures/parts/weights-memory.js';
import { cppEnd, cppStart } from './cpp.js';
import { preface, pythonNumber, sizesOf } from './run.js';

/** @import { Values, Writer } from './run.js' */

/** @param {Values} values */
const about = ({ numbers, mheads, mlayers, batch }) => `n x n weights of ${numbers}, ${mheads} heads, ${mlayers} layers, batch ${batch}`;

/** @param {Values} values */
const lengthsOf = ({ tokens }) => [...new Set([...tableLengths, tokens])].sort((a, b) => a - b);

/** The n x n table: everything here follows from a few multiplications. @type {Writer} */
const python = (values, version) => {
  const { n, keys, dK } = sizesOf(values);
  const { numbers, mheads, mlayers, batch, ram } = values;
  return [
    ...preface(version, about(values), 'Python 3').map((line) => `# ${line}`),
    'import math',
    '',
    `heads, layers, batch, bytes_each = ${mheads}, ${mlayers}, ${batch}, ${formatBytes[numbers]}`,
    `memory = ${pythonNumber(ram)} * 2**30`,
    `lengths = [${lengthsOf(values).join(', ')}]`,
    '',
    'per_pair = heads * layers * batch * bytes_each',
    `print("multiplications for q k^T:", ${n} * ${keys} * ${dK})`,
    'print("largest n that fits:", math.isqrt(int(memory / per_pair)))',
    'for n in lengths:',
    '    size, causal = n * n * per_pair, n * (n + 1) // 2 * per_pair',
    '    digits = 3 if size / 1e9 >= 0.01 else 6',
    '    fits = "fits" if size <= memory else "does not fit"',
    '    print(f"n = {n}: {n * n} weights, {size / 1e9:.{digits}f} GB, {size / 2**30:.{digits}f} GiB, causal {causal / 1e9:.{digits}f} GB, {fits}")',
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version) => {
  const { n, keys, dK } = sizesOf(values);
  const { numbers, mheads, mlayers, batch, ram } = values;
  return [
    ...cppStart(version, about(values), [], []).filter((line) => !/using namespace|^\/\/ c\+\+ /.test(line)).map((line) => line.replace('the folder cpp of Attention Lab, C++20 and xsimd', 'C++20')),
    `  const double per_pair = ${mheads}.0 * ${mlayers} * ${batch} * ${formatBytes[numbers]};`,
    `  const double memory = ${pythonNumber(ram)} * 1073741824;`,
    `  std::printf("multiplications for q k^T: %.0f\\n", ${n}.0 * ${keys} * ${dK});`,
    '  std::printf("largest n that fits: %.0f\\n", std::floor(std::sqrt(memory / per_pair)));',
    `  for (const double n : {${lengthsOf(values).map(pythonNumber).join(', ')}}) {`,
    '    const double size = n * n * per_pair, causal = n * (n + 1) / 2 * per_pair;',
    '    const int digits = size / 1e9 >= 0.01 ? 3 : 6;',
    '    std::printf("n = %.0f: %.0f weights, %.*f GB, %.*f GiB, causal %.*f GB, %s\\n", n, n * n, digits, size / 1e9, digits,',
    '                size / 1073741824, digits, causal / 1e9, size <= memory ? "fits" : "does not fit");',
    '  }',
    ...cppEnd,
  ].join('\n');
};

export const writers = { python, cpp };
