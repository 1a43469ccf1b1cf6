/**
 * <length-figure>: what becomes of a query's entropy as its context grows, under each rule.
 * data: { seeds, queries, dk, lengths, trained, rope, curves: [{ rule, points: rows of engine.lengths }] }
 */
import { html, nothing } from 'lit';
import { formatInteger, formatNumber, formatPercent, formatShort } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { parseNamedRule } from '../state/named-rules.js';
import { lengthValues } from './length/length-values.js';
import { curvesChart, curvesLegend } from './charts/curves-chart.js';
import { FigureElement } from './parts/figure-element.js';
import { powersIn, scaleLinear, scaleLog } from './charts/scale.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';

/** For each measure: the value of a point, the ends of its band (from the 5th to the 95th percentile of the seeds), and a uniform row's. */
const measures = /** @type {Record<string, { value: string, quantiles: string, uniform: (keys: number) => number }>} */ ({
  share: { value: 'entropyShare', quantiles: 'shareQuantiles', uniform: () => 1 },
  entropy: { value: 'meanEntropy', quantiles: 'entropyQuantiles', uniform: Math.log },
  effective: { value: 'effectiveKeys', quantiles: 'effectiveQuantiles', uniform: (keys) => keys },
});
/** Rules that know the length a model was trained for. */
const withTrainedLength = ['log-n', 'entropy-invariant', 'trained-temperature'];

