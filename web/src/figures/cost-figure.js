/**
 * <cost-figure>: what n x n costs. Time and memory of attention computed four ways, measured when the reader asks, and the
 * n x n table by formula.
 * data: { dk, workers, variant, window, series: ids, results: [{ series, n, ...Measured }], stops: [{ series, n, reason, ... }] }
 */
import { html, nothing } from 'lit';
import { formatInteger, formatNumber, formatShort } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { formatBytesShort, formatTime } from '../text/units.js';
import { FigureElement } from './parts/figure-element.js';
import { chartLegend, logChart } from './charts/log-chart.js';
import { exponent, lastDoubling } from './cost/power-law.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';
import './cost/weights-table.js';

/** The four algorithms, and the tiled one's variants beside it. */
const algorithms = /** @type {const} */ (['loop', 'rows', 'matrix', 'tiled']);
const variants = /** @type {const} */ (['tiled', 'workers', 'causal', 'window']);
/** Colour, shape and dash of each, the same in every chart. */
const places = { loop: 0, rows: 1, matrix: 2, tiled: 3, workers: 4, causal: 5, window: 1 };
/** The fit starts here: below, what does not grow with n counts too. */
const fitFrom = 512;

export class CostFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
  }

  /** @param {string} id */
  resultsOf(id) {
    return this.data.results.filter((/** @type {any} */ { series }) => series === id);
  }

  /** @param {string} id */
  nameOf(id) {
    const { workers, window } = this.data;
    const { language } = this;
    return translate(language, `cost.${id}`, { workers: formatInteger(language, workers), window: formatInteger(language, window) });
  }

  /** @param {string} id @returns {{ n: number, value: number, low: number, high: number }[]} */
  timesOf(id) {
    return this.resultsOf(id).map((/** @type {any} */ { n, milliseconds: { min, median, max } }) => ({ n, value: median, low: min, high: max }));
  }

  /** @param {string} id */
  growthOf(id) {
    const times = this.timesOf(id);
    const large = times.filter(({ n }) => n >= fitFrom);
    return { slope: exponent(large.length >= 2 ? large : times), doubling: lastDoubling(times) };
  }

  get summary() {
    const { language, data } = this;
    if (!data) return '';
    const measured = algorithms
      .filter((id) => this.resultsOf(id).length > 0)
      .map((id) => {
        const { n, milliseconds } = this.resultsOf(id).at(-1);
        return translate(language, 'cost.sentence', {
          name: this.nameOf(id),
          n: formatInteger(language, n),
          time: formatTime(language, milliseconds.median),
        });
      });
    const table = /** @type {import('./cost/weights-table.js').WeightsTable | null} */ (this.querySelector('weights-table'));
    return [...measured, table?.summary ?? ''].join(' ');
  }

  ask() {
    this.dispatchEvent(new CustomEvent('compute', { bubbles: true }));
  }

  renderAsk() {
    const { language, data } = this;
    return html`<p class="cost-ask" data-picture="omit">
      <button type="button" @click=${this.ask}>${translate(language, data.results.length > 0 ? 'cost.again' : 'cost.measure')}</button>
      <span class="figure-note">${translate(language, 'cost.note')}</span>
    </p>`;
  }

  /** @param {string} title @param {readonly (keyof typeof places)[]} ids @param {(id: string) => any[]} pointsOf @param {any} options */
  renderChart(title, ids, pointsOf, options) {
    const { language } = this;
    const lines = ids.map((id) => ({ id, at: places[id], points: pointsOf(id) })).filter(({ points }) => points.length > 0);
    if (lines.length === 0) return nothing;
    return html`<section>
      <h3>${translate(language, title)}</h3>
      ${logChart(language, lines, { width: this.size.width, label: translate(language, `${title}-label`), ...options })}
      ${chartLegend(lines.map(({ id, at }) => ({ at, name: this.nameOf(id) })))}
    </section>`;
  }

  /** @param {string} id */
  renderGrowthRow(id) {
    const { language } = this;
    const last = this.resultsOf(id).at(-1);
    if (!last) return nothing;
    const { slope, doubling } = this.growthOf(id);
    return html`<tr data-series=${id}>
      <th scope="row">${this.nameOf(id)}</th>
      <td>${statistic('n', last.n, formatInteger(language, last.n))}</td>
      <td>${statistic('milliseconds', last.milliseconds.median, formatTime(language, last.milliseconds.median))}</td>
      <td>${statistic('doubling', doubling, doubling === null ? formatNumber(language, null) : `×${formatNumber(language, doubling, 1)}`)}</td>
      <td>${statistic('slope', slope, formatNumber(language, slope, 2))}</td>
      <td>${statistic('working-bytes', last.workingBytes, formatBytesShort(language, last.workingBytes))}</td>
      <td>${statistic('max-difference', last.maxDifference, formatShort(language, last.maxDifference, 2))}</td>
    </tr>`;
  }

  renderGrowth() {
    const { language, data } = this;
    const headings = ['algorithm', 'largest', 'time', 'doubling', 'slope', 'memory', 'difference'];
    return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'cost.growth')}>
      <table class="cost-growth">
        <caption>${translate(language, 'cost.growth')}</caption>
        <thead>
          <tr>${headings.map((name) => html`<th scope="col">${translateRich(language, `cost.column-${name}`)}</th>`)}</tr>
        </thead>
        <tbody>${data.series.map((/** @type {string} */ id) => this.renderGrowthRow(id))}</tbody>
      </table>
    </div>`;
  }

  /** Why a line ends. @param {any} stop */
  renderStop({ series, n, reason, milliseconds, bytes }) {
    const { language } = this;
    return html`<li data-stop=${series}>
      ${translate(language, `cost.stop-${reason}`, {
        name: this.nameOf(series),
        n: formatInteger(language, n),
        time: formatTime(language, milliseconds ?? null),
        size: formatBytesShort(language, bytes ?? null),
        matrix: formatBytesShort(language, n ** 2 * 4),
      })}
    </li>`;
  }

  renderMeasured() {
    const { language, data } = this;
    if (data.results.length === 0) return nothing;
    const columns = ['algorithm', 'n', 'min', 'median', 'max', 'repeats', 'memory', 'formula', 'input', 'difference'].map((name) =>
      translate(language, `cost.table-${name}`),
    );
    const rows = () =>
      data.results.map((/** @type {any} */ { series, n, milliseconds, repeats, workingBytes, formulaBytes, inputBytes, maxDifference }) => [
        this.nameOf(series),
        formatInteger(language, n),
        ...[milliseconds.min, milliseconds.median, milliseconds.max].map((time) => formatTime(language, time)),
        formatInteger(language, repeats),
        ...[workingBytes, formulaBytes, inputBytes].map((bytes) => formatBytesShort(language, bytes)),
        formatShort(language, maxDifference, 2),
      ]);
    const time = { axis: translate(language, 'cost.axis-time'), format: (/** @type {number} */ value) => formatTime(language, value) };
    const bytes = { axis: translate(language, 'cost.axis-memory'), base: 16, format: (/** @type {number} */ value) => formatBytesShort(language, value) };
    const memoryOf = (/** @type {string} */ id) => this.resultsOf(id).map((/** @type {any} */ { n, workingBytes }) => ({ n, value: workingBytes }));
    return html`${this.renderChart('cost.time', algorithms, (id) => this.timesOf(id), time)}
      ${this.renderChart('cost.masks', variants, (id) => this.timesOf(id), time)}
      ${this.renderChart('cost.memory', algorithms, memoryOf, bytes)} ${this.renderGrowth()}
      <ul class="cost-stops figure-note">${data.stops.map((/** @type {any} */ stop) => this.renderStop(stop))}</ul>
      <p class="figure-note">${translate(language, 'cost.checked', { dk: formatInteger(language, data.dk) })}</p>
      <number-table .language=${language} .columns=${columns} .rows=${rows}></number-table>`;
  }

  render() {
    if (!this.data) return nothing;
    const { language, parameters } = this;
    return html`${this.renderAsk()} ${this.renderMeasured()}
      <weights-table .language=${language} .parameters=${parameters}></weights-table>`;
  }
}

customElements.define('cost-figure', CostFigure);
