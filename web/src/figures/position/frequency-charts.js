/** The wavelength of every pair under each variant, and how far each variant stretches it. */
import { html } from 'lit';
import { formatInteger, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { curvesChart } from '../charts/curves-chart.js';
import { powersIn, scaleLinear, scaleLog } from '../charts/scale.js';

/** @param {any} frequencies @returns {[number, number][]} pair and wavelength; a pair that does not turn has none */
const wavelengths = ({ invFreq }) =>
  Array.from(invFreq, (frequency, pair) => /** @type {[number, number]} */ ([pair, (2 * Math.PI) / frequency])).filter(([, wave]) => Number.isFinite(wave));

/** @param {number} pairs @param {number} width */
function pairTicks(pairs, width) {
  const wanted = width < 480 ? 4 : 8;
  const step = [1, 2, 4, 8, 16, 32, 64, 128].find((candidate) => pairs / candidate <= wanted) ?? 256;
  return Array.from({ length: Math.floor((pairs - 1) / step) + 1 }, (_, at) => at * step);
}

/** @param {string} language @param {any} data @param {any[]} drawn variants with their place @param {number} width */
export function wavelengthChart(language, { trained, reach }, drawn, width) {
  const pairs = Math.max(...drawn.map(({ frequencies }) => frequencies.invFreq.length), 2);
  const waves = drawn.flatMap(({ frequencies }) => wavelengths(frequencies).map(([, wave]) => wave));
  const domain = /** @type {[number, number]} */ ([Math.min(4, ...waves), Math.max(reach, ...waves) * 1.5]);
  const lines = [{ value: trained, text: translate(language, 'position.trained-line', { length: formatInteger(language, trained) }) }];
  if (reach > trained) lines.push({ value: reach, text: translate(language, 'position.reach-line', { length: formatInteger(language, reach) }) });
  return curvesChart({
    width,
    height: 360,
    x: { scale: scaleLinear([0, pairs - 1], [0, 1]), ticks: pairTicks(pairs, width), format: (value) => formatInteger(language, value), label: translate(language, 'position.pair') },
    y: { scale: scaleLog(domain, [0, 1]), ticks: powersIn(domain, 10), format: (value) => formatShort(language, value, 1), label: translate(language, 'position.wavelength') },
    curves: drawn.map(({ at, frequencies }) => ({ at, points: wavelengths(frequencies) })),
    lines,
    label: translate(language, 'position.wavelength-label'),
  });
}

/** @param {string} language @param {any[]} drawn @param {any} plain frequencies without scaling @param {number} width */
export function stretchChart(language, drawn, plain, width) {
  const pairs = Math.max(plain.invFreq.length, 2);
  const curves = drawn
    .filter(({ frequencies }) => frequencies.invFreq.length === plain.invFreq.length)
    .map(({ at, frequencies }) => ({
      at,
      points: /** @type {[number, number][]} */ (
        Array.from(frequencies.invFreq, (frequency, pair) => [pair, plain.invFreq[pair] / frequency]).filter(([, ratio]) => Number.isFinite(ratio))
      ),
    }));
  const largest = Math.max(2, ...curves.flatMap(({ points }) => points.map(([, ratio]) => ratio)));
  const smallest = Math.min(1, ...curves.flatMap(({ points }) => points.map(([, ratio]) => ratio)));
  const domain = /** @type {[number, number]} */ ([smallest / 1.15, largest * 1.15]);
  const ramp = drawn.find(({ frequencies }) => frequencies.correctionRange)?.frequencies.correctionRange;
  return html`${curvesChart({
    width,
    height: ramp ? 262 : 240,
    x: { scale: scaleLinear([0, pairs - 1], [0, 1]), ticks: pairTicks(pairs, width), format: (value) => formatInteger(language, value), label: translate(language, 'position.pair') },
    y: { scale: scaleLog(domain, [0, 1]), ticks: powersIn(domain, 2), format: (value) => formatShort(language, value, 3), label: translate(language, 'position.times') },
    curves,
    bracket: ramp && { ends: ramp, text: rampText(language, ramp) },
    label: translate(language, 'position.stretch-label'),
  })}`;
}

/** Where YaRN's ramp begins and ends. @param {string} language @param {[number, number]} pairs */
function rampText(language, pairs) {
  const [from, to] = pairs.map((pair) => formatShort(language, pair, 3));
  return translate(language, 'position.ramp', { from, to });
}
