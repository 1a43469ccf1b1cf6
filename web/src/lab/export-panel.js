/**
 * <export-panel>: what a figure shows, to take along: numbers, pictures, and code that gives the same numbers. Loaded
 * when the reader opens it.
 */
import { LitElement, html, nothing } from 'lit';
import { csvText, jsonText } from '../formats/export-numbers.js';
import { picturePng } from '../formats/picture/figure-svg.js';
import { codeOf, extensions } from '../formats/code/index.js';
import { headsFile } from '../formats/code/heads.js';
import { figureTable, hasFigureTable } from '../formats/figure-tables.js';
import { dataFile } from '../formats/heads-file.js';
import { parameterOf } from '../state/parameters.js';
import { writeParameter } from '../state/kinds.js';
import { toLatinDigits } from '../text/numbers.js';
import { errorText } from '../text/error-text.js';
import { hasText, translate } from '../text/index.js';
import { catalogue } from './catalogue.js';
import { figurePicture, pictureName } from './figure-picture.js';
import { offerFile } from './offer-file.js';
import { printFigure } from './printing.js';

/** @typedef {import('../formats/code/index.js').Target} Target */

export class ExportPanel extends LitElement {
  static properties = {
    figure: { type: String },
    element: { attribute: false },
    data: { attribute: false },
    parameters: { attribute: false },
    language: { type: String },
    engine: { attribute: false },
    target: { state: true },
    code: { state: true },
    theme: { state: true },
    message: { state: true },
  };

  constructor() {
    super();
    this.figure = '';
    /** @type {any} the figure's element */
    this.element = null;
    /** @type {any} what the figure shows */
    this.data = null;
    /** @type {import('../state/parameters.js').Values} */
    this.parameters = {};
    this.language = 'en';
    /** @type {Promise<any> | undefined} */
    this.engine = undefined;
    /** @type {Target} */
    this.target = 'python';
    this.code = '';
    /** @type {'light' | 'dark'} */
    this.theme = 'light';
    this.message = '';
  }

  createRenderRoot() {
    return this;
  }

  get entry() {
    return catalogue[this.figure];
  }

  /** The languages in which the figure's numbers can be computed. @returns {Target[]} */
  get targets() {
    return /** @type {Target[]} */ (Object.keys(codeOf[this.figure] ?? {}));
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (this.targets.length > 0 && ['parameters', 'data', 'target', 'engine'].some((name) => changed.has(name))) this.write();
  }

  async write() {
    const { target, parameters, data, figure } = this;
    const { version } = await this.engineInfo();
    if (target === this.target && data === this.data) this.code = codeOf[figure][target]?.(parameters, version, data) ?? '';
  }

  async engineInfo() {
    return (await this.engine)?.info ?? { version: '', variant: '' };
  }

  /** Where the data of a figure come from that are not drawn by a seed, and the settings that then play no part. @returns {{ source: string, unused: readonly string[] }} */
  get source() {
    return this.element.origin ?? { source: '', unused: [] };
  }

  async origin() {
    const { version, variant } = await this.engineInfo();
    const { source, unused } = this.source;
    const keys = [...this.entry.keys, ...(this.entry.controls ?? [])].filter((key) => !unused.includes(key));
    return {
      version,
      module: variant,
      figure: this.figure,
      parameters: {
        ...Object.fromEntries(keys.map((key) => [key, writeParameter(parameterOf(key), this.parameters[key])])),
        ...(source ? { source } : {}),
      },
    };
  }

  get hasTable() {
    return 'table' in this.element || hasFigureTable(this.figure) || this.element.querySelector('number-table') !== null;
  }

  /** The figure's own table at full precision, else the one it shows. */
  table() {
    const table = this.element.table ?? figureTable(this.figure, this.element.data, this.parameters);
    if (table) return table;
    const shown = this.element.querySelector('number-table');
    if (!shown) return null;
    const latin = (/** @type {unknown} */ text) => (typeof text === 'string' ? toLatinDigits(text).replace('\u066a', '%') : text);
    return { columns: shown.columns, rows: shown.rows().map((/** @type {unknown[]} */ row) => row.map(latin)) };
  }

