/**
 * <lab-page>: the whole site. Holds the store, keeps the address in step with it, and lays out settings, figures and
 * the words between them.
 */
import { LitElement, html, nothing } from 'lit';
import { defaultValues, isLesson, parameterOf } from '../state/parameters.js';
import { haveNamed } from '../state/named-rules.js';
import { createStore } from '../state/store.js';
import { addressed, formatHash, parseHash } from '../state/url.js';
import { createHashWriter, ownAddress, readHash, watchHash } from '../state/address.js';
import { chooseLanguage, directionOf, loadChapter, loadLanguage, translate, translateRich } from '../text/index.js';
import { catalogue } from './catalogue.js';
import { pageHeader } from './page-header.js';
import { problemNote } from './problem-note.js';
import { settingsPanel } from './settings-panel.js';
import { prose } from './prose.js';
import { startEngine } from './engine.js';
import { loadFace } from './face.js';
import './figure-host.js';
// The first figure comes along instead of being asked for once the page is there.
import '../figures/rows-figure.js';
import './computations/rows.js';

export class LabPage extends LitElement {
  static properties = {
    values: { state: true },
    language: { state: true },
    problems: { state: true },
    isComplete: { state: true },
  };

  constructor() {
    super();
    const { values, problems } = parseHash(readHash());
    this.store = createStore(values);
    this.values = this.store.values;
    /** @type {import('../text/index.js').Language | null} null until its words are there */
    this.language = null;
    this.problems = problems;
    this.address = createHashWriter();
    this.lab = ownAddress();
    /** The first picture comes before everything below it. */
    this.isComplete = false;
    /** @type {((language: string) => import('lit').TemplateResult) | null} fetched with the rest of the page */
    this.footer = null;
    /** A page in Persian opens in Persian; the other in the reader's language. */
    this.readers = document.documentElement.lang === 'fa' ? ['fa'] : navigator.languages;
    /** On a phone the settings start folded, so that the figure comes first. */
    this.isWide = matchMedia('(min-width: 64rem)').matches;
    startEngine();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.store.subscribe((values) => {
      this.values = values;
      this.address.write(formatHash(values));
    });
    this.unwatch = watchHash((hash) => {
      const { values, problems } = parseHash(hash);
      this.problems = problems;
      this.store.set(addressed(values));
      this.showFigure();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    this.unwatch?.();
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (!changed.has('values')) return;
    this.useTheme();
    this.useLanguage();
  }

  /** What the page brought along to be seen while its words were loaded. @param {import('lit').PropertyValues} changed */
  updated(changed) {
    if (changed.has('language')) this.querySelector('.first-paint')?.remove();
  }

  useTheme() {
    document.documentElement.dataset.theme = this.values.theme;
  }

  /** The page changes language only when all the new words are there. */
  async useLanguage() {
    const wanted = chooseLanguage(this.values.lang, this.readers);
    if (isLesson(this.values)) {
      await Promise.all([import('./single-figure.js'), import('../style/single-figure.css')]);
      this.requestUpdate();
    }
    if (wanted === this.language) return;
    // Rules beyond the usual ones have their words in a chapter, which most pages need only after the first picture.
    const rules = haveNamed(this.values.scale) ? [loadChapter(wanted, 'rules')] : [];
    await Promise.all([loadLanguage(wanted), loadFace(wanted), ...rules]);
    if (wanted !== chooseLanguage(this.values.lang, this.readers)) return;
    this.language = wanted;
    const root = document.documentElement;
    root.lang = wanted;
    root.dir = directionOf(wanted);
    document.title = `${translate(wanted, 'page.name')}: ${translate(wanted, 'page.title')}`;
    document.querySelector('meta[name="description"]')?.setAttribute('content', translate(wanted, 'page.description'));
  }

  /** With the first picture on the screen, the rest of the page is fetched. */
  async complete() {
    if (this.isComplete || !this.language) return;
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const { language } = this;
    const [{ pageFooter }, { keepFocus }] = await Promise.all([
      import('./page-footer.js'),
      import('./keep-focus.js'),
      import('./paper-theme.js'),
      import.meta.env.MODE === 'site' && import('./update-note.js'),
      ...[...Object.keys(catalogue), 'rules', 'colophon'].map((id) => loadChapter(language, id)),
    ]);
    this.footer = pageFooter;
    keepFocus(this);
    import('../controls/rule-picker.js');
    this.values = { ...this.values }; // whoever shows a setting has new words for it
    this.isComplete = true;
    await this.updateComplete;
    this.showFigure();
  }

  /** The address may name a figure further down. */
  showFigure() {
    const { fig } = this.values;
    if (fig !== parameterOf('fig').default) this.querySelector(`#${fig}`)?.scrollIntoView();
  }

  /** Controls and figures ask for values with a `change` event of their own. @param {Event} event */
  changed(event) {
    if (!(event instanceof CustomEvent) || !event.detail?.key || this.values.lock.includes(event.detail.key)) return;
    this.store.set({ [event.detail.key]: event.detail.value });
  }

  /** @param {typeof import('../state/presets.js').presets[number]} preset */
  usePreset({ figure, values }) {
    this.address.step();
    this.store.set(values);
    this.querySelector(`#${figure}`)?.scrollIntoView({ block: 'start' });
  }

  /** All settings as they were at first; what the reader has pasted stays. */
  reset() {
    const { lang, theme } = this.values;
    this.address.step();
    this.problems = [];
    this.store.set({ ...addressed(defaultValues()), lang, theme });
  }

  get figures() {
    const ids = Object.keys(catalogue);
    return this.isComplete ? ids : ids.slice(0, 1);
  }

  /** @param {string} id @param {number} at */
  renderFigure(id, at) {
    const { values, language } = this;
    return html`<section class="chapter" id=${id} aria-labelledby=${`${id}-title`}>
      <div class="prose">
        <h2 id=${`${id}-title`}>${translateRich(language ?? 'en', `${id}.title`)}</h2>
        ${prose(language ?? 'en', `${id}.before`)}
      </div>
      <figure-host .figure=${id} .parameters=${values} .engine=${startEngine} .language=${language ?? 'en'} .lab=${this.lab} ?eager=${at === 0}></figure-host>
      <div class="prose">${prose(language ?? 'en', `${id}.after`)}</div>
    </section>`;
  }

  /** @param {string} language */
  renderPage(language) {
    return html`<div class="page" @change=${this.changed}>
        ${settingsPanel(this, language)}
        <main @settled=${this.complete}>
          ${this.isComplete ? html`<update-note .language=${language}></update-note>` : nothing}
          ${problemNote(language, this.problems, () => (this.problems = []))}
          ${this.figures.map((id, at) => this.renderFigure(id, at))}
        </main>
      </div>
      ${this.footer?.(language) ?? nothing}`;
  }

  /** One figure, without the words that would give the answer away. */
  renderLesson() {
    if (!customElements.get('single-figure')) return nothing;
    return html`<main class="page lesson"><single-figure .store=${this.store} .problems=${this.problems} .lab=${this.lab} .languages=${this.readers} .isHome=${true}></single-figure></main>`;
  }

  render() {
    const { language, values } = this;
    if (!language) return nothing;
    const isInLesson = isLesson(values);
    return html`
      <a class="skip" href=${isInLesson ? '#embed-title' : '#rows'} @click=${this.skip}>${translate(language, 'page.skip')}</a>
      ${pageHeader(language, values, (key, value) => this.store.set({ [key]: value }), !isInLesson)}
      ${isInLesson ? this.renderLesson() : this.renderPage(language)}
    `;
  }

  /** The address is the state of the page, so the skip link moves the focus by itself. @param {Event} event */
  skip(event) {
    event.preventDefault();
    const figure = this.querySelector('figure-host');
    figure?.setAttribute('tabindex', '-1');
    /** @type {HTMLElement | null} */ (figure)?.focus();
  }
}

customElements.define('lab-page', LabPage);
