/**
 * <figure-host figure="rows">: loads a figure when it comes near the viewport, computes its data whenever a parameter
 * it depends on changes, and says in words how that goes. The last good picture stays until the next one is ready.
 */
import { LitElement, html, nothing } from 'lit';
import { parameterOf } from '../state/parameters.js';
import { writeParameter } from '../state/kinds.js';
import { factorRules } from '../state/named-rules.js';
import { formatPercent } from '../text/numbers.js';
import { hasText, loadChapter, translate } from '../text/index.js';
import { valueText } from '../text/value-text.js';
import { catalogue } from './catalogue.js';
import { errorText } from '../text/error-text.js';
import '../controls/control-panel.js';
import './take-away.js';

/** @typedef {import('../state/parameters.js').Values} Values */

/** Shorter work than this shows no progress. */
const patience = 250;
/** A screen reader hears the result once the reader has stopped turning the knob. */
const announceDelay = 700;
/** Why a run was aborted, when it was not the reader who cancelled it. */
const superseded = Symbol('superseded');

export class FigureHost extends LitElement {
  static properties = {
    figure: { type: String },
    parameters: { attribute: false },
    language: { type: String },
    engine: { attribute: false },
    eager: { type: Boolean },
    controls: { attribute: false },
    progress: { state: true },
    problem: { state: true },
    busy: { state: true },
    running: { state: true },
    announcement: { state: true },
    lab: { attribute: false },
  };

  constructor() {
    super();
    this.figure = '';
    /** @type {Values} */
    this.parameters = {};
    this.language = 'en';
    /** @type {(() => Promise<any>) | undefined} starts the engine that the page shares, or answers the started one */
    this.engine = undefined;
    /** Load at once instead of near the viewport. */
    this.eager = false;
    /** @type {readonly string[] | undefined} parameters of the figure's own panel; the catalogue's unless given */
    this.controls = undefined;
    /** @type {number | null} */
    this.progress = null;
    /** @type {unknown} */
    this.problem = null;
    /** Whether the reader is told that a run goes on. */
    this.busy = false;
    this.announcement = '';
    /** The lab's page and folder, for what leads there. */
    this.lab = { page: '', folder: '' };

    /** @type {any} the figure's element, once loaded */
    this.element = null;
    /** @type {import('./catalogue.js').Compute | null} */
    this.compute = null;
    /** What the newest run was started for. */
    this.computed = '';
    /** @type {Values} the values of the picture that is shown */
    this.shown = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.announceTimer = undefined;
    /** @type {any} what the figure provided besides parameters, and what of it the shown picture was computed from */
    this.given = null;
    /** @type {any} */
    this.accepted = null;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {IntersectionObserver | null} */
    this.observer = null;
  }

  createRenderRoot() {
    return this;
  }

  get entry() {
    return catalogue[this.figure];
  }

  /** The parameters that this figure can take. @returns {Values} */
  get values() {
    const { parameters } = this;
    return this.entry.factorsOnly ? { ...parameters, scale: factorRules(parameters.scale) } : parameters;
  }

