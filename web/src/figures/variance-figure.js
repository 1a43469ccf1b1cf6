/**
 * <variance-figure>: why the division is by the root. The logits after each rule against the normal density that theory
 * predicts, and their size over d_k.
 * data: { dk, temperature, runs, distributions: [{ rule, logits }], growth: rows of engine.sweep or null, seeds }
 */
import { html, nothing } from 'lit';
import { formatInteger, formatShort } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { growthChart, ruleLegend } from './charts/growth-chart.js';
import { rootMeanSquare } from './charts/histogram.js';
import { logitHistogram } from './charts/logit-histogram.js';
import { ruleFactor } from './parts/rule-factor.js';
import { ruleHeading } from './parts/rule-heading.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';

/** Standard deviations of the widest distribution that fit on the shared axis. */
const reach = 3.5;
/** Two histograms stand side by side from this width on. */
const twoColumns = 620;
const columnGap = 36;
/** Height kept for the second chart until it is computed. */
const growthHeight = 'min-block-size: 22rem';

export class VarianceFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
  }

  /** What theory says about the spread after a rule. @param {any} rule */
  predicted(rule) {
    const { dk, temperature } = this.data;
    return Math.abs((Math.sqrt(dk) * ruleFactor(rule, dk)) / temperature);
  }

  get summary() {
    const { language, data } = this;
    return (data?.distributions ?? [])
      .map((/** @type {any} */ { rule, logits }) =>
        translate(language, 'variance.sentence', {
          rule: ruleText(language, rule),
          measured: formatShort(language, rootMeanSquare(logits)),
          predicted: formatShort(language, this.predicted(rule)),
        }),
      )
      .join(' ');
  }

  /** @param {{ rule: any, logits: Float64Array }} distribution @param {number} widest @param {number} width */
  renderDistribution({ rule, logits }, widest, width) {
    const { language } = this;
    const deviation = this.predicted(rule);
    const measured = rootMeanSquare(logits);
    const extent = reach * (this.parameters.axis === 'own' ? deviation || widest : widest) || 1;
    const label = translate(language, 'variance.sentence', {
      rule: ruleText(language, rule),
      measured: formatShort(language, measured),
      predicted: formatShort(language, deviation),
    });
    return html`<section class="configuration" data-scale=${String(rule)}>
      ${ruleHeading(language, rule)} ${logitHistogram(language, logits, deviation, extent, width, label)}
      <p class="figure-note">
        ${translate(language, 'variance.measured')}
        ${statistic('rms-scaled-logit', measured, formatShort(language, measured))}${translate(language, 'list.comma')}
        ${translate(language, 'variance.predicted')} ${statistic('predicted', deviation, formatShort(language, deviation))}
      </p>
    </section>`;
  }

  /** @param {any[]} rows @param {any[]} rules */
  renderGrowth(rows, rules) {
    const { language, data } = this;
    const columns = [
      'd_k',
      ...rules.flatMap((rule) => [ruleText(language, rule), `${ruleText(language, rule)}, ${translate(language, 'variance.predicted')}`]),
    ];
    const table = () =>
      [...new Set(rows.map(({ dK }) => dK))].map((dk) => [
        formatInteger(language, dk),
        ...rules.flatMap((rule) => {
          const row = rows.find(({ scale, dK }) => scale === rule && dK === dk);
          const predicted = (Math.sqrt(dk) * ruleFactor(rule, dk)) / data.temperature;
          return [formatShort(language, row?.rmsScaledLogit ?? null, 4), formatShort(language, Math.abs(predicted), 4)];
        }),
      ]);
    return html`<h3>${translateRich(language, 'variance.growth')}</h3>
      ${growthChart(language, rows, rules, data.temperature, data.dk, this.size.width, translate(language, 'variance.growth-label'))}
      ${ruleLegend(language, rules)}
      <number-table .language=${language} .columns=${columns} .rows=${table}></number-table>`;
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const rules = data.distributions.map((/** @type {any} */ { rule }) => rule);
    const widest = Math.max(...rules.map((/** @type {any} */ rule) => this.predicted(rule)));
    const { width } = this.size;
    const column = width >= twoColumns && rules.length > 1 ? Math.floor((width - columnGap) / 2) : width;
    return html`<p class="figure-note">
        ${translate(language, 'variance.sample', {
          logits: formatInteger(language, data.distributions[0].logits.length),
          runs: formatInteger(language, data.runs),
          dk: formatInteger(language, data.dk),
        })}
      </p>
      <div class="distributions">${data.distributions.map((/** @type {any} */ one) => this.renderDistribution(one, widest, column))}</div>
      <div class="growth" .style=${growthHeight}>${data.growth ? this.renderGrowth(data.growth, rules) : nothing}</div>`;
  }
}

customElements.define('variance-figure', VarianceFigure);
