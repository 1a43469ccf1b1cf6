/**
 * <overflow-figure>: one row of softmax in four formats, every operation rounded: where it breaks with and without
 * subtracting the maximum, where sums lose terms, and the running maximum and sum of the online softmax.
 * data: { row, gain, keys, gains, rules: [{ rule, formats: [{ precision, trace of engine.overflow, breaks or null }] }] }
 */
import { html, nothing } from 'lit';
import { formatInteger, formatNumber, formatShort } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { gainChart } from './charts/gain-chart.js';
import { ruleHeading } from './parts/rule-heading.js';
import { statistic } from './parts/statistic.js';
import { WidthController } from './parts/width-controller.js';
import './parts/number-table.js';

/** More keys than this are left to the table. */
const mostKeys = 16;

export class OverflowFigure extends FigureElement {
  constructor() {
    super();
    this.size = new WidthController(this);
  }

  get summary() {
    const { language, data } = this;
    return (data?.rules ?? [])
      .flatMap((/** @type {any} */ { rule, formats }) =>
        formats.map((/** @type {any} */ { precision, trace }) =>
          translate(language, 'overflow.sentence', {
            rule: ruleText(language, rule),
            format: translate(language, `precision.${precision}`),
            naive: this.outcome(trace.naive),
            stable: this.outcome(trace.stable),
          }),
        ),
      )
      .join(' ');
  }

  /** What happened, in words. @param {{ event: any }} softmax */
  outcome({ event }) {
    const { language } = this;
    if (!event) return translate(language, 'overflow.fits');
    if (event.code === 'underflow') return translate(language, 'overflow.underflow');
    return translate(language, `overflow.at-${event.stage}`, { key: formatInteger(language, event.key + 1) });
  }

  /** @param {any} softmax @param {string} name */
  renderOutcome(softmax, name) {
    return html`<td class=${softmax.event ? 'broken' : ''}>
      <span data-stat=${name} data-value=${softmax.event ? `${softmax.event.code} ${softmax.event.stage} ${softmax.event.key}` : ''}>${this.outcome(softmax)}</span>
    </td>`;
  }

  /** @param {any} format */
  renderFormat({ precision, trace, breaks }) {
    const { language } = this;
    const limit = Math.log(trace.largest);
    const gain = (/** @type {string} */ name) => {
      if (!breaks) return nothing;
      const text = breaks[name] === null ? translate(language, 'overflow.beyond') : formatShort(language, breaks[name], 3);
      return statistic(`break-${name}`, breaks[name], text);
    };
    return html`<tr data-format=${precision}>
      <th scope="row">${translate(language, `precision.${precision}`)}</th>
      <td>${statistic('largest', trace.largest, formatShort(language, trace.largest, 5))}</td>
      <td>${statistic('exp-limit', limit, formatNumber(language, limit, 2))}</td>
      ${this.renderOutcome(trace.naive, 'naive')} ${this.renderOutcome(trace.stable, 'stable')}
      <td>${statistic('lost', trace.stable.lost, formatInteger(language, trace.stable.lost))}</td>
      <td>${gain('naive')}</td>
      <td>${gain('stable')}</td>
      <td>${gain('scaledFirst')}</td>
    </tr>`;
  }

  /** @param {any} rule */
  renderRule({ rule, formats }) {
    const { language, data } = this;
    const heads = ['format', 'largest', 'limit', 'naive', 'stable', 'lost', 'naive-break', 'stable-break', 'first-break'];
    const label = translate(language, 'overflow.formats', { rule: ruleText(language, rule) });
    return html`<section class="configuration" data-scale=${String(rule)}>
      ${ruleHeading(language, rule)}
      <div class="table-scroll" tabindex="0" role="group" aria-label=${label}>
        <table class="numbers">
          <thead><tr>${heads.map((head) => html`<th scope="col">${translateRich(language, `overflow.${head}`)}</th>`)}</tr></thead>
          <tbody>${formats.map((/** @type {any} */ format) => this.renderFormat(format))}</tbody>
        </table>
      </div>
      ${formats[0].breaks ? gainChart(language, formats, data.gains, data.gain, this.size.width, translate(language, 'overflow.chart')) : nothing}
    </section>`;
  }

  /** @param {any} trace @param {number} j @returns {string[]} */
  stepOf({ logits, scaled, naive, stable, online }, j) {
    const { language } = this;
    const number = (/** @type {number} */ value) => (Number.isNaN(value) ? translate(language, 'overflow.none') : formatShort(language, value, 4));
    const event = [naive, stable].find((softmax) => softmax.event?.key === j && softmax.event.code === 'overflow');
    return [
      formatInteger(language, j + 1),
      ...[logits, scaled, naive.terms, naive.sums].map((numbers) => number(numbers[j])),
      ...[stable.terms, stable.sums, online.maxima, online.sums, stable.weights].map((numbers) => number(numbers[j])),
      event ? this.outcome(event) : '',
    ];
  }

  renderSteps() {
    const { language, data, parameters } = this;
    const [{ rule, formats }] = data.rules;
    const { trace } = formats.find((/** @type {any} */ { precision }) => precision === parameters.format);
    const columns = ['key', 'logit', 'scaled', 'term', 'sum', 'shifted-term', 'shifted-sum', 'running-max', 'running-sum', 'weight', 'event'].map((name) => translate(language, `overflow.${name}`));
    const title = translate(language, 'overflow.steps', {
      format: translate(language, `precision.${parameters.format}`),
      rule: ruleText(language, rule),
      row: formatInteger(language, data.row + 1),
      gain: formatShort(language, data.gain),
    });
    const shown = Math.min(mostKeys, data.keys);
    return html`<h3>${title}</h3>
      <div class="table-scroll" tabindex="0" role="group" aria-label=${title}>
        <table class="numbers steps">
          <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>
            ${Array.from({ length: shown }, (_, j) => {
              const [heading, ...cells] = this.stepOf(trace, j);
              return html`<tr class=${cells[cells.length - 1] ? 'broken' : ''}><th scope="row">${heading}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
            })}
          </tbody>
        </table>
      </div>
      <p class="figure-note">${translate(language, 'overflow.lost-terms', { naive: formatInteger(language, trace.naive.lost), stable: formatInteger(language, trace.stable.lost) })}</p>
      <number-table .language=${language} .columns=${columns} .rows=${() => Array.from({ length: data.keys }, (_, j) => this.stepOf(trace, j))}></number-table>`;
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    return html`<p class="figure-note">
        ${translate(language, 'overflow.caption', { row: formatInteger(language, data.row + 1), keys: formatInteger(language, data.keys), gain: formatShort(language, data.gain) })}
      </p>
      ${data.rules.map((/** @type {any} */ rule) => this.renderRule(rule))} ${this.renderSteps()}`;
  }
}

customElements.define('overflow-figure', OverflowFigure);
