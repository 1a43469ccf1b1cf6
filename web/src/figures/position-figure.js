/**
 * <position-figure>: rotary positions and their scaling variants: wavelengths, the score over the distance, the same weight
 * rows under each of them, and the same positions in llama.cpp.
 * data: of lab/computations/position.js
 */
import { html, nothing } from 'lit';
import { loadChapter, translate, translateRich } from '../text/index.js';
import { errorText } from '../text/error-text.js';
import { formatInteger, formatNumber, formatPercent, formatShort } from '../text/numbers.js';
import { curvesLegend } from './charts/curves-chart.js';
import { FigureElement } from './parts/figure-element.js';
import { heatLegend } from './parts/heat-legend.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import { stretchChart, wavelengthChart } from './position/frequency-charts.js';
import { comparison, flagsTable } from './position/llama-panel.js';
import { variantName } from './position/names.js';
import { scoreChart } from './position/score-chart.js';
import { variantsTable } from './position/variants-table.js';
import { positionValues } from './position/position-values.js';
import { sourceBoxes } from './position/source-boxes.js';
import './parts/number-table.js';
import './parts/weight-rows.js';

let figures = 0;

export class PositionFigure extends FigureElement {
  static properties = {
    spoken: { state: true },
  };

  constructor() {
    super();
    /** The language in which warnings can be worded. */
    this.spoken = '';
    this.size = new WidthController(this);
    figures += 1;
    this.idPrefix = `position-${figures}`;
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('language') && this.spoken !== this.language) this.loadWords(this.language);
  }

  /** Warnings about a config are worded with the figure `memory`. @param {string} language */
  async loadWords(language) {
    await Promise.all([loadChapter(language, 'memory'), loadChapter(language, 'errors')]);
    if (language === this.language) this.spoken = language;
  }

  /** Variants that could be computed, with the place of their colour. */
  get drawn() {
    return this.data.variants.map((/** @type {any} */ variant, /** @type {number} */ at) => ({ ...variant, at })).filter((/** @type {any} */ { frequencies }) => frequencies !== null);
  }

  get summary() {
    const { language, data } = this;
    if (!data || this.spoken !== language) return '';
    return data.rows
      .map((/** @type {any} */ { id, layerType, attention }) =>
        translate(language, 'position.sentence', {
          variant: variantName(language, { id, layerType }),
          entropy: formatNumber(language, attention.meanEntropy, 4),
          share: formatPercent(language, attention.entropyShare),
        }),
      )
      .join(' ');
  }

  /** For export. */
  get table() {
    return this.data && positionValues(this.data);
  }

  /** For export: whose positions they are, and what plays no part in them. */
  get origin() {
    const { configured } = this.data;
    const pasted = ['config', 'command'];
    if (!configured) return { source: '', unused: [...pasted, 'ropemodel'] };
    return { source: configured.name ?? configured.modelType ?? 'config.json', unused: [...pasted, 'dk', 'rope', 'theta', 'trained', 'stretch', 'ropemodel'] };
  }

  renderProblems() {
    const { data } = this;
    if (data.configured?.error) return nothing;
    return data.variants
      .filter((/** @type {any} */ { problem }) => problem)
      .map((/** @type {any} */ variant) => html`<p class="problem" role="alert" data-variant-problem=${variant.id}>${this.problemText(variant)}</p>`);
  }

  /** @param {any} variant */
  problemText(variant) {
    const { language } = this;
    const { code, values = {} } = variant.problem;
    const name = variantName(language, variant);
    if (code === 'not-even') return translate(language, 'position.odd-head', { variant: name, width: formatInteger(language, values.given) });
    return translate(language, 'position.cannot', { variant: name, problem: errorText(language, variant.problem) });
  }

  /** That more rows were asked for than take part. */
  renderCut() {
    const { language } = this;
    const { asked, rows } = this.data;
    const { n, keys } = rows[0].attention;
    if (n === asked.n && keys === asked.keys) return nothing;
    const values = { rows: n, n: asked.n, columns: keys, keys: asked.keys };
    const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatInteger(language, value)]));
    return html`<p class="figure-note" data-cut>${translate(language, 'position.cut', written)}</p>`;
  }

  renderRows() {
    const { data, language } = this;
    return html`<h3>${translate(language, 'position.rows')}</h3>
      <p class="figure-note">${translate(language, 'position.rows-note', { step: formatInteger(language, data.step), last: formatInteger(language, data.step * (data.rows[0].attention.keys - 1)) })}</p>
      ${this.renderCut()}
      <div class="configurations variants-rows">
        ${data.rows.map(
          (/** @type {any} */ { id, layerType, attention }) => html`<section class="configuration" data-variant=${id}>
            <h4 class="rule-heading"><span>${variantName(language, { id, layerType })}</span></h4>
            <weight-rows .attention=${{ ...attention, output: null }} .label=${variantName(language, { id, layerType })} .language=${language}></weight-rows>
            <p class="figure-note">
              ${translate(language, 'stat.mean-entropy')}: ${statistic('mean-entropy', attention.meanEntropy, formatNumber(language, attention.meanEntropy, 4))}${translate(language, 'list.comma')}${statistic('share', attention.entropyShare, formatPercent(language, attention.entropyShare))}
            </p>
          </section>`,
        )}
      </div>
      ${heatLegend(language, null)}`;
  }

  renderTable() {
    const { language, drawn } = this;
    const pairs = Math.max(0, ...drawn.map((/** @type {any} */ { frequencies }) => frequencies.invFreq.length));
    return html`<number-table
      .language=${language}
      .columns=${[translate(language, 'position.pair'), ...drawn.map((/** @type {any} */ variant) => `${variantName(language, variant)}, ${translate(language, 'position.frequency')}`)]}
      .rows=${() =>
        Array.from({ length: pairs }, (_, pair) => [
          formatInteger(language, pair),
          ...drawn.map((/** @type {any} */ { frequencies }) => statistic('inv-freq', frequencies.invFreq[pair], formatShort(language, frequencies.invFreq[pair] ?? null, 9))),
        ])}
    ></number-table>`;
  }

  render() {
    const { data, language, size } = this;
    if (!data || this.spoken !== language) return nothing;
    const { drawn } = this;
    const plain = drawn.find((/** @type {any} */ { id }) => id === 'default')?.frequencies ?? drawn[0]?.frequencies;
    const legend = curvesLegend(drawn.map((/** @type {any} */ variant) => ({ at: variant.at, name: variantName(language, variant) })));
    return html`${sourceBoxes(this)} ${this.renderProblems()}
      ${plain
        ? html`<h3>${translate(language, 'position.waves')}</h3>
            ${legend} ${wavelengthChart(language, data, drawn, size.width)}
            ${drawn.length > 1 ? stretchChart(language, drawn, plain, size.width) : nothing}
            ${variantsTable(language, drawn, plain, data.rows)}
            <h3>${translate(language, 'position.scores')}</h3>
            <p class="figure-note">${translateRich(language, 'position.scores-note')}</p>
            ${legend} ${scoreChart(language, data, drawn, size.width)}`
        : nothing}
      ${this.renderRows()}
      ${plain
        ? html`<h3>${translate(language, 'position.programs')}</h3>
            ${flagsTable(language, data)} ${comparison(language, data)} ${this.renderTable()}`
        : nothing}`;
  }
}

customElements.define('position-figure', PositionFigure);