  connectedCallback() {
    super.connectedCallback();
    this.dataset.figure = this.figure;
    if (this.element) return;
    if (this.eager) {
      this.load();
      return;
    }
    this.observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.load();
      },
      { rootMargin: '400px' },
    );
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    if (this.running) this.computed = '';
    this.running?.abort(superseded);
    clearTimeout(this.announceTimer);
  }

  async load() {
    this.observer?.disconnect();
    try {
      const words = loadChapter(this.language, this.figure);
      const [{ compute }] = await Promise.all([this.entry.compute(), this.entry.load(), words]);
      this.compute = compute;
      this.element = document.createElement(`${this.figure}-figure`);
      this.requestUpdate();
    } catch (error) {
      this.problem = error;
      this.settled();
    }
  }

  /** Whoever waits for the first picture goes on, also when there is none. */
  settled() {
    this.dispatchEvent(new CustomEvent('settled', { bubbles: true }));
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (!this.element) return;
    this.element.language = this.language;
    this.showParameters();
    const { values } = this;
    const wanted = `?${this.entry.keys.map((key) => writeParameter(parameterOf(key), values[key])).join('&')}`;
    if (this.engine && wanted !== this.computed) {
      this.computed = wanted;
      this.run();
    }
    if ((changed.has('language') || changed.has('parameters')) && this.element.data) this.announce();
  }

  /** The figure sees the values its data was computed from; those that only change the view, or are being typed in it, arrive at once. */
  showParameters() {
    const computedFrom = this.entry.keys.filter((key) => key in this.shown && !parameterOf(key).local).map((key) => [key, this.shown[key]]);
    this.element.parameters = { ...this.values, ...Object.fromEntries(computedFrom) };
  }

  /** @param {boolean} [isAsked] by the reader, in the figure */
  async run(isAsked = false) {
    this.running?.abort(superseded);
    if (!this.engine || !this.compute) return;
    const run = new AbortController();
    this.running = run;
    const { signal } = run;
    const parameters = this.values;
    /** @param {any} data */
    const show = (data) => {
      if (signal.aborted) return;
      this.shown = parameters;
      this.showParameters();
      this.element.data = data;
      this.requestUpdate();
    };
    const slow = setTimeout(() => {
      this.busy = true;
    }, patience);
    try {
      const engine = await this.engine();
      const data = await this.compute(engine, parameters, {
        signal,
        given: this.given,
        onPartial: show,
        isAsked,
        onProgress: ({ done, total }) => {
          if (!signal.aborted) this.progress = total > 0 ? done / total : null;
        },
      });
      show(data);
      if (!signal.aborted) {
        this.problem = null;
        this.accepted = this.given;
        this.announce();
      }
    } catch (error) {
      const isWanted = () => signal.reason !== superseded;
      if (isWanted()) await loadChapter(this.language, 'errors').catch(() => {}); // without its words the error is still told
      if (isWanted()) {
        this.problem = error;
        this.given = this.accepted;
      }
    } finally {
      clearTimeout(slow);
      if (this.running === run) {
        this.settled();
        this.running = null;
        this.busy = false;
        this.progress = null;
      }
    }
  }

  /** A figure brings data of its own, or null for what is built in. @param {Event} event */
  provide(event) {
    this.given = /** @type {CustomEvent} */ (event).detail;
    this.run();
  }

  announce() {
    clearTimeout(this.announceTimer);
    this.announceTimer = setTimeout(() => {
      this.announcement = this.element?.summary ?? '';
    }, announceDelay);
  }

  renderStatus() {
    const { language } = this;
    if (this.busy) {
      const done = this.progress === null ? '' : formatPercent(language, this.progress);
      return html`<div class="figure-status">
        <progress max="1" value=${this.progress ?? nothing} aria-label=${translate(language, 'figure.computing')}></progress>
        <span>${translate(language, 'figure.computing')} ${done}</span>
        <button type="button" class="quiet" @click=${() => this.running?.abort()}>${translate(language, 'figure.cancel')}</button>
      </div>`;
    }
    if (!this.problem) return nothing;
    return html`<div class="figure-status problem" role="alert">
      <span>${errorText(language, this.problem)}</span>
      <button type="button" class="quiet" @click=${this.again}>${translate(language, 'figure.again')}</button>
    </div>`;
  }

  /** What the shared setting asks for and this figure has no picture of. */
  renderLeftOut() {
    const { entry, language, parameters } = this;
    const left = entry.factorsOnly ? parameters.scale.filter((/** @type {any} */ rule) => !factorRules([rule]).includes(rule)) : [];
    return left.length > 0 && hasText(language, 'rules.left-out')
      ? html`<p class="figure-note" data-left-out>${translate(language, 'rules.left-out', { rules: valueText(language, 'scale', left) })}</p>`
      : nothing;
  }

  renderTakeAway() {
    const { element } = this;
    if (!element?.data) return nothing;
    return html`<take-away
      .figure=${this.figure}
      .element=${element}
      .data=${element.data}
      .parameters=${this.parameters}
      .shown=${element.parameters}
      .language=${this.language}
      .engine=${this.engine?.()}
      .lab=${this.lab}
    ></take-away>`;
  }

  again() {
    this.problem = null;
    if (this.element) this.run();
    else this.load();
  }

  render() {
    const { entry, language } = this;
    if (!entry) return nothing;
    const controls = this.controls ?? entry.controls ?? [];
    return html`
      ${controls.length > 0
        ? html`<control-panel class="figure-controls" .keys=${controls} .values=${this.parameters} .language=${language}></control-panel>`
        : nothing}
      <div
        class=${this.element?.data ? 'figure-body' : 'figure-body waiting'}
        .style=${`--height: ${entry.height}; --narrow-height: ${entry.narrowHeight ?? entry.height}`}
        aria-busy=${this.running ? 'true' : 'false'}
        @provide=${this.provide}
        @compute=${() => this.run(true)}
      >
        ${this.element ?? html`<p class="figure-waiting">${translate(language, 'figure.loading')}</p>`}
      </div>
      ${this.renderLeftOut()} ${this.renderStatus()} ${this.renderTakeAway()}
      <p class="visually-hidden" aria-live="polite">${this.announcement}</p>
    `;
  }
}

customElements.define('figure-host', FigureHost);
