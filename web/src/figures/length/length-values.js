/** All numbers of the figure at full precision, for export: one line per rule and length. */

/** The five quantiles of the seeds, as the engine gives them. */
const percentiles = [5, 25, 50, 75, 95];
const quantities = /** @type {const} */ ([['share', 'shareQuantiles'], ['entropy', 'entropyQuantiles'], ['effective-keys', 'effectiveQuantiles']]);

const columns = [
  ...['rule', 'length', 'visible-keys', 'share', 'share-deviation', 'mean-entropy', 'effective-keys', 'max-weight', 'sink-weight', 'failed-rows'],
  ...quantities.flatMap(([name]) => percentiles.map((percentile) => `${name}-p${percentile}`)),
];

/** @param {{ curves: { rule: unknown, points: any[] }[] }} data */
export function lengthValues({ curves }) {
  const rows = curves.flatMap(({ rule, points }) =>
    points.map((point) => [
      ...[String(rule), point.length, point.visibleKeys, point.entropyShare, point.shareDeviation, point.meanEntropy],
      ...[point.effectiveKeys, point.maxWeight, point.sinkWeight, point.failedRows],
      ...quantities.flatMap(([, name]) => point[name]),
    ]),
  );
  return { columns, rows };
}
