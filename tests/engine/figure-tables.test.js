import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureTable } from '../../web/src/formats/figure-tables.js';
import { computed, statesOf } from './code-states.js';
import { engine } from './setup.js';

/** @param {string} figure @param {any} data @param {any} values */
function lines(figure, data, values) {
  const table = figureTable(figure, data, values);
  assert.ok(table);
  return table.rows.map((row) => Object.fromEntries(row.map((cell, at) => [table.columns[at], cell])));
}

/** The first state of a figure and its lines. @param {string} figure @param {object} [changes] */
async function first(figure, changes = {}) {
  const values = { ...statesOf(figure)[0].values, ...changes };
  const data = await computed(figure, engine, values);
  return { data, values, lines: lines(figure, data, values) };
}

test('tables hold the numbers of the figures at full precision', async () => {
  const trend = await first('trend');
  assert.deepEqual(trend.lines.map(({ share }) => share), trend.data.rows.map((/** @type {any} */ row) => row.entropyShare));
  const variance = await first('variance');
  const [{ rule, logits }] = variance.data.distributions;
  assert.deepEqual(variance.lines.filter((line) => line.part === 'logits' && line.rule === rule).map((line) => line['scaled-logit']), [...logits]);
  const gradient = await first('gradient');
  assert.equal(gradient.lines.find((line) => line.part === 'rows')?.spectral, gradient.data.runs[0].rowSpectral[0]);
  const overflow = await first('overflow');
  const { trace } = overflow.data.rules[0].formats[1];
  assert.equal(overflow.lines.find((line) => line.part === 'steps' && line.format === 'f32')?.logit, trace.logits[0]);
  const position = await first('position');
  assert.equal(position.lines.find((line) => line.part === 'frequencies' && line.pair === 3)?.frequency, position.data.variants[0].frequencies.invFreq[3]);
  const length = await first('length', { lengthseeds: [0] });
  assert.deepEqual(length.lines.map(({ sink }) => sink), length.data.curves.flatMap((/** @type {any} */ { points }) => points.map((/** @type {any} */ point) => point.sinkWeight)));
});

test('the n x n table is there before anything was measured, and what was measured after it', () => {
  const values = { ...statesOf('cost')[0].values, tokens: 128_000, numbers: 'float32', mheads: 1, mlayers: 1, batch: 1 };
  const measured = { series: 'tiled', n: 256, milliseconds: { min: 1, median: 2, max: 3 }, repeats: 4, workingBytes: 5, formulaBytes: 6, inputBytes: 7, maxDifference: 8 };
  assert.equal(lines('cost', { results: [] }, values).find(({ n }) => n === 128_000)?.bytes, 65_536_000_000);
  assert.equal(lines('cost', { results: [measured] }, values).at(-1)?.['median-ms'], 2);
  assert.equal(figureTable('rows', {}, values), null);
});
