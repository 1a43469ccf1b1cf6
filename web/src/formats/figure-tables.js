/**
 * What the figures show as one table each, at full precision. Where a figure has several parts, the first column says
 * which; a cell is empty where its column plays no part.
 *
 * @typedef {import('./export-numbers.js').Table} Table
 * @typedef {Record<string, unknown>} Line
 */
import { tableLengths, weightsMemory } from '../figures/parts/weights-memory.js';

/** The union of the lines' columns, in the order in which they appear. @param {Line[]} lines @returns {Table} */
function tableOf(lines) {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return { columns, rows: lines.map((line) => columns.map((column) => line[column] ?? null)) };
}

/** @param {ArrayLike<number> | null | undefined} numbers @param {(value: number, at: number) => Line} line */
const each = (numbers, line) => Array.from(numbers ?? [], line);

/** @param {unknown} mask */
const maskName = (mask) => (typeof mask === 'object' && mask !== null ? `window ${/** @type {any} */ (mask).window}` : mask);

/** What many seeds say. @param {any} row @returns {Line} */
const sweepLine = ({ scale, n, dK, mask, entropyShare, shareInterval, maxWeight, meanMaxWeight, meanEntropy, entropyDeviation, meanJacobian, rmsLogit, rmsScaledLogit }) => ({
  rule: scale, mask: maskName(mask), n, d_k: dK, share: entropyShare, 'share-low': shareInterval[0], 'share-high': shareInterval[1], 'max-weight': maxWeight,
  'mean-max-weight': meanMaxWeight, 'mean-entropy': meanEntropy, 'entropy-deviation': entropyDeviation, 'mean-jacobian': meanJacobian, 'rms-logit': rmsLogit,
  'rms-scaled-logit': rmsScaledLogit,
});

/** @type {Record<string, (data: any, values: import('../state/parameters.js').Values) => Line[]>} */
const linesOf = {
  trend: ({ rows }) => rows.map(sweepLine),

  variance: ({ distributions, growth }) => [
    ...distributions.flatMap((/** @type {any} */ { rule, logits }) => each(logits, (logit) => ({ part: 'logits', rule, 'scaled-logit': logit }))),
    ...(growth ?? []).map((/** @type {any} */ row) => ({ part: 'widths', ...sweepLine(row) })),
  ],

  collapse: ({ rows, positions, map, scale }) => [
    ...rows.map((/** @type {any} */ row) => ({ part: 'curve', ...sweepLine(row) })),
    ...(positions ?? []).flatMap((/** @type {any} */ { rowShare, ...row }) => each(rowShare, (share, at) => (
      { part: 'rows', rule: row.scale, mask: maskName(row.mask), n: row.n, d_k: row.dK, query: at + 1, share }))),
    ...map.shares.flatMap((/** @type {any[]} */ line, /** @type {number} */ i) => each(line, (share, j) => (
      { part: 'map', rule: scale[0], n: map.ns[i], d_k: map.dks[j], share }))),
  ],

  gradient: ({ runs, jacobian, derivative, dk }) => [
    ...runs.flatMap((/** @type {any} */ { rule, rowMaxWeight, rowJacobian, rowSpectral, rowDerivative }) => each(rowJacobian, (norm, row) => (
      { part: 'rows', rule, d_k: dk, query: row + 1, 'max-weight': rowMaxWeight[row], jacobian: norm, spectral: rowSpectral[row], derivative: rowDerivative[row] }))),
    ...(jacobian ?? []).map((/** @type {any} */ { scale, dK, meanJacobian, jacobianQuantiles: [low, , , , high] }) => (
      { part: 'jacobian', rule: scale, d_k: dK, mean: meanJacobian, low, high })),
    ...(derivative ?? []).map((/** @type {any} */ { rule, dK, mean, low, high }) => ({ part: 'derivative', rule, d_k: dK, mean, low, high })),
  ],

  overflow: ({ rules }) => rules.flatMap((/** @type {any} */ { rule, formats }) => formats.flatMap((/** @type {any} */ { precision, trace, breaks }) => [
    ...(breaks ? [{ part: 'breaks', rule, format: precision, naive: breaks.naive, stable: breaks.stable, 'scaled-first': breaks.scaledFirst }] : []),
    ...each(trace.logits, (logit, at) => ({
      part: 'steps', rule, format: precision, key: at + 1, logit, scaled: trace.scaled[at], term: trace.naive.terms[at], sum: trace.naive.sums[at],
      'shifted-term': trace.stable.terms[at], 'shifted-sum': trace.stable.sums[at], 'running-max': trace.online.maxima[at], 'running-sum': trace.online.sums[at],
      weight: trace.stable.weights[at],
    })),
  ])),

  cost: ({ results }, { mheads: heads, mlayers: layers, batch, numbers: format, tokens }) => [
    ...[...new Set([...tableLengths, tokens])].sort((a, b) => a - b).map((n) => {
      const { bytes, causalBytes } = weightsMemory(n, { heads, layers, batch, format });
      return { part: 'matrix', n, weights: n * n, bytes, 'causal-bytes': causalBytes };
    }),
    ...results.map((/** @type {any} */ { series, n, milliseconds, repeats, workingBytes, formulaBytes, inputBytes, maxDifference }) => ({
      part: 'measured', n, algorithm: series, 'min-ms': milliseconds.min, 'median-ms': milliseconds.median, 'max-ms': milliseconds.max, repeats,
      'working-bytes': workingBytes, 'formula-bytes': formulaBytes, 'input-bytes': inputBytes, 'max-difference': maxDifference,
    })),
  ],

  position: ({ rows, variants, distances }) => [
    ...rows.flatMap((/** @type {any} */ { id, layerType, attention }) => each(attention.rowEntropy, (entropy, row) => (
      { part: 'rows', variant: id, layer: layerType, query: row + 1, entropy, share: attention.rowShare[row], 'max-weight': attention.rowMaxWeight[row] }))),
    ...variants.flatMap((/** @type {any} */ { id, layerType, frequencies }) => each(frequencies?.invFreq, (frequency, pair) => (
      { part: 'frequencies', variant: id, layer: layerType, pair, frequency, 'attention-factor': frequencies.attentionFactor }))),
    ...variants.flatMap((/** @type {any} */ { id, layerType, score }) => each(score, (value, at) => (
      { part: 'scores', variant: id, layer: layerType, distance: distances[at], score: value }))),
  ],

  length: ({ curves }) => curves.flatMap((/** @type {any} */ { rule, points }) => points.map((/** @type {any} */ point) => ({
    rule, keys: point.length, 'visible-keys': point.visibleKeys, share: point.entropyShare, 'share-5': point.shareQuantiles[0], 'share-95': point.shareQuantiles[4],
    'mean-entropy': point.meanEntropy, 'effective-keys': point.effectiveKeys, 'max-weight': point.maxWeight, sink: point.sinkWeight,
  }))),
};

/** @param {string} figure */
export const hasFigureTable = (figure) => Object.hasOwn(linesOf, figure);

/** @param {string} figure @param {any} data @param {import('../state/parameters.js').Values} values @returns {Table | null} null for a figure that has none here */
export const figureTable = (figure, data, values) => (hasFigureTable(figure) ? tableOf(linesOf[figure](data, values)) : null);
