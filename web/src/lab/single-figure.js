/**
 * <single-figure>: one figure of the lab with its settings, for pages of others: what an iframe shows and what
 * <attention-lab> holds. Reads and writes a store; knows no address.
 */
import { LitElement, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { chooseLanguage, directionOf, loadChapter, loadLanguage, translate, translateRich } from '../text/index.js';
import { sameValue } from '../state/kinds.js';
import { parameterOf, withoutLesson } from '../state/parameters.js';
import { formatHash } from '../state/url.js';
import { problemNote } from './problem-note.js';
import { wide } from './embed-heights.js';
import { keepFocus } from './keep-focus.js';
import { firstKeys, moreKeys, secondKeys, sharedSettings } from './figure-settings.js';
import { seedActions } from './settings-panel.js';
import { startEngine } from './engine.js';
import { loadFace } from './face.js';
import '../controls/rule-picker.js';
import './figure-host.js';

export class SingleFigure extends LitElement {
  static properties = {
    values: { state: true },
    problems: { attribute: false },
    language: { state: true },
    figure: { state: true },
    languages: { attribute: false },
    lab: { attribute: false },
    isHome: { attribute: false },
    guess: { state: true },
    result: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../state/store.js').Store | null} */
    this.store = null;
    /** @type {import('../state/parameters.js').Values} */
    this.values = {};
    /** @type {readonly import('../state/kinds.js').Problem[]} */
    this.problems = [];
    /** @type {import('../text/index.js').Language | null} null until its words are there */
    this.language = null;
    /** The figure that is shown. */
    this.figure = '';
    this.predict = 'off';
    /** @type {readonly string[]} tags of the page's language, then the reader's */
    this.languages = navigator.languages;
    /** The lab's page and folder. */
    this.lab = { page: '', folder: '' };
    /** In the lab itself, as a lesson. */
    this.isHome = false;
    /** @type {string | null} what the reader predicted, where the lesson asks for that first */
    this.guess = null;
    /** The figure in a sentence. */
    this.result = '';
    this.isWide = true;
    startEngine();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.store) return;
    this.isWide = this.clientWidth >= wide;
    this.values = this.store.values;
    this.unsubscribe = this.store.subscribe((values) => (this.values = values));
    this.loseFocus = keepFocus(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    this.loseFocus?.();
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    const before = changed.get('values');
    if (before && ['fig', 'ask', 'predict'].some((key) => before[key] !== this.values[key])) this.guess = null;
    if (changed.has('values') || changed.has('languages')) this.useWords();
  }

  /** Language and figure change only when all their words are there. */
  async useWords() {
    const wanted = () => chooseLanguage(this.values.lang, this.languages);
    const [language, { fig, predict }] = [wanted(), this.values];
    if (language === this.language && fig === this.figure && predict === this.predict) return;
    if (language !== this.language) await Promise.all([loadLanguage(language), loadFace(language)]);
    const step = predict === 'on' ? [import('./prediction-step.js')] : [];
    await Promise.all([...['embed', 'lesson', 'rules', fig].map((chapter) => loadChapter(language, chapter)), ...step]);
    if (language !== wanted() || fig !== this.values.fig || predict !== this.values.predict) return;
    this.lang = language;
    this.dir = directionOf(language);
    this.language = language;
    this.figure = fig;
    this.predict = predict;
    this.dispatchEvent(new CustomEvent('words', { detail: language }));
  }

  /** Controls and figures ask for values with a `change` event of their own. @param {Event} event */
  changed(event) {
    event.stopPropagation();
    if (!(event instanceof CustomEvent) || !event.detail?.key) return;
    const { key, value } = event.detail;
    if (this.values.lock.includes(key) || sameValue(parameterOf(key), this.values[key], value)) return;
    this.store?.set({ [key]: value });
    this.dispatchEvent(new CustomEvent('turned', { detail: { key, value } }));
  }

  /** @param {string} language */
  renderSettings(language) {
    const { values, figure } = this;
    const offered = (/** @type {readonly string[]} */ keys) => sharedSettings(figure, keys).filter((key) => !values.hide.includes(key));
    const [plain, more] = [offered([...firstKeys, ...secondKeys]), offered(moreKeys)];
    if (plain.length + more.length === 0) return nothing;
    const panel = (/** @type {readonly string[]} */ keys) =>
      html`<control-panel .keys=${keys} .values=${values} .language=${language}></control-panel>`;
    return html`<details class="settings" ?open=${this.isWide}>
      <summary>${translate(language, 'page.controls')}</summary>
      ${panel(plain)}
      ${plain.includes('seed') ? seedActions(language, values, (seed) => this.turn('seed', seed)) : nothing}
      ${more.length === 0
        ? nothing
        : html`<details class="more"><summary>${translate(language, 'page.more-controls')}</summary>${panel(more)}</details>`}
    </details>`;
  }

  /** @param {string} key @param {any} value */
  turn(key, value) {
    this.changed(new CustomEvent('change', { detail: { key, value } }));
  }

  /** @param {string} language */
  renderFigure(language) {
    const { figure, values, predict, guess } = this;
    const isAsked = predict === 'on';
    const step = html`<prediction-step .language=${language} .guess=${guess} .result=${this.result} @predict=${this.predicted}></prediction-step>`;
    const host = html`<figure-host
      .figure=${figure}
      .parameters=${values}
      .engine=${startEngine}
      .language=${language}
      .lab=${this.lab}
      eager
      @settled=${this.settled}
    ></figure-host>`;
    return html`${isAsked ? step : nothing} ${isAsked && guess === null ? nothing : keyed(figure, host)}`;
  }

  /** @param {CustomEvent} event */
  predicted(event) {
    this.guess = event.detail.guess;
    this.result = '';
  }

  /** @param {Event} event */
  settled(event) {
    this.result = /** @type {import('./figure-host.js').FigureHost} */ (event.currentTarget).element?.summary ?? '';
  }

  /** To the whole lab, with the same settings. @param {string} language */
  renderLink(language) {
    return this.isHome
      ? html`<a href=${`#${formatHash(withoutLesson(this.values))}`}>${translate(language, 'lesson.leave')}</a>`
      : html`<a href=${`${this.lab.page}#${formatHash(this.values)}`} target="_blank">${translate(language, 'embed.open')}</a>`;
  }

  render() {
    const { language, values, figure } = this;
    if (!language) return nothing;
    return html`<section class="embed" aria-labelledby="embed-title" @change=${this.changed}>
      <h2 class="embed-title" id="embed-title">${translateRich(language, `${figure}.title`)}</h2>
      ${problemNote(language, this.problems, () => (this.problems = []))}
      ${values.ask ? html`<p class="question" dir="auto"><strong>${translate(language, 'page.question')}</strong> ${values.ask}</p>` : nothing}
      ${this.renderSettings(language)}
      ${this.renderFigure(language)}
      <p class="embed-source">${this.renderLink(language)}</p>
    </section>`;
  }
}

customElements.define('single-figure', SingleFigure);
