/** Byte counts in words. Programs print binary units, vendors sell decimal ones: both are shown, and the exact number. */
import { formatInteger, formatNumber, isolate } from './numbers.js';

/** Keeps a number and its unit on one line. */
const space = '\u00a0';

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const decimal = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** @param {string} language @param {number} bytes @param {readonly string[]} units @param {number} step */
function inUnits(language, bytes, units, step) {
  let power = 0;
  while (power < units.length - 1 && bytes >= step ** (power + 1)) power += 1;
  const value = bytes / step ** power;
  const decimals = power === 0 || Number.isInteger(value) ? 0 : 2;
  return isolate(language, `${formatNumber(language, value, decimals)}${space}${units[power]}`);
}

/** @param {string} language @param {number} bytes */
export const binaryBytes = (language, bytes) => inUnits(language, bytes, binary, 1024);

/** @param {string} language @param {number} bytes */
export const decimalBytes = (language, bytes) => inUnits(language, bytes, decimal, 1000);

/** @param {string} language @param {number} bytes */
export const exactBytes = (language, bytes) => isolate(language, `${formatInteger(language, bytes)}${space}B`);
