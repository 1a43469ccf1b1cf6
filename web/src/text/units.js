/** Times and sizes as text, in the unit that fits. */
import { formatNumber, formatShort, isolate } from './numbers.js';

/** @param {string} language @param {number | null} value @param {readonly [number, string][]} units  largest first */
function inUnit(language, value, units) {
  if (value === null || !Number.isFinite(value)) return formatNumber(language, null);
  const [size, unit] = units.find(([size]) => value >= size * 0.9995) ?? units[units.length - 1];
  return isolate(language, `${formatShort(language, value / size)}\u00a0${unit}`);
}

/** @param {string} language @param {number | null} milliseconds */
export const formatTime = (language, milliseconds) =>
  inUnit(language, milliseconds, [
    [1000, 's'],
    [1, 'ms'],
    [0.001, '\u00b5s'],
  ]);

/** @param {string} language @param {number | null} bytes */
export const formatBytesShort = (language, bytes) =>
  inUnit(language, bytes, [
    [2 ** 40, 'TiB'],
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
    [1, 'B'],
  ]);
