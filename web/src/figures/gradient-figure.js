/**
 * <gradient-figure>: what of a gradient gets through softmax: the Jacobian of each row beside its weights, the derivative
 * of the output with respect to the query, which carries the scale factor too, and both over d_k.
 * data: { dk, runs: [{ rule, ...engine.gradient }], widths, jacobian: rows of engine.sweep or null,
 *   derivative: [{ rule, dK, mean, low, high }] or null, valueWidth }
 */
import { html, nothing } from 'lit';
import { formatInteger, formatShort } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { ruleLegend } from './charts/growth-chart.js';
import { ruleHeading } from './parts/rule-heading.js';
import { statistic } from './parts/statistic.js';
import { widthChart } from './charts/width-chart.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';

/** More rows or keys than this are left to the table. */
const mostRows = 16;
const mostKeys = 64;
/** The bands of a sweep: where its quantiles 5 % and 95 % stand. */
const [lowest, highest] = [0, 4];
/** No Jacobian of a softmax row is longer than that of two equal weights. */
const longestJacobian = 0.5;
const columns = /** @type {const} */ ([
  ['jacobian', 'rowJacobian'],
  ['spectral', 'rowSpectral'],
  ['derivative', 'rowDerivative'],
]);

export class GradientFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
  }

  get summary() {
    const { language, data } = this;
    return (data?.runs ?? [])
      .map((/** @type {any} */ run) =>
        translate(language, 'gradient.sentence', {
          rule: ruleText(language, run.rule),
          jacobian: formatShort(language, run.meanJacobian),
          derivative: formatShort(language, mean(run, run.rowDerivative)),
        }),
      )
      .join(' ');
  }

  /** @param {any} run @param {number} i @param {number} longest  derivative of all rules */
  renderRow(run, i, longest) {
    const { language } = this;
    const weights = run.weights.subarray(i * run.keys, (i + 1) * run.keys);
    const cells = run.keys <= mostKeys ? [...weights] : [];
    return html`<tr>
      <th scope="row">${formatInteger(language, i + 1)}</th>
      ${cells.length > 0
        ? html`<td class="strip-cell"><div class="weight-strip" dir="ltr" aria-hidden="true">${cells.map((weight) => html`<span class="heat-probe" .style=${`--heat: ${weight.toFixed(4)}`}></span>`)}</div></td>`
        : nothing}
      ${columns.map(([name, member]) => {
        const value = run[member][i];
        const part = value / (name === 'derivative' ? longest : longestJacobian);
        return html`<td class="barred">
          ${statistic(`row-${name}`, value, formatShort(language, value))}
          <span class="measure" aria-hidden="true" .style=${`--part: ${Number.isFinite(part) ? part.toFixed(4) : 0}`}></span>
        </td>`;
      })}
    </tr>`;
  }

  /** @param {any} run @param {number} longest */
  renderRun(run, longest) {
    const { language } = this;
    const shown = Math.min(run.n, mostRows);
    const label = translate(language, 'gradient.rows', { rule: ruleText(language, run.rule) });
    const heads = columns.map(([name]) => translate(language, `gradient.${name}`));
    const rows = () =>
      Array.from({ length: run.n }, (_, i) => [
        formatInteger(language, i + 1),
        formatShort(language, run.rowMaxWeight[i], 6),
        ...columns.map(([, member]) => formatShort(language, run[member][i], 6)),
      ]);
    return html`<section class="configuration" data-scale=${String(run.rule)}>
      ${ruleHeading(language, run.rule)}
      <p class="figure-note">
        ${translate(language, 'gradient.means')}
        ${statistic('mean-jacobian', run.meanJacobian, formatShort(language, run.meanJacobian))}${translate(language, 'list.comma')}
        ${statistic('mean-spectral', mean(run, run.rowSpectral), formatShort(language, mean(run, run.rowSpectral)))}${translate(language, 'list.comma')}
        ${statistic('mean-derivative', mean(run, run.rowDerivative), formatShort(language, mean(run, run.rowDerivative)))}
      </p>
      <div class="table-scroll" tabindex="0" role="group" aria-label=${label}>
        <table class="numbers gradient-rows">
          <thead>
            <tr>
              <th scope="col">${translate(language, 'gradient.row')}</th>
              ${run.keys <= mostKeys ? html`<th scope="col">${translate(language, 'gradient.weights')}</th>` : nothing}
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
            </tr>
          </thead>
          <tbody>${Array.from({ length: shown }, (_, i) => this.renderRow(run, i, longest))}</tbody>
        </table>
      </div>
      ${shown < run.n ? html`<p class="figure-note">${translate(language, 'gradient.cut', { shown: formatInteger(language, shown), n: formatInteger(language, run.n) })}</p>` : nothing}
      <number-table
        .language=${language}
        .columns=${[translate(language, 'gradient.row'), translate(language, 'stat.row-max-weight'), ...heads]}
        .rows=${rows}
      ></number-table>
    </section>`;
  }

  /** @param {string} name @param {any[]} series @param {boolean} logarithmic */
  renderChart(name, series, logarithmic) {
    const { language, data } = this;
    const values = { dv: formatInteger(language, data.valueWidth) };
    const heads = series.flatMap(({ rule }) => ['mean', 'low', 'high'].map((part) => `${ruleText(language, rule)}, ${translate(language, `gradient.${part}`)}`));
    const rows = () =>
      data.widths.map((/** @type {number} */ dk, /** @type {number} */ i) => [
        formatInteger(language, dk),
        ...series.flatMap(({ points }) => [points[i].mean, points[i].low, points[i].high].map((value) => formatShort(language, value, 4))),
      ]);
    return html`<h3>${translateRich(language, `gradient.${name}-chart`, values)}</h3>
      ${widthChart(language, series, this.size.width, {
        label: translate(language, `gradient.${name}-label`, values),
        axis: translate(language, `gradient.${name}`),
        current: data.dk,
        logarithmic,
      })}
      <number-table .language=${language} .columns=${['d_k', ...heads]} .rows=${rows}></number-table>`;
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const rules = data.runs.map((/** @type {any} */ { rule }) => rule);
    const longest = Math.max(...data.runs.map((/** @type {any} */ { rowDerivative }) => Math.max(...rowDerivative)));
    const jacobian = data.jacobian && rules.map((/** @type {any} */ rule) => ({ rule, points: data.jacobian.filter((/** @type {any} */ { scale }) => scale === rule).map(jacobianPoint) }));
    const derivative = data.derivative && rules.map((/** @type {any} */ rule) => ({ rule, points: data.derivative.filter((/** @type {any} */ point) => point.rule === rule) }));
    return html`<div class="distributions">${data.runs.map((/** @type {any} */ run) => this.renderRun(run, longest))}</div>
      <div class="growth">
        ${jacobian ? this.renderChart('jacobian', jacobian, false) : nothing}
        ${derivative ? this.renderChart('derivative', derivative, true) : nothing} ${jacobian ? ruleLegend(language, rules) : nothing}
      </div>`;
  }
}

/** @param {any} row */
const jacobianPoint = ({ dK, meanJacobian, jacobianQuantiles }) => ({ dK, mean: meanJacobian, low: jacobianQuantiles[lowest], high: jacobianQuantiles[highest] });

/** Over the rows that see a key. @param {{ rowVisible: Uint32Array }} run @param {Float64Array} values of each row */
function mean({ rowVisible }, values) {
  const seen = values.filter((_, row) => rowVisible[row] > 0);
  return seen.reduce((sum, value) => sum + value, 0) / seen.length;
}

customElements.define('gradient-figure', GradientFigure);