  /** @type {Record<string, () => Promise<Blob>>} */
  makers = {
    csv: async () => new Blob([csvText(await this.origin(), /** @type {any} */ (this.table()))], { type: 'text/csv' }),
    json: async () => new Blob([jsonText(await this.origin(), this.element.shown ?? this.element.data)], { type: 'application/json' }),
    svg: async () => new Blob([(await figurePicture(this, this.theme)).text], { type: 'image/svg+xml' }),
    png: async () => picturePng(await figurePicture(this, this.theme)),
    safetensors: async () => dataFile(this.data),
  };

  /** @param {string} kind */
  async save(kind) {
    const isPicture = kind === 'svg' || kind === 'png';
    const name = isPicture ? pictureName(this, this.theme, kind) : `attention-lab-${this.figure}.${kind}`;
    try {
      this.offer(await this.makers[kind](), kind === 'safetensors' ? headsFile : name);
    } catch (error) {
      this.message = errorText(this.language, error);
    }
  }

  /** @param {Blob} blob @param {string} name */
  offer(blob, name) {
    offerFile(blob, name);
    this.message = translate(this.language, 'export.saved', { name });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.code);
      this.message = translate(this.language, 'export.copied');
    } catch {
      // Not allowed here (a frame, an old browser): what is to be copied is selected for the reader's own hand.
      getSelection()?.selectAllChildren(/** @type {Element} */ (this.querySelector('pre')));
      this.message = translate(this.language, 'export.selected');
    }
  }

  /** @param {string} kind */
  saveButton(kind) {
    return html`<button type="button" data-export=${kind} @click=${() => this.save(kind)}>${kind.toUpperCase()}</button>`;
  }

  renderCode() {
    const { language, figure, target, targets, data } = this;
    const name = `attention-lab-${figure}.${extensions[target]}`;
    const note = `export.${figure}-note`;
    return html`<fieldset class="export-code">
      <legend>${translate(language, 'export.code')}</legend>
      <div class="export-row" role="radiogroup" aria-label=${translate(language, 'export.code')}>
        ${targets.map(
          (id) => html`<label class="check">
            <input type="radio" name=${`target-${this.figure}`} .checked=${id === target} @change=${() => (this.target = id)} />
            <span>${translate(language, `export.${id}`)}</span>
          </label>`,
        )}
      </div>
      <p class="figure-note">
        ${translate(language, `export.${target}-note`)} ${hasText(language, note) ? translate(language, note) : nothing}
        ${data?.read ? this.saveButton('safetensors') : nothing}
      </p>
      <pre dir="ltr" tabindex="0" role="group" aria-label=${translate(language, `export.${target}`)} data-code=${target}>${this.code}</pre>
      <div class="export-row">
        <button type="button" data-export="copy" @click=${this.copy}>${translate(language, 'export.copy')}</button>
        <button type="button" class="quiet" @click=${() => this.offer(new Blob([this.code], { type: 'text/plain' }), name)}>
          ${translate(language, 'export.save')}
        </button>
      </div>
    </fieldset>`;
  }

  render() {
    const { language } = this;
    return html`
      <p class="figure-note">${translate(language, 'export.note')}</p>
      <fieldset>
        <legend>${translate(language, 'export.numbers')}</legend>
        <div class="export-row">${this.hasTable ? this.saveButton('csv') : nothing} ${this.saveButton('json')}</div>
      </fieldset>
      <fieldset>
        <legend>${translate(language, 'export.picture')}</legend>
        <div class="export-row">
          ${/** @type {const} */ (['light', 'dark']).map(
            (theme) => html`<label class="check">
              <input type="radio" name=${`theme-${this.figure}`} .checked=${theme === this.theme} @change=${() => (this.theme = theme)} />
              <span>${translate(language, `theme.${theme}`)}</span>
            </label>`,
          )}
          ${this.saveButton('svg')} ${this.saveButton('png')}
          ${this.closest('.chapter')
            ? html`<button type="button" data-export="print" @click=${() => printFigure(this)}>${translate(language, 'export.print')}</button>`
            : nothing}
        </div>
      </fieldset>
      ${this.targets.length > 0 ? this.renderCode() : html`<p class="figure-note" data-no-code>${translate(language, `export.${this.figure}-note`)}</p>`}
      <p class="figure-note" role="status">${this.message}</p>
    `;
  }
}

customElements.define('export-panel', ExportPanel);
