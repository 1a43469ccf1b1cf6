/**
 * <collapse-figure>: where exactly the rows collapse: the share over d_k and the d_k at which it crosses a level, with an
 * interval; the shares by row position; the map over n and d_k.
 * data: { n, dk, runs, window, mask, temperature, scale, dks, rows of engine.sweep, positions: rows with rowShare or null, map }
 */
import { html, nothing } from 'lit';
import { emitChange } from '../controls/change-event.js';
import { formatInteger, formatNumber, formatPercent } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleName, ruleText } from '../text/value-text.js';
import { crossing, crossingInterval, tailPower } from './collapse/crossing.js';
import { FigureElement } from './parts/figure-element.js';
import { ruleLegend } from './charts/growth-chart.js';
import { averagedShare, plainShare, rowLogs } from './collapse/large-n.js';
import { positionChart } from './charts/position-chart.js';
import { ruleFactor } from './parts/rule-factor.js';
import { lineLegend, shareChart, widthText } from './charts/share-chart.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';
import './charts/share-map.js';

/** The article's table: five seeds at three widths. */
const article = { runs: 5, widths: [16, 64, 256] };
/** Points of a theory curve. */
const samples = 60;

export class CollapseFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
    /** @type {{ of: any, curves: any[] }} what does not change with the level */
    this.drawn = { of: null, curves: [] };
  }

  /** What of the curves depends on the data alone: dragging the level must stay light. */
  get lines() {
    const { data } = this;
    if (this.drawn.of !== data.rows) this.drawn = { of: data.rows, curves: data.scale.map((/** @type {any} */ rule) => curveOf(data, rule)) };
    return this.drawn.curves;
  }

  get curves() {
    const { level } = this.parameters;
    return this.lines.map((curve) => ({
      ...curve,
      crossing: crossing(curve.dks, curve.shares, level),
      interval: crossingInterval(curve.dks, curve.resamples, level),
    }));
  }

  get summary() {
    return this.data ? this.curves.map((curve) => this.sentence(curve)).join(' ') : '';
  }

  /** @param {any} curve */
  sentence({ rule, crossing, interval }) {
    const { language } = this;
    const values = { rule: ruleText(language, rule), level: formatPercent(language, this.parameters.level), dk: widthText(language, crossing) };
    if (crossing === null) return translate(language, 'collapse.never', values);
    if (!interval) return translate(language, 'collapse.crosses', values);
    return translate(language, 'collapse.crosses-between', { ...values, low: widthText(language, interval[0]), high: widthText(language, interval[1]) });
  }

  /** @param {any} curve */
  renderCrossing(curve) {
    const { language } = this;
    const { rule, crossing, interval, power } = curve;
    const number = (/** @type {number | null} */ dk) => widthText(language, dk);
    return html`<tr data-scale=${String(rule)}>
      <th scope="row">${ruleName(language, rule)}</th>
      <td>${statistic('crossing', crossing, number(crossing))}</td>
      <td>
        ${interval
          ? html`<bdi dir="ltr">${statistic('crossing-low', interval[0], number(interval[0]))} \u2013 ${statistic('crossing-high', interval[1], number(interval[1]))}</bdi>`
          : number(null)}
      </td>
      <td>${statistic('tail-power', power, formatNumber(language, power, 2))}</td>
    </tr>`;
  }

  renderCrossings() {
    const { language } = this;
    const level = formatPercent(language, this.parameters.level);
    return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'collapse.crossings', { level })}>
      <table class="numbers">
        <caption>${translate(language, 'collapse.crossings', { level })}</caption>
        <thead>
          <tr>
            ${['rows.configuration', 'collapse.crossing', 'collapse.interval', 'collapse.power'].map((key) => html`<th scope="col">${translateRich(language, key)}</th>`)}
          </tr>
        </thead>
        <tbody>${this.curves.map((curve) => this.renderCrossing(curve))}</tbody>
      </table>
    </div>`;
  }

  get columns() {
    const names = ['collapse.dk', 'stat.share', 'collapse.low', 'collapse.high', 'collapse.largest', 'collapse.mean-largest', 'stat.mean-entropy', 'collapse.plain', 'collapse.averaged'];
    return [translate(this.language, 'rows.configuration'), ...names.map((key) => translate(this.language, key))];
  }

  /** @returns {string[][]} */
  tableRows() {
    const { language, data } = this;
    return this.lines.flatMap(({ rule, logs, factor }) =>
      data.rows
        .filter((/** @type {any} */ row) => row.scale === rule)
        .map((/** @type {any} */ row) => [
          ruleText(language, rule),
          formatInteger(language, row.dK),
          formatPercent(language, row.entropyShare, 1),
          ...row.shareInterval.map((/** @type {number | null} */ end) => formatPercent(language, end, 1)),
          formatNumber(language, row.maxWeight, 5),
          formatNumber(language, row.meanMaxWeight, 5),
          formatNumber(language, row.meanEntropy, 4),
          formatPercent(language, plainShare(row.dK * factor(row.dK) ** 2, logs), 1),
          formatPercent(language, averagedShare(row.dK, factor(row.dK), logs), 1),
        ]),
    );
  }

  renderPositions() {
    const { language, data } = this;
    if (!data.positions) return nothing;
    const mask = data.positions.find((/** @type {any} */ row) => row.mask !== 'none').mask;
    const values = { dk: formatInteger(language, data.dk), mask: translate(language, mask === 'causal' ? 'mask.causal' : 'mask.window') };
    const columns = [
      translate(language, 'collapse.row'),
      ...data.positions.map((/** @type {any} */ row) => `${ruleText(language, row.scale)}, ${row.mask === 'none' ? translate(language, 'mask.none') : values.mask}`),
    ];
    const rows = () =>
      Array.from({ length: data.positions[0].rowShare.length }, (_, i) => [
        formatInteger(language, i + 1),
        ...data.positions.map((/** @type {any} */ { rowShare }) => formatPercent(language, rowShare[i], 1)),
      ]);
    return html`<h3>${translate(language, 'collapse.positions', values)}</h3>
      ${data.positions[0].rowShare.length > 1
        ? positionChart(language, data.positions, data.scale, this.size.width, translate(language, 'collapse.positions-label'))
        : nothing}
      ${ruleLegend(language, data.scale)}
      <p class="figure-note">${translateRich(language, 'collapse.positions-note', values)}</p>
      <number-table .language=${language} .columns=${columns} .rows=${rows}></number-table>`;
  }

  renderMap() {
    const { language, data } = this;
    const [rule] = data.scale;
    const { ns, dks, shares } = data.map;
    const rows = () =>
      ns.map((/** @type {number} */ n, /** @type {number} */ i) => [formatInteger(language, n), ...shares[i].map((/** @type {number | null} */ share) => formatPercent(language, share, 1))]);
    const columns = ['n', ...dks.map((/** @type {number} */ dk) => `d_k = ${formatInteger(language, dk, false)}`)];
    // Logits of variance d_k f^2 freeze at 2 ln n; only without a division that is a line in the map.
    const frozen = typeof rule === 'number' || rule === 'none' ? (/** @type {number} */ n) => (2 * Math.log(n)) / (ruleFactor(rule, 1) / data.temperature) ** 2 : null;
    return html`<h3>${translateRich(language, 'collapse.map')}</h3>
      <p class="figure-note">${translateRich(language, frozen ? 'collapse.map-note' : 'collapse.map-note-divided', { rule: ruleText(language, rule) })}</p>
      <share-map .map=${data.map} .frozen=${frozen} .language=${language}></share-map>
      <p class="heat-legend">
        <span>${translate(language, 'stat.share')}</span>
        <span class="heat-scale" dir="ltr"><span>${formatPercent(language, 0)}</span><span class="heat-ramp" aria-hidden="true"></span><span>${formatPercent(language, 1)}</span></span>
      </p>
      <number-table .language=${language} .columns=${columns} .rows=${rows}></number-table>`;
  }

  showArticle() {
    for (const [key, value] of Object.entries(article)) emitChange(this, key, value);
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const { curves } = this;
    const change = (/** @type {number} */ level) => emitChange(this, 'level', Math.round(Math.min(0.98, Math.max(0.02, level)) * 100) / 100);
    return html`<p class="figure-note">
        ${translate(language, 'collapse.caption', { runs: formatInteger(language, data.runs), n: formatInteger(language, data.n), mask: translate(language, `mask.${data.mask}`) })}
        <button type="button" class="quiet" @click=${this.showArticle}>${translate(language, 'collapse.article')}</button>
      </p>
      ${shareChart(language, curves, this.size.width, {
        level: this.parameters.level,
        current: data.dk,
        label: translate(language, 'collapse.label'),
        change,
      })}
      ${ruleLegend(language, data.scale)} ${lineLegend(language, true)} ${this.renderCrossings()}
      <number-table .language=${language} .columns=${this.columns} .rows=${() => this.tableRows()}></number-table>
      <p class="figure-note">${translate(language, 'collapse.convention')}</p>
      ${this.renderPositions()} ${this.renderMap()}`;
  }
}

/** @param {any} data @param {any} rule */
function curveOf({ n, mask, window, temperature, dks, rows }, rule) {
  const ofRule = rows.filter((/** @type {any} */ { scale }) => scale === rule);
  const shares = ofRule.map((/** @type {any} */ { entropyShare }) => entropyShare);
  const logs = rowLogs(n, mask, window);
  const factor = (/** @type {number} */ dk) => ruleFactor(rule, dk) / temperature;
  const [first, last] = [dks[0], dks[dks.length - 1]];
  const widths = Array.from({ length: samples + 1 }, (_, i) => first * (last / first) ** (i / samples));
  /** @param {(dk: number) => number} share */
  const along = (share) => (logs.length > 0 ? widths.map((dk) => [dk, share(dk)]) : []);
  return {
    rule,
    dks,
    shares,
    logs,
    factor,
    quantiles: ofRule.map((/** @type {any} */ { shareQuantiles }) => shareQuantiles),
    resamples: ofRule.map((/** @type {any} */ { shareResamples }) => shareResamples),
    power: tailPower(dks, shares),
    theory: { plain: along((dk) => plainShare(dk * factor(dk) ** 2, logs)), averaged: along((dk) => averagedShare(dk, factor(dk), logs)) },
  };
}

customElements.define('collapse-figure', CollapseFigure);
