/**
 * <share-panel>: what an author pastes to show a figure elsewhere, also as a lesson. Loaded when the reader opens it.
 */
import { LitElement, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { frameText, markdownText, pictureText, tagText } from '../formats/share-text.js';
import { defaultValues } from '../state/parameters.js';
import { changedEntries, formatHash } from '../state/url.js';
import { folderAddress } from '../state/address.js';
import { translate } from '../text/index.js';
import { catalogue } from './catalogue.js';
import { embedHeight } from './embed-heights.js';
import { errorText } from '../text/error-text.js';
import { figurePicture, pictureName } from './figure-picture.js';
import { lessonFields } from './lesson-fields.js';
import { offerFile } from './offer-file.js';
import '../style/share.css';

const kinds = /** @type {const} */ (['link', 'tag', 'frame', 'picture', 'markdown']);
const themes = /** @type {const} */ (['light', 'dark']);

/** Where the author says that the lab lives, for all figures of a page from a disk. */
let typedFolder = '';

export class SharePanel extends LitElement {
  static properties = {
    figure: { type: String },
    element: { attribute: false },
    parameters: { attribute: false },
    language: { type: String },
    engine: { attribute: false },
    lab: { attribute: false },
    kind: { state: true },
    typed: { state: true },
    lesson: { state: true },
    pictures: { state: true },
    message: { state: true },
  };

  constructor() {
    super();
    this.figure = '';
    /** @type {any} the figure's element */
    this.element = null;
    /** @type {import('../state/parameters.js').Values} */
    this.parameters = {};
    this.language = 'en';
    /** @type {Promise<any> | undefined} */
    this.engine = undefined;
    /** The lab's page and folder. */
    this.lab = { page: '', folder: '' };
    /** @type {typeof kinds[number]} */
    this.kind = 'link';
    this.typed = typedFolder;
    /** @type {import('./lesson-fields.js').Lesson | null} the page's own until the author changes it */
    this.lesson = null;
    /** @type {Record<string, { text: string, width: number, height: number }> | null} by theme, once they are asked for */
    this.pictures = null;
    this.message = '';
  }

  createRenderRoot() {
    return this;
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('parameters') || changed.has('language')) this.pictures = null;
    const isWanted = this.kind === 'picture' || this.kind === 'markdown';
    if (isWanted && this.pictures === null) this.draw();
  }

  async draw() {
    const { parameters, language } = this;
    try {
      const light = await figurePicture(this, 'light');
      const dark = await figurePicture(this, 'dark');
      if (parameters === this.parameters && language === this.language) this.pictures = { light, dark };
    } catch (error) {
      this.message = errorText(language, error);
    }
  }

  /** The lab's page and folder: this page's own, or what the author typed. @returns {{ page: string, folder: string } | null} */
  get place() {
    if (!this.lab.folder.startsWith('file:')) return this.lab;
    const folder = folderAddress(this.typed);
    return folder === null ? null : { page: folder, folder };
  }

  get lessonNow() {
    const { ask, predict, hide, lock } = this.parameters;
    return this.lesson ?? { ask, predict, hide, lock };
  }

  /** What the figure depends on, in the language of the page. */
  get values() {
    const { keys, controls = [] } = catalogue[this.figure];
    const own = Object.fromEntries([...keys, ...controls].map((key) => [key, this.parameters[key]]));
    return { ...defaultValues(), ...own, ...this.lessonNow, fig: this.figure, theme: this.parameters.theme, lang: this.language };
  }

  /** @param {{ page: string, folder: string }} place */
  text({ page, folder }) {
    const { figure, language, element, values, pictures, kind } = this;
    const hash = formatHash(values);
    const link = `${page}#${hash}`;
    if (kind === 'link') return link;
    const settings = changedEntries(values).filter(([key]) => key !== 'fig');
    const title = translate(language, `${figure}.title`);
    const shared = { settings, figure, title, summary: element.summary || title, link, folder, hash, height: embedHeight(figure) };
    if (kind === 'tag') return tagText(shared);
    if (kind === 'frame') return frameText(shared);
    const name = (/** @type {string} */ theme) => pictureName(this, theme, 'svg');
    if (kind === 'markdown') return markdownText(shared, name('light'));
    return pictures ? pictureText(shared, { light: name('light'), dark: name('dark'), ...pictures.light }) : '';
  }

  async copy() {
    const field = /** @type {HTMLTextAreaElement} */ (this.querySelector('[data-share="text"]'));
    try {
      await navigator.clipboard.writeText(field.value);
      this.message = translate(this.language, 'share.copied');
    } catch {
      // Not allowed here (a frame, an old browser): what is to be copied is selected for the reader's own hand.
      field.focus();
      field.select();
      this.message = translate(this.language, 'share.selected');
    }
  }

  /** @param {'light' | 'dark'} theme */
  save(theme) {
    const name = pictureName(this, theme, 'svg');
    offerFile(new Blob([String(this.pictures?.[theme].text)], { type: 'image/svg+xml' }), name);
    this.message = translate(this.language, 'share.saved', { name });
  }

  /** @param {Event} event */
  typeFolder(event) {
    typedFolder = /** @type {HTMLInputElement} */ (event.target).value;
    this.typed = typedFolder;
  }

  renderFolder() {
    const { language, typed } = this;
    if (!this.lab.folder.startsWith('file:')) return nothing;
    const isWrong = typed.trim() !== '' && this.place === null;
    return html`<label class="share-folder">
      <span>${translate(language, 'share.folder')}</span>
      <input type="url" dir="ltr" autocomplete="off" .value=${live(typed)} aria-invalid=${isWrong ? 'true' : 'false'} @input=${this.typeFolder} />
      <span class=${isWrong ? 'field-note problem' : 'field-note'}>${translate(language, isWrong ? 'share.folder-problem' : 'share.folder-note')}</span>
    </label>`;
  }

  renderSaving() {
    const { language, kind, pictures } = this;
    if (!pictures || (kind !== 'picture' && kind !== 'markdown')) return nothing;
    return (kind === 'picture' ? themes : themes.slice(0, 1)).map(
      (theme) => html`<button type="button" data-share=${theme} @click=${() => this.save(theme)}>
        ${translate(language, 'share.save', { name: pictureName(this, theme, 'svg') })}
      </button>`,
    );
  }

  render() {
    const { language, kind, place, figure } = this;
    return html`
      <p class="figure-note">${translate(language, 'share.note')}</p>
      ${this.renderFolder()}
      <div class="export-row" role="radiogroup" aria-label=${translate(language, 'share.as')}>
        ${kinds.map(
          (id) => html`<label class="check">
            <input type="radio" name=${`share-${figure}`} value=${id} .checked=${id === kind} @change=${() => (this.kind = id)} />
            <span>${translate(language, `share.${id}`)}</span>
          </label>`,
        )}
      </div>
      <p class="figure-note">${translate(language, `share.${kind}-note`)}</p>
      <textarea
        data-share="text"
        readonly
        dir="ltr"
        rows=${kind === 'link' ? 2 : 7}
        spellcheck="false"
        aria-label=${translate(language, 'share.text')}
        .value=${place ? this.text(place) : ''}
      ></textarea>
      <div class="export-row">
        <button type="button" data-share="copy" ?disabled=${!place} @click=${this.copy}>${translate(language, 'share.copy')}</button>
        ${this.renderSaving()}
      </div>
      <p class="figure-note" role="status">${this.message}</p>
      ${lessonFields(language, figure, this.lessonNow, (lesson) => (this.lesson = lesson))}
    `;
  }
}

customElements.define('share-panel', SharePanel);
