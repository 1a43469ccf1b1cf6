import { createEngine } from '../../dist/engine.js';

// The article's two tables, computed by the engine that was just built.

const engine = await createEngine({ workers: 0 });
const run = { n: 8, dK: 64, seed: 7 };
const ruleNames = { none: 'q·k', sqrt: 'q·k / √d_k' };

/** @type {string[][]} */
const rows = [['configuration', 'max weight', 'mean entropy', 'share']];

for (const scale of /** @type {const} */ (['none', 'sqrt'])) {
  const { maxWeight, meanEntropy, entropyShare } = await engine.attend(run, { scale });
  rows.push([`n 8, d_k 64, seed 7: ${ruleNames[scale]}`, number(maxWeight, 6), number(meanEntropy, 4), percent(entropyShare)]);
}
const trend = await engine.sweep({ n: 8, dK: [16, 64, 256], scale: 'none', seeds: [0, 1, 2, 3, 4] });
for (const { dK, maxWeight, meanEntropy, entropyShare } of trend.rows) {
  rows.push([`n 8, d_k ${dK}, seeds 0-4: ${ruleNames.none}`, number(maxWeight, 5), number(meanEntropy, 2), percent(entropyShare)]);
}
engine.close();

const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const [name, ...numbers] of rows) {
  console.log([name.padEnd(widths[0]), ...numbers.map((text, i) => text.padStart(widths[i + 1]))].join('   '));
}
console.log(`ln 8 = ${Math.log(8).toFixed(4)} nats is the largest entropy; computed with ${engine.info.variant === 'relaxed' ? 'relaxed' : 'plain'} SIMD`);

/** @param {number | null} value @param {number} digits */
function number(value, digits) {
  return value === null ? '-' : value.toFixed(digits);
}

/** @param {number | null} share */
function percent(share) {
  return share === null ? '-' : `${Math.round(share * 100)} %`;
}
