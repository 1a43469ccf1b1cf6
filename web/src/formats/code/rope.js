/** Rotary frequencies as code: the page's variants by their formulas, in Python and as a request to the C++ library. */
import { positionsParams } from '../../engine/positions.js';
import { pythonNumber } from './run.js';

const powers = [
  'def powers(base):',
  '    return [base ** (-2 * i / d_k) for i in range(d_k // 2)]',
];

/**
 * Each returns the angle by which every pair turns from one position to the next, and what multiplies cosine and sine.
 * Globals: d_k, theta, trained.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const variants = Object.freeze({
  default: ['def default(stretch, length):', '    return powers(theta), 1.0'],
  linear: ['def linear(stretch, length):', '    return [f / stretch for f in powers(theta)], 1.0'],
  'ntk-aware': ['def ntk_aware(stretch, length):', '    return powers(theta * stretch ** (d_k / (d_k - 2))), 1.0'],
  dynamic: [
    'def dynamic(stretch, length):',
    '    scale = stretch * max(length, trained) / trained - (stretch - 1)',
    '    return powers(theta * scale ** (d_k / (d_k - 2))), 1.0',
  ],
  yarn: [
    'def yarn(stretch, length):',
    '    """Short waves are kept, long ones divided by the stretch, with a ramp between."""',
    '    pair = lambda turns: d_k * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(theta))',
    '    start, end = max(math.floor(pair(32)), 0), min(math.ceil(pair(1)), d_k - 1)',
    '    ramp = [min(max((i - start) / ((end - start) or 0.001), 0), 1) for i in range(d_k // 2)]',
    '    frequencies = [f * (1 - r) + f / stretch * r for f, r in zip(powers(theta), ramp)]',
    '    return frequencies, 0.1 * math.log(stretch) + 1 if stretch > 1 else 1.0',
  ],
  llama3: [
    'def llama3(stretch, length):',
    '    """As YaRN, with the ramp over the turns within the trained length, from 1 to 4."""',
    '    kept = [min(max((trained * f / (2 * math.pi) - 1) / (4 - 1), 0), 1) for f in powers(theta)]',
    '    return [(1 - part) * f / stretch + part * f for f, part in zip(powers(theta), kept)], 1.0',
  ],
});

/** What the functions of these variants are defined by. @param {readonly string[]} types @returns {string[][]} */
export const ropeFunctions = (types) => [powers, ...types.map((type) => [...variants[type]])];

/** @param {string} type */
export const ropeFunction = (type) => type.replaceAll('-', '_');

/** @param {number} value */
const cppNumber = (value) => (Number.isNaN(value) ? 'kNotGiven' : pythonNumber(value));

/** Names of the library's enumeration that differ. @type {Readonly<Record<string, string>>} */
const cppTypes = { default: 'plain', 'llama.cpp': 'llama_cpp' };

/** @param {object} positions as the engine takes them @param {{ dK: number, length: number }} run */
export function cppPositions(positions, run) {
  const { frequencies, step, shortFactor, longFactor } = positionsParams(positions, run);
  const { type, headDim, rotaryDim, partialRotaryFactor, theta, factor, originalLength, sequenceLength, attentionFactor } = frequencies;
  const numbers = {
    head_dim: headDim, rotary_dim: rotaryDim, partial_rotary_factor: partialRotaryFactor, theta, factor, original_length: originalLength,
    sequence_length: sequenceLength, attention_factor: attentionFactor, beta_fast: frequencies.betaFast, beta_slow: frequencies.betaSlow,
    mscale: frequencies.mscale, mscale_all_dim: frequencies.mscaleAllDim,
  };
  const ramp = { low_freq_factor: frequencies.lowFreqFactor, high_freq_factor: frequencies.highFreqFactor, ext_factor: frequencies.extFactor };
  const fields = (/** @type {Record<string, number>} */ given) => Object.entries(given).map(([name, value]) => `.${name} = ${cppNumber(value)}`).join(', ');
  const lists = Object.entries({ short_divisors: shortFactor, long_divisors: longFactor }).filter(([, list]) => list.length > 0);
  return {
    divisors: lists.map(([name, list]) => ({ name, numbers: [...list].map(pythonNumber) })),
    text: (/** @type {string} */ prefix) => [
      `{.rotate = true, .frequencies = {.type = RopeType::${cppTypes[type] ?? type.replaceAll('-', '_')}, ${fields(numbers)},`,
      `  .truncate = ${frequencies.truncate}, ${fields(ramp)}${lists.map(([name]) => `, .${name} = ${prefix}_${name}`).join('')}},`,
      `  .step = ${pythonNumber(step)}}`,
    ],
  };
}
