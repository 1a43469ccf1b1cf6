/**
 * <position-figure>: rotary positions and their scaling variants: wavelengths, the score over the distance, the same weight
 * rows under each of them, and the same positions in llama.cpp.
 * data: of lab/computations/position.js
 */
import { LitElement, html, nothing } from 'lit';
import { emitChange } from '../controls/change-event.js';
import { loadChapter, translate, translateRich } from '../text/index.js';
import { formatInteger, formatNumber, formatPercent, formatShort, isolate } from '../text/numbers.js';
import { curvesLegend } from './parts/curves-chart.js';
import { heatLegend } from './parts/heat-legend.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import { noteList, noteText, refusalText } from './memory/notes.js';
import { stretchChart, wavelengthChart } from './position/frequency-charts.js';
import { comparison, flagsTable } from './position/llama-panel.js';
import { variantName } from './position/names.js';
import { scoreChart } from './position/score-chart.js';
import { variantsTable } from './position/variants-table.js';
import { textBox } from './position/text-box.js';
import './parts/number-table.js';
import './parts/weight-rows.js';

let figures = 0;

export class PositionFigure extends LitElement {
  static properties = {
    data: { attribute: false },
    parameters: { attribute: false },
    language: { type: String },
    spoken: { state: true },
  };

  constructor() {
    super();
    /** @type {any} */
    this.data = null;
    /** @type {import('../state/parameters.js').Values} */
    this.parameters = {};
    this.language = 'en';
    /** The language in which warnings can be worded. */
    this.spoken = '';
    this.size = new WidthController(this);
    figures += 1;
    this.idPrefix = `position-${figures}`;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('language') && this.spoken !== this.language) this.loadWords(this.language);
  }

  /** Warnings about a config are worded with the figure `memory`. @param {string} language */
  async loadWords(language) {
    await loadChapter(language, 'memory');
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

  renderProblems() {
    const { data, language } = this;
    const { configured, variants } = data;
    return html`${configured ? noteList(language, configured.warnings) : nothing}
      ${configured?.error ? html`<p class="problem" role="alert" data-config-error=${configured.error.code}>${noteText(language, configured.error)}</p>` : nothing}
      ${variants
        .filter((/** @type {any} */ { problem }) => problem)
        .map((/** @type {any} */ variant) => html`<p class="problem" role="alert" data-variant-problem=${variant.id}>${this.problemText(variant)}</p>`)}`;
  }

  /** @param {any} variant */
  problemText(variant) {
    const { language } = this;
    const { code, values = {}, message } = variant.problem;
    const name = variantName(language, variant);
    if (code === 'not-even') return translate(language, 'position.odd-head', { variant: name, width: formatInteger(language, values.given) });
    return translate(language, 'position.cannot', { variant: name, problem: isolate(language, message) });
  }

  renderRows() {
    const { data, language } = this;
    return html`<h3>${translate(language, 'position.rows')}</h3>
      <p class="figure-note">${translate(language, 'position.rows-note', { step: formatInteger(language, data.step), last: formatInteger(language, data.step * (data.rows[0].attention.keys - 1)) })}</p>
      <div class="configurations variants-rows">
        ${data.rows.map(
          (/** @type {any} */ { id, layerType, attention }) => html`<section class="configuration" data-variant=${id}>
            <h4 class="rule-heading"><span>${variantName(language, { id, layerType })}</span></h4>
            <weight-rows .attention=${{ ...attention, output: null }} .label=${variantName(language, { id, layerType })} .language=${language}></weight-rows>
            <p class="figure-note">
              ${translate(language, 'stat.mean-entropy')}: ${statistic('mean-entropy', attention.meanEntropy, formatNumber(language, attention.meanEntropy, 4))},
              ${statistic('share', attention.entropyShare, formatPercent(language, attention.entropyShare))}
            </p>
          </section>`,
        )}
      </div>
      ${heatLegend(language, null)}`;
  }

  renderBoxes() {
    const { language, data, parameters } = this;
    const { command } = data.llama;
    const commandState = command?.problem
      ? html`<p class="problem">${refusalText(language, command.problem)}</p>`
      : html`${command?.error ? html`<p class="problem">${noteText(language, command.error)}</p>` : nothing}${command ? noteList(language, command.warnings) : nothing}`;
    return html`<div class="position-boxes">
      ${textBox(language, { id: `${this.idPrefix}-config`, name: 'config', text: parameters.config, onText: (text) => emitChange(this, 'config', text), state: nothing })}
      ${textBox(language, { id: `${this.idPrefix}-command`, name: 'command', text: parameters.command, onText: (text) => emitChange(this, 'command', text), state: commandState })}
    </div>`;
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
    return html`${this.renderProblems()}
      ${plain
        ? html`<h3>${translate(language, 'position.waves')}</h3>
            ${legend} ${wavelengthChart(language, data, drawn, size.width)} ${stretchChart(language, drawn, plain, size.width)}
            ${variantsTable(language, drawn, plain, data.rows)}
            <h3>${translate(language, 'position.scores')}</h3>
            <p class="figure-note">${translateRich(language, 'position.scores-note')}</p>
            ${legend} ${scoreChart(language, data, drawn, size.width)}`
        : nothing}
      ${this.renderRows()}
      <h3>${translate(language, 'position.programs')}</h3>
      ${flagsTable(language, data)} ${this.renderBoxes()} ${comparison(language, data)} ${this.renderTable()}`;
  }
}

customElements.define('position-figure', PositionFigure);
