/**
 * <attention-lab figure="rows" n="8" scale="none,sqrt">fallback</attention-lab>: one figure in a page of someone else's.
 * Attributes are the keys of the parameter table, with `figure` for `fig`; the same names are properties, and `values` is all of them.
 * `change` tells what the reader turned: detail { key, value, values }. What is inside is shown until the figure is there. Here is
 * what every page pays for; the figure is fetched when the reader comes near it.
 */
import { isParameter, parameters } from '../state/parameters.js';
import { createStore } from '../state/store.js';
import { parseHash } from '../state/url.js';
import { embedHeight } from './embed-heights.js';

/** @param {string} attribute */
const keyOf = (attribute) => (attribute === 'figure' ? 'fig' : attribute);
const attributes = parameters.filter(({ local }) => !local).map(({ key }) => (key === 'fig' ? 'figure' : key));

export class AttentionLab extends HTMLElement {
  static observedAttributes = attributes;
  /** Where the lab lives: set by the module that defines the element. */
  static folder = '';

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host { display: block } :host([hidden]) { display: none } .frame { all: initial; display: block }');
    root.adoptedStyleSheets = [sheet];
    this.frame = document.createElement('div');
    this.frame.className = 'frame';
    this.frame.append(document.createElement('slot'));
    root.append(this.frame);

    this.store = createStore(parseHash('').values);
    /** @type {import('../state/kinds.js').Problem[]} */
    this.problems = [];
    /** @type {import('./shadow-figure.js').ShadowFigure | null} */
    this.view = null;
    /** @type {IntersectionObserver | null} */
    this.observer = null;
  }

  /** All settings in force. */
  get values() {
    return this.store.values;
  }

  connectedCallback() {
    for (const name of attributes) this.upgrade(name);
    if (this.view) {
      this.view.connected();
      return;
    }
    this.reserve();
    this.observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.load();
      },
      { rootMargin: '600px' },
    );
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer?.disconnect();
    this.view?.disconnected();
  }

  /** @param {string} name @param {string | null} _ @param {string | null} text */
  attributeChangedCallback(name, _, text) {
    const key = keyOf(name);
    const { values, problems } = parseHash(text === null ? '' : `${key}=${encodeURIComponent(text)}`);
    this.problems = [...this.problems.filter((problem) => problem.key !== key), ...problems];
    this.store.set({ [key]: values[key] });
    this.view?.changed();
  }

  /** A property that a script set before this module was there. @param {string} name */
  upgrade(name) {
    if (!Object.hasOwn(this, name)) return;
    const own = /** @type {Record<string, any>} */ (this);
    const value = own[name];
    delete own[name];
    own[name] = value;
  }

  /** The room that the figure will take, so that nothing jumps when it is there. */
  reserve() {
    const unit = Number.parseFloat(getComputedStyle(this.frame).fontSize);
    this.frame.style.setProperty('--rem', `${unit}px`);
    this.frame.style.minBlockSize = `${(embedHeight(this.values.fig, this.clientWidth) * unit) / 16}px`;
  }

  /** The figure is there: neither this element's reserve nor the author's own is needed any more. */
  settled() {
    this.frame.style.minBlockSize = '';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host { min-block-size: 0 !important }');
    this.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  async load() {
    this.observer?.disconnect();
    const { ShadowFigure } = await import('./shadow-figure.js');
    this.view ??= new ShadowFigure(this, AttentionLab.folder);
    if (this.isConnected) this.view.connected();
  }
}

for (const name of attributes) {
  const key = keyOf(name);
  if (name in HTMLElement.prototype || !isParameter(key)) continue; // lang is every element's own
  Object.defineProperty(AttentionLab.prototype, name, {
    get() {
      return this.store.values[key];
    },
    set(value) {
      this.setAttribute(name, Array.isArray(value) ? value.join() : value ?? '');
    },
  });
}
