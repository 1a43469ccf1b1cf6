/**
 * <rows-figure>: the weight rows of every chosen configuration on the same data, each row with its entropy and its
 * output, and the summary under them.
 * data: { configurations: [{ rule, attention }] }
 */
import { html, nothing } from 'lit';
import { formatNumber, formatPercent } from '../text/numbers.js';
import { translate } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { rowsTable } from './rows/rows-table.js';
import { rowsValues } from './rows/rows-values.js';
import { cellDetail, hasSink } from './rows/cell-detail.js';
import { eventList } from './rows/event-list.js';
import { heatLegend } from './parts/heat-legend.js';
import { summaryTable } from './rows/summary-table.js';
import { ruleHeading } from './parts/rule-heading.js';
import { largestSize } from './parts/extent.js';
import { numbersUpTo } from './parts/weight-rows.js';

/** @typedef {import('../state/parameters.js').Rule} Rule @typedef {{ rule: Rule, attention: any }} Configuration */

/** Grids of more columns with numbers in them stand below each other. */
const sideBySide = 10;

/** @extends {FigureElement<{ configurations: Configuration[] }>} */
export class RowsFigure extends FigureElement {
  static properties = {
    names: { attribute: false },
    pointed: { state: true },
    chosen: { state: true },
  };

  constructor() {
    super();
    /** Words for rows and columns, in place of numbers. */
    this.names = { queries: null, keys: null };
    /** @type {import('./parts/weight-rows.js').Place | null} under the pointer */
    this.pointed = null;
    /** @type {import('./parts/weight-rows.js').Place | null} focused or tapped */
    this.chosen = null;
  }

  /** The picture in one sentence per configuration, for the live region. */
  get summary() {
    const { language } = this;
    return (this.data?.configurations ?? [])
      .map(({ rule, attention }) =>
        translate(language, attention.entropyShare === null ? 'rows.sentence-alone' : 'rows.sentence', {
          rule: ruleText(language, rule),
          weight: formatNumber(language, attention.maxWeight, 6),
          share: formatPercent(language, attention.entropyShare),
        }),
      )
      .join(' ');
  }

  /** For export. */
  get table() {
    return rowsValues(this.data?.configurations ?? []);
  }

  /** The place whose numbers are shown: the reader's, or the largest weight of the first configuration. */
  get place() {
    const { attention } = /** @type {NonNullable<typeof this.data>} */ (this.data).configurations[0];
    const place = this.pointed ?? this.chosen;
    return place && place.row < attention.n && place.key < attention.keys ? place : placeOfLargest(attention);
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const show = this.parameters.show ?? 'weights';
    const attentions = data.configurations.map(({ attention }) => attention);
    const largest = show === 'weights' ? 1 : Math.max(...attentions.map((attention) => largestSize(attention[show]))) || 1;
    const largestOutput = Math.max(...attentions.map(({ output }) => largestSize(output ?? []))) || 1;
    const { place } = this;
    return html`
      <p class="figure-note">${translate(language, 'rows.axes')}</p>
      <div
        class=${attentions[0].keys > sideBySide && attentions[0].keys <= numbersUpTo ? 'configurations stacked' : 'configurations'}
        @point=${(/** @type {CustomEvent} */ event) => (this.pointed = event.detail)}
        @choose=${(/** @type {CustomEvent} */ event) => (this.chosen = event.detail)}
      >
        ${data.configurations.map(
          ({ rule, attention }) => html`<section class="configuration" data-scale=${String(rule)}>
            ${ruleHeading(language, rule)}
            <weight-rows
              .attention=${attention}
              .label=${ruleText(language, rule)}
              .show=${show}
              .largest=${largest}
              .largestOutput=${largestOutput}
              .place=${place}
              .language=${language}
              .names=${this.names}
            ></weight-rows>
            ${hasSink(rule) ? html`<p class="figure-note" data-sink-note>${translate(language, 'rules.sink-note')}</p>` : nothing}
            ${eventList(language, attention.events)}
          </section>`,
        )}
      </div>
      ${heatLegend(language, show === 'weights' ? null : largest)}
      ${cellDetail(language, data.configurations, place, this.parameters)}
      ${summaryTable(language, data.configurations)} ${rowsTable(language, data.configurations)}
    `;
  }
}

/** @param {any} attention */
function placeOfLargest({ weights, keys }) {
  let largest = 0;
  for (let index = 1; index < weights.length; index += 1) if (weights[index] > weights[largest]) largest = index;
  return { row: Math.floor(largest / keys), key: largest % keys };
}

customElements.define('rows-figure', RowsFigure);
