/**
 * <trend-figure>: what several seeds say together, for each rule and width: the article's trend table with the spread
 * of every column beside it.
 * data: { seeds, uniformEntropy, rows } with the rows of engine.sweep
 */
import { html, nothing, svg } from 'lit';
import { formatInteger, formatNumber, formatPercent } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { ruleName, ruleText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { scaleLinear } from './charts/scale.js';
import { statistic } from './parts/statistic.js';

/** Width of the bars of the share, in pixels. */
const barWidth = 110;
const barHeight = 16;

/** @extends {FigureElement<{ seeds: number, uniformEntropy: number, rows: any[] }>} */
export class TrendFigure extends FigureElement {
  get summary() {
    const { language, data } = this;
    return (data?.rows ?? [])
      .map(({ scale, dK, entropyShare }) =>
        translate(language, entropyShare === null ? 'trend.sentence-alone' : 'trend.sentence', {
          rule: ruleText(language, scale),
          dk: formatInteger(language, dK),
          share: formatPercent(language, entropyShare),
        }),
      )
      .join(' ');
  }

  /** The mean share as a bar with its 95 % interval. @param {any} row */
  renderShare({ entropyShare, shareInterval }) {
    if (entropyShare === null) return nothing;
    const x = scaleLinear([0, 1], [0, barWidth]);
    const [low, high] = shareInterval;
    const middle = barHeight / 2;
    return html`<svg class="share-bar" width=${barWidth} height=${barHeight} aria-hidden="true">
      <rect class="track" width=${barWidth} height="8" y="4" />
      <rect class="bar" width=${x(entropyShare)} height="8" y="4" />
      ${low === null || high === null
        ? nothing
        : svg`<path class="whisker" d="M${x(low)} ${middle}H${x(high)}M${x(low)} 2V${barHeight - 2}M${x(high)} 2V${barHeight - 2}" />`}
    </svg>`;
  }

  /** @param {any} row @param {number} at @param {number} lines  lines of this rule */
  renderRow(row, at, lines) {
    const { language } = this;
    const { scale, dK, maxWeight, meanMaxWeight, meanEntropy, entropyDeviation, entropyShare, shareInterval } = row;
    const [low, high] = shareInterval;
    return html`<tr data-scale=${String(scale)} data-dk=${dK} class=${at === 0 ? 'group-start' : ''}>
      ${at === 0 ? html`<th scope="rowgroup" rowspan=${lines}>${ruleName(language, scale)}</th>` : nothing}
      <th scope="row" class="number">${formatInteger(language, dK)}</th>
      <td>${statistic('max-weight', maxWeight, formatNumber(language, maxWeight, 5))}</td>
      <td class="aside">${statistic('mean-max-weight', meanMaxWeight, formatNumber(language, meanMaxWeight, 5))}</td>
      <td>
        <bdi dir="ltr">
          ${statistic('mean-entropy', meanEntropy, formatNumber(language, meanEntropy, 2))}
          ${entropyDeviation === null
            ? nothing
            : html`<span class="aside">${translate(language, 'trend.plus-minus', { deviation: formatNumber(language, entropyDeviation, 2) })}</span>`}
        </bdi>
      </td>
      <td>${statistic('share', entropyShare, formatPercent(language, entropyShare))}</td>
      <td>${this.renderShare(row)}</td>
      <td class="aside">
        ${low === null || high === null
          ? formatNumber(language, null)
          : translate(language, 'trend.interval', { low: formatPercent(language, low), high: formatPercent(language, high) })}
      </td>
    </tr>`;
  }

  render() {
    const { data, language } = this;
    if (!data) return nothing;
    const rules = [...new Set(data.rows.map(({ scale }) => scale))];
    const heading = (/** @type {string} */ name) => html`<th scope="col">${translateRich(language, name)}</th>`;
    return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'trend.table')}>
        <table class="trend">
          <caption>
            ${translate(language, 'trend.caption', {
              seeds: formatInteger(language, data.seeds),
              n: formatInteger(language, this.parameters.n),
              maximum: formatNumber(language, data.uniformEntropy, 4),
            })}
          </caption>
          <thead>
            <tr>
              ${['rows.configuration', 'trend.dk', 'trend.largest', 'trend.mean-largest', 'stat.mean-entropy', 'stat.share'].map(heading)}
              <th scope="col" colspan="2">${translate(language, 'trend.share-interval')}</th>
            </tr>
          </thead>
          ${rules.map((rule) => {
            const rows = data.rows.filter(({ scale }) => scale === rule);
            return html`<tbody>${rows.map((row, at) => this.renderRow(row, at, rows.length))}</tbody>`;
          })}
        </table>
      </div>
      <p class="figure-note">${translate(language, 'trend.convention')}</p>`;
  }
}

customElements.define('trend-figure', TrendFigure);
