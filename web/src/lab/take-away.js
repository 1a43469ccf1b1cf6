/**
 * <take-away>: what a reader takes from a figure, in two panels below it: its numbers, pictures and code, and links, tags and lessons.
 * Neither is loaded before it is opened.
 */
import { LitElement, html, nothing } from 'lit';
import { loadChapter, translate } from '../text/index.js';

export class TakeAway extends LitElement {
  static properties = {
    figure: { type: String },
    element: { attribute: false },
    data: { attribute: false },
    parameters: { attribute: false },
    shown: { attribute: false },
    language: { type: String },
    engine: { attribute: false },
    lab: { attribute: false },
    exporting: { state: true },
    sharing: { state: true },
  };

  constructor() {
    super();
    this.figure = '';
    /** @type {any} the figure's element */
    this.element = null;
    /** @type {any} what it shows */
    this.data = null;
    /** @type {import('../state/parameters.js').Values} */
    this.parameters = {};
    /** @type {import('../state/parameters.js').Values} those of the picture that is shown */
    this.shown = {};
    this.language = 'en';
    /** @type {Promise<any> | undefined} */
    this.engine = undefined;
    /** The lab's page and folder, for what leads there. */
    this.lab = { page: '', folder: '' };
    /** Whether each panel was opened. */
    this.exporting = false;
    this.sharing = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Event} event */
  async openExport(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)) return;
    await Promise.all([import('./export-panel.js'), loadChapter(this.language, 'export')]);
    this.exporting = true;
  }

  /** @param {Event} event */
  async openShare(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)) return;
    await Promise.all([import('./share-panel.js'), ...['share', 'export'].map((chapter) => loadChapter(this.language, chapter))]);
    this.sharing = true;
  }

  render() {
    const { figure, element, data, language, engine } = this;
    return html`
      <details class="export" @toggle=${this.openExport}>
        <summary>${translate(language, 'export.title')}</summary>
        ${this.exporting
          ? html`<export-panel .figure=${figure} .element=${element} .data=${data} .parameters=${this.shown} .language=${language} .engine=${engine}></export-panel>`
          : nothing}
      </details>
      <details class="export share" @toggle=${this.openShare}>
        <summary>${translate(language, 'share.title')}</summary>
        ${this.sharing
          ? html`<share-panel
              .figure=${figure}
              .element=${element}
              .parameters=${this.parameters}
              .language=${language}
              .engine=${engine}
              .lab=${this.lab}
            ></share-panel>`
          : nothing}
      </details>
    `;
  }
}

customElements.define('take-away', TakeAway);
