import { maskRequest } from './request.js';

/** Bootstrap curves for the interval of the crossing. */
const resamples = 1000;

const powers = (/** @type {number} */ first, /** @type {number} */ last) => Array.from({ length: last - first + 1 }, (_, i) => 2 ** (first + i));
const mapRows = powers(1, 10);
const mapColumns = powers(0, 10);

/** Rows of one run tell as much as seeds do: large runs need fewer. @param {number} n */
const mapSeeds = (n) => Math.max(1, Math.min(64, Math.round(512 / n)));

/** Cells of the map that are known, by what they depend on: they serve again when another parameter changes. @type {Map<string, Map<string, number>>} */
const maps = new Map();

const seedsUpTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, seed) => seed);

/**
 * The curves, the shares by row position, and then the map: every second line and column first.
 * @type {import('../catalogue.js').Compute}
 */
export async function compute(engine, values, { signal, onProgress, onPartial }) {
  const { n, dk, scale, temperature, runs, widths, window } = values;
  const mask = maskRequest(values);
  const seeds = seedsUpTo(runs);
  const dks = [...new Set(/** @type {number[]} */ (widths))].sort((a, b) => a - b);
  const { rows } = await engine.sweep({ n, dK: dks, scale, mask, temperature, seeds }, { signal, onProgress, resamples });
  const known = mapOf(scale[0], values);
  const data = { n, dk, runs, window, mask: values.mask, temperature, scale, dks, rows, positions: null, map: pictureOf(known) };
  onPartial(data);

  const positions = await engine.sweep(
    { n, dK: dk, scale, mask: [...new Set(['none', mask === 'none' ? 'causal' : mask])], temperature, seeds: seedsUpTo(Math.min(runs, 1000)) },
    { signal, rowShares: true },
  );
  const withPositions = { ...data, positions: positions.rows };
  onPartial(withPositions);

  const cells = missingCells(known);
  let done = 0;
  for (const { n: size, columns } of cells) {
    const { rows: found } = await engine.sweep(
      { n: size, dK: columns, scale: scale[0], mask, temperature, seeds: seedsUpTo(mapSeeds(size)) },
      { signal },
    );
    for (const { dK, entropyShare } of found) known.set(`${size} ${dK}`, entropyShare);
    done += 1;
    onProgress({ done, total: cells.length });
    onPartial({ ...withPositions, map: pictureOf(known) });
  }
  return { ...withPositions, map: pictureOf(known) };
}

/** @param {unknown} rule @param {import('../../state/parameters.js').Values} values */
function mapOf(rule, { mask, window, temperature }) {
  const key = JSON.stringify([rule, mask, mask === 'window' ? window : null, temperature]);
  const known = maps.get(key) ?? new Map();
  maps.set(key, known);
  return known;
}

/** What is still to be computed, one line at a time: the coarse map, the columns between, the lines between. @param {Map<string, number>} known */
function missingCells(known) {
  const isEven = (/** @type {unknown} */ _, /** @type {number} */ i) => i % 2 === 0;
  const coarse = mapColumns.filter(isEven);
  const passes = [
    ...mapRows.filter(isEven).map((n) => ({ n, columns: coarse })),
    ...mapRows.map((n) => ({ n, columns: mapColumns })),
  ];
  const asked = new Set(known.keys());
  return passes.flatMap(({ n, columns }) => {
    const missing = columns.filter((dk) => !asked.has(`${n} ${dk}`));
    for (const dk of missing) asked.add(`${n} ${dk}`);
    return missing.length > 0 ? [{ n, columns: missing }] : [];
  });
}

/** @param {Map<string, number>} known */
const pictureOf = (known) => ({
  ns: mapRows,
  dks: mapColumns,
  shares: mapRows.map((n) => mapColumns.map((dk) => known.get(`${n} ${dk}`) ?? null)),
});
