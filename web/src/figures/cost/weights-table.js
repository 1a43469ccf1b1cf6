/** <weights-table>: the n x n table, by formula, and the largest n that fits in the reader's memory. */
import { LitElement, html } from 'lit';
import { effective } from '../../state/parameters.js';
import { formatInteger, formatNumber } from '../../text/numbers.js';
import { translate, translateRich } from '../../text/index.js';
import { statistic } from '../parts/statistic.js';
import { largestLength, tableLengths, weightsMemory } from '../parts/weights-memory.js';

/** Enough decimals to tell 61.04 GiB from 65.536 GB, and a small table from nothing. @param {number} size */
const decimals = (size) => (size >= 0.01 ? 3 : 6);

export class WeightsTable extends LitElement {
  static properties = { language: { type: String }, parameters: { attribute: false } };

  constructor() {
    super();
    this.language = 'en';
    /** @type {import('../../state/parameters.js').Values} */
    this.parameters = {};
  }

  createRenderRoot() {
    return this;
  }

  get matrices() {
    const { mheads, mlayers, batch, numbers } = this.parameters;
    return { heads: mheads, layers: mlayers, batch, format: numbers };
  }

  /** The largest n that fits. */
  get largest() {
    return largestLength(this.parameters.ram * 2 ** 30, this.matrices);
  }

  get question() {
    const { ram, numbers: format } = this.parameters;
    return translate(this.language, 'cost.largest', { ram: formatNumber(this.language, ram, Number.isInteger(ram) ? 0 : 1), format });
  }

  get summary() {
    return `${this.question} ${formatInteger(this.language, this.largest)}.`;
  }

  /** @param {number} n */
  renderRow(n) {
    const { language } = this;
    const { bytes, gigabytes, gibibytes, causalBytes } = weightsMemory(n, this.matrices);
    const fits = bytes <= this.parameters.ram * 2 ** 30;
    return html`<tr data-n=${n} class=${fits ? '' : 'too-large'}>
      <th scope="row">${formatInteger(language, n)}</th>
      <td>${statistic('weights', n * n, formatInteger(language, n * n))}</td>
      <td>${statistic('gigabytes', gigabytes, formatNumber(language, gigabytes, decimals(gigabytes)))}</td>
      <td>${statistic('gibibytes', gibibytes, formatNumber(language, gibibytes, decimals(gibibytes)))}</td>
      <td class="aside">${formatNumber(language, causalBytes / 1e9, decimals(gigabytes))}</td>
      <td>${translate(language, fits ? 'cost.fits' : 'cost.does-not-fit')}</td>
    </tr>`;
  }

  render() {
    const { language, parameters, matrices } = this;
    const { n, dk, tokens, numbers: format } = parameters;
    const keys = effective(parameters, 'keys');
    const { largest } = this;
    const lengths = [...new Set([...tableLengths, tokens])].sort((a, b) => a - b);
    const shown = (/** @type {number} */ value) => formatInteger(language, value);
    const caption = translate(language, 'cost.matrix-caption', {
      format,
      heads: shown(matrices.heads),
      layers: shown(matrices.layers),
      batch: shown(matrices.batch),
    });
    const headings = ['n', 'weights', 'gigabytes', 'gibibytes', 'causal', 'fits'];
    return html`<h3>${translate(language, 'cost.matrix-title')}</h3>
      <p>
        ${translate(language, 'cost.multiplications', { n: shown(n), keys: shown(keys), dk: shown(dk) })}
        <strong>${statistic('multiplications', n * keys * dk, shown(n * keys * dk))}</strong>
      </p>
      <p>
        ${this.question}
        <strong>${statistic('largest-n', largest, shown(largest))}</strong>
      </p>
      <p class="figure-note">${caption}</p>
      <div class="table-scroll" tabindex="0" role="group" aria-label=${caption}>
        <table class="weights-memory">
          <thead>
            <tr>${headings.map((name) => html`<th scope="col">${translateRich(language, `cost.matrix-${name}`)}</th>`)}</tr>
          </thead>
          <tbody>${lengths.map((length) => this.renderRow(length))}</tbody>
        </table>
      </div>`;
  }
}

customElements.define('weights-table', WeightsTable);
