/** The score of a query with an equal key over their distance, inside and beyond the trained length. */
import { formatInteger, formatNumber } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { curvesChart } from '../charts/curves-chart.js';
import { powersIn, scaleLinear, scaleLog } from '../charts/scale.js';

/** @param {string} language @param {any} data @param {any[]} drawn @param {number} width */
export function scoreChart(language, { distances, trained, reach }, drawn, width) {
  const values = drawn.flatMap(({ score }) => score);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const ticks = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4].filter((tick) => tick <= high);
  const domain = /** @type {[number, number]} */ ([1, distances[distances.length - 1]]);
  const columns = [{ value: trained, text: translate(language, 'position.trained') }];
  if (reach > trained) columns.push({ value: reach, text: translate(language, 'position.reach') });
  return curvesChart({
    width,
    height: 340,
    x: { scale: scaleLog(domain, [0, 1]), ticks: powersIn(domain, width < 480 ? 16 : 4), format: (value) => formatInteger(language, value), label: translate(language, 'position.distance') },
    y: { scale: scaleLinear([low, high * 1.04], [0, 1]), ticks, format: (value) => formatNumber(language, value, 2), label: translate(language, 'position.score') },
    curves: drawn.map(({ at, score }) => ({ at, points: score.map((/** @type {number} */ value, /** @type {number} */ place) => [distances[place], value]) })),
    columns: width < 480 ? [columns[0]] : columns,
    label: translate(language, 'position.score-label'),
  });
}
