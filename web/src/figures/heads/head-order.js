/** Which rule heads are compared by, and in what order they stand. */

/** Heads with less than this share of the largest entropy have collapsed; above the other they are uniform. */
const collapsedBelow = 0.1;
const uniformAbove = 0.98;

/** @typedef {{ meanEntropy: number | null, share: number | null, effectiveKeys: number | null, maxWeight: number | null, jacobian: number | null, failedRows: number, small: any }} HeadStatistics */

/** @param {{ share: number | null }} statistics @returns {'collapsed' | 'uniform' | null} */
export function flagOf({ share }) {
  if (share === null) return null;
  if (share < collapsedBelow) return 'collapsed';
  return share > uniformAbove ? 'uniform' : null;
}

/** The rule the order goes by: the model's own, else the root, else the first. @param {readonly any[]} rules @param {any} modelRule */
export function comparedRule(rules, modelRule) {
  return Math.max(0, [modelRule, 'sqrt'].map((rule) => rules.indexOf(rule)).find((at) => at >= 0) ?? 0);
}

/** Sort keys: the heads nearest to collapse come first. @type {Record<string, (statistics: HeadStatistics) => number>} */
const sortKeys = {
  share: ({ share }) => share ?? Infinity,
  max: ({ maxWeight }) => -(maxWeight ?? -Infinity),
  jacobian: ({ jacobian }) => jacobian ?? Infinity,
};

/** Numbers of heads in the order asked for. @param {readonly HeadStatistics[][]} heads @param {string} order @param {number} rule */
export function headOrder(heads, order, rule) {
  const places = heads.map((_, head) => head);
  const key = sortKeys[order];
  return key ? places.sort((a, b) => key(heads[a][rule]) - key(heads[b][rule]) || a - b) : places;
}

/** Lowest and highest share, and how many heads carry each mark. @param {readonly HeadStatistics[][]} heads @param {number} rule */
export function spread(heads, rule) {
  const statistics = heads.map((head) => head[rule]);
  const shares = statistics.flatMap(({ share }) => (share === null ? [] : [share]));
  const count = (/** @type {string} */ flag) => statistics.filter((head) => flagOf(head) === flag).length;
  return {
    low: shares.length > 0 ? Math.min(...shares) : null,
    high: shares.length > 0 ? Math.max(...shares) : null,
    collapsed: count('collapsed'),
    uniform: count('uniform'),
  };
}
