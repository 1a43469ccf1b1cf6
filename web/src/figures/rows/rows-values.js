/** The numbers of the weight rows at full precision, for export: one line per configuration and query. */

/** @param {{ rule: any, attention: any }[]} configurations @param {readonly string[]} [names] of the keys */
export function rowsValues(configurations, names) {
  const keys = configurations[0]?.attention.keys ?? 0;
  const columns = [
    'rule', 'query', 'entropy', 'max-entropy', 'share', 'max-weight', 'jacobian',
    ...Array.from({ length: keys }, (_, key) => names?.[key] ?? `key-${key + 1}`),
  ];
  const rows = configurations.flatMap(({ rule, attention }) => {
    const { n, rowEntropy, rowMaxEntropy, rowShare, rowMaxWeight, rowJacobian, weights, scaled } = attention;
    return Array.from({ length: n }, (_, row) => [
      String(rule), row + 1, rowEntropy[row], rowMaxEntropy[row], rowShare[row], rowMaxWeight[row], rowJacobian[row],
      // A masked key has no weight, rather than the weight 0.
      ...Array.from(weights.subarray(row * keys, (row + 1) * keys), (weight, key) => (scaled[row * keys + key] === -Infinity ? null : weight)),
    ]);
  });
  return { columns, rows };
}