export class LengthFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
  }

  get measure() {
    return measures[this.parameters.measure] ? this.parameters.measure : 'share';
  }

  get summary() {
    const { language, data } = this;
    if (!data) return '';
    return data.curves
      .map((/** @type {any} */ { rule, points }) => {
        const first = points[0];
        const last = points[points.length - 1];
        return translate(language, 'length.sentence', {
          rule: ruleText(language, rule),
          first: formatInteger(language, first.length),
          last: formatInteger(language, last.length),
          firstShare: formatPercent(language, first.entropyShare),
          lastShare: formatPercent(language, last.entropyShare),
          effective: formatShort(language, last.effectiveKeys, 3),
        });
      })
      .join(' ');
  }

  /** For export. */
  get table() {
    return this.data && lengthValues(this.data);
  }

  /** Trained lengths of the rules, where they fall among the lengths drawn. @returns {number[]} */
  get trainedLengths() {
    const { curves, lengths } = this.data;
    const trained = curves.map((/** @type {any} */ { rule }) => (typeof rule === 'string' ? parseNamedRule(rule) : null)).filter((/** @type {any} */ rule) => rule && withTrainedLength.includes(rule.name));
    return [...new Set(trained.map((/** @type {any} */ { parameter }) => parameter))].filter((length) => length > lengths[0] && length < lengths[lengths.length - 1]);
  }

  renderChart() {
    const { data, language, size, measure } = this;
    const { value, quantiles, uniform } = measures[measure];
    const lengths = /** @type {[number, number]} */ ([data.lengths[0], data.lengths[data.lengths.length - 1]]);
    const shown = data.curves.map((/** @type {any} */ { points }) => points.filter((/** @type {any} */ point) => point[value] !== null));
    const narrow = size.width < 480;
    const effectiveDomain = /** @type {[number, number]} */ ([1, lengths[1] * 1.3]);
    const y = {
      share: { scale: scaleLinear([0, 1], [0, 1]), ticks: [0, 0.25, 0.5, 0.75, 1], format: (/** @type {number} */ tick) => formatPercent(language, tick) },
      entropy: { scale: scaleLinear([0, Math.log(lengths[1])], [0, 1]), ticks: [0, 2, 4, 6, 8, 10].filter((tick) => tick <= Math.log(lengths[1])), format: (/** @type {number} */ tick) => formatInteger(language, tick) },
      effective: { scale: scaleLog(effectiveDomain, [0, 1]), ticks: powersIn(effectiveDomain, 10), format: (/** @type {number} */ tick) => formatInteger(language, tick) },
    }[/** @type {'share' | 'entropy' | 'effective'} */ (measure)];
    const atLeast = measure === 'effective' ? 1 : 0;
    return curvesChart({
      width: size.width,
      height: narrow ? 340 : 420,
      x: { scale: scaleLog(lengths, [0, 1]), ticks: powersIn(lengths, 2, narrow ? 5 : 9), format: (tick) => formatInteger(language, tick, false), label: translate(language, 'length.axis') },
      y: { ...y, label: translate(language, `length.axis.${measure}`) },
      curves: shown.map((/** @type {any[]} */ points, /** @type {number} */ at) => ({
        at,
        dots: true,
        points: points.map((point) => [point.length, Math.max(atLeast, point[value])]),
        band: points.map((point) => [point.length, Math.max(atLeast, point[quantiles][0]), Math.max(atLeast, point[quantiles][4])]),
      })),
      columns: this.trainedLengths.map((length) => ({ value: length, text: translate(language, 'length.trained', { length: formatInteger(language, length) }) })),
      guide: measure === 'share' ? undefined : { points: data.lengths.map((/** @type {number} */ length) => [length, uniform(length)]), text: translate(language, 'length.uniform') },
      label: translate(language, 'length.chart-label'),
    });
  }

  /** What each rule comes to at both ends, in one table. */
  renderEnds() {
    const { data, language } = this;
    const columns = ['share', 'mean-entropy', 'effective-keys', 'max-weight'];
    const cells = (/** @type {any} */ { entropyShare, meanEntropy, effectiveKeys, maxWeight }) => html`<td>${statistic('share', entropyShare, formatPercent(language, entropyShare))}</td>
      <td>${statistic('mean-entropy', meanEntropy, formatNumber(language, meanEntropy, 3))}</td>
      <td>${statistic('effective-keys', effectiveKeys, formatShort(language, effectiveKeys, 4))}</td>
      <td>${statistic('max-weight', maxWeight, formatNumber(language, maxWeight, 4))}</td>`;
    return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'length.ends')}>
      <table class="summary length-ends">
        <caption>${translate(language, 'length.ends')}</caption>
        <thead>
          <tr>
            <th scope="col">${translate(language, 'length.keys')}</th>
            ${columns.map((name) => html`<th scope="col">${translate(language, `stat.${name}`)}</th>`)}
          </tr>
        </thead>
        ${data.curves.map((/** @type {any} */ { rule, points }) => {
          const ends = points.length > 1 ? [points[0], points[points.length - 1]] : points;
          return html`<tbody data-scale=${String(rule)}>
            <tr><th scope="rowgroup" colspan=${columns.length + 1}>${ruleText(language, rule)}</th></tr>
            ${ends.map(
              (/** @type {any} */ point) => html`<tr data-length=${point.length}>
                <th scope="row">${formatInteger(language, point.length)}</th>
                ${cells(point)}
              </tr>`,
            )}
          </tbody>`;
        })}
      </table>
    </div>`;
  }

  /** How what is kept and what is computed grow: the two things a longer context costs. */
  renderGrowth() {
    const { data, language } = this;
    const last = data.lengths[data.lengths.length - 1];
    return html`<p class="figure-note">${translateRich(language, 'length.growth', {
      length: formatInteger(language, last),
      pairs: formatInteger(language, (last * (last + 1)) / 2),
      half: formatInteger(language, last / 2),
      halfPairs: formatInteger(language, ((last / 2) * (last / 2 + 1)) / 2),
    })}</p>`;
  }

  renderTable() {
    const { data, language } = this;
    const columns = ['length.rule', 'length.keys', 'length.visible', 'stat.share', 'length.share-5', 'length.share-95', 'stat.mean-entropy', 'stat.effective-keys', 'stat.max-weight', 'length.sink'];
    return html`<number-table
      .language=${language}
      .columns=${columns.map((name) => translate(language, name))}
      .rows=${() =>
        data.curves.flatMap((/** @type {any} */ { rule, points }) =>
          points.map((/** @type {any} */ point) => [
            ruleText(language, rule),
            formatInteger(language, point.length),
            formatShort(language, point.visibleKeys, 7),
            formatPercent(language, point.entropyShare, 2),
            formatPercent(language, point.shareQuantiles[0], 2),
            formatPercent(language, point.shareQuantiles[4], 2),
            formatNumber(language, point.meanEntropy, 5),
            formatShort(language, point.effectiveKeys, 6),
            formatNumber(language, point.maxWeight, 6),
            formatNumber(language, point.sinkWeight, 6),
          ]),
        )}
    ></number-table>`;
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const { seeds, queries, dk, rope, theta, trained } = data;
    return html`<p class="figure-note">
        ${translate(language, 'length.sample', { seeds: formatInteger(language, seeds), queries: formatInteger(language, queries), dk: formatInteger(language, dk) })}
        ${rope === 'none' ? nothing : translate(language, 'length.rotated', { rope: translate(language, `lengthrope.${rope}`), base: formatShort(language, theta, 7), trained: formatInteger(language, trained) })}
      </p>
      ${curvesLegend(data.curves.map((/** @type {any} */ { rule }, /** @type {number} */ at) => ({ at, name: ruleText(language, rule) })))}
      ${this.renderChart()} ${this.renderEnds()} ${this.renderGrowth()} ${this.renderTable()}`;
  }
}

customElements.define('length-figure', LengthFigure);
