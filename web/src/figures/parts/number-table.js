/**
 * <number-table>: the numbers of a figure as a table, built only when the reader opens it.
 * `rows` is a function, so that a closed table costs nothing.
 */
import { LitElement, html, nothing } from 'lit';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

/** A table longer than this is cut, and says so. */
const mostRows = 2000;

export class NumberTable extends LitElement {
  static properties = {
    language: { type: String },
    columns: { attribute: false },
    rows: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    this.language = 'en';
    /** @type {readonly string[]} */
    this.columns = [];
    /** @type {() => readonly (readonly unknown[])[]} the first cell of each row is its heading */
    this.rows = () => [];
    this.open = false;
    /** On paper nobody can open it. */
    this.show = () => {
      this.open = true;
      this.querySelector('details')?.setAttribute('open', '');
    };
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('beforeprint', this.show);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('beforeprint', this.show);
  }

  createRenderRoot() {
    return this;
  }

  renderTable() {
    const { language } = this;
    const rows = this.rows();
    return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${translate(language, 'figure.table')}>
        <table class="numbers">
          <thead>
            <tr>${this.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
          </thead>
          <tbody>
            ${rows.slice(0, mostRows).map(
              ([heading, ...cells]) => html`<tr><th scope="row">${heading}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${rows.length > mostRows
        ? html`<p class="figure-note">${translate(language, 'figure.table-cut', { shown: formatInteger(language, mostRows), total: formatInteger(language, rows.length) })}</p>`
        : nothing}`;
  }

  render() {
    // The element itself keeps whether it is open: setting that at each new picture could take back a click it is about to report.
    return html`<details @toggle=${(/** @type {any} */ event) => (this.open = event.target.open)}>
      <summary>${translate(this.language, 'figure.table')}</summary>
      ${this.open ? this.renderTable() : nothing}
    </details>`;
  }
}

customElements.define('number-table', NumberTable);
