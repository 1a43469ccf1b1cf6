/**
 * <weight-canvas>: the same grid painted, for more cells than elements can carry. One focusable image; the arrow keys
 * and the pointer move the place, and its number is spoken.
 */
import { LitElement, html } from 'lit';
import { formatInteger, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { heatPalette, paintHeat } from './heat-palette.js';
import { ThemeController } from './theme-controller.js';

export class WeightCanvas extends LitElement {
  static properties = {
    attention: { attribute: false },
    label: { type: String },
    show: { type: String },
    largest: { type: Number },
    place: { attribute: false },
    language: { type: String },
  };

  constructor() {
    super();
    /** @type {any} */
    this.attention = null;
    this.label = '';
    this.show = 'weights';
    this.largest = 1;
    /** @type {import('./weight-rows.js').Place | null} */
    this.place = null;
    this.language = 'en';
    this.repaint = () => this.paint();
    this.addController(new ThemeController(this, this.repaint));
  }

  createRenderRoot() {
    return this;
  }

  /** @param {import('lit').PropertyValues} changed */
  updated(changed) {
    // Each canvas in a task of its own: several large ones at once would hold the page up.
    if (['attention', 'show', 'largest'].some((name) => changed.has(name))) setTimeout(this.repaint);
  }

  paint() {
    const canvas = this.querySelector('canvas');
    const probe = /** @type {HTMLElement | null} */ (this.querySelector('.heat-probe'));
    if (!canvas || !probe || !this.attention) return;
    const values = this.attention[this.show];
    const heat = this.show === 'weights' ? (/** @type {number} */ index) => values[index] : (/** @type {number} */ index) => (values[index] / this.largest + 1) / 2;
    paintHeat(canvas, heatPalette(probe), this.attention, heat);
  }

  /** @param {string} name @param {import('./weight-rows.js').Place | null} place */
  tell(name, place) {
    this.dispatchEvent(new CustomEvent(name, { detail: place, bubbles: true }));
  }

  /** @param {PointerEvent} event */
  pointed(event) {
    const { n, keys } = this.attention;
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const clamp = (/** @type {number} */ at, /** @type {number} */ count) => Math.min(count - 1, Math.max(0, Math.floor(at * count)));
    this.tell(event.type === 'pointerdown' ? 'choose' : 'point', {
      row: clamp((event.clientY - box.top) / box.height, n),
      key: clamp((event.clientX - box.left) / box.width, keys),
    });
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const { n, keys } = this.attention;
    const { row, key } = this.place ?? { row: 0, key: -1 };
    /** @type {Record<string, [number, number]>} */
    const targets = {
      ArrowLeft: [row, key - 1],
      ArrowRight: [row, key + 1],
      ArrowUp: [row - 1, key],
      ArrowDown: [row + 1, key],
      Home: [row, 0],
      End: [row, keys - 1],
      PageUp: [row - 16, key],
      PageDown: [row + 16, key],
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    this.tell('choose', { row: Math.min(n - 1, Math.max(0, target[0])), key: Math.min(keys - 1, Math.max(0, target[1])) });
  }

  /** What stands at the place, for the screen reader. */
  get spoken() {
    const { place, attention, language } = this;
    if (!place || place.row < 0 || place.key < 0) return '';
    const index = place.row * attention.keys + place.key;
    const names = { row: formatInteger(language, place.row + 1), key: formatInteger(language, place.key + 1) };
    return attention.scaled[index] === -Infinity
      ? translate(language, 'rows.cell-masked', names)
      : translate(language, 'rows.cell-value', { ...names, value: formatShort(language, attention[this.show][index], 6) });
  }

  /** The entropy of every row against the largest there can be, in line with the rows. */
  renderProfile() {
    const { n, rowEntropy, uniformEntropy } = this.attention;
    let path = '';
    for (let row = 0; row < n; row += 1) path += `M0 ${row}H${(rowEntropy[row] / uniformEntropy).toFixed(4)}V${row + 1}H0Z`;
    return html`<svg class="entropy-profile" viewBox="0 0 1 ${n}" preserveAspectRatio="none" role="img"
      aria-label=${translate(this.language, 'rows.entropy')}><path d=${path} /></svg>`;
  }

  render() {
    const { n, keys } = this.attention;
    const { place } = this;
    const cursor = place && place.row >= 0 && place.key >= 0
      ? `inset-block-start: ${(place.row / n) * 100}%; left: ${(place.key / keys) * 100}%; inline-size: ${100 / keys}%; block-size: ${100 / n}%`
      : 'display: none';
    return html`<div class="canvas-line"><div
        class="canvas-frame"
        dir="ltr"
        role="application"
        tabindex="0"
        aria-label=${this.label}
        .style=${`aspect-ratio: ${keys} / ${n}`}
        @keydown=${this.walk}
        @pointermove=${this.pointed}
        @pointerdown=${this.pointed}
        @pointerleave=${() => this.tell('point', null)}
      >
        <canvas aria-hidden="true"></canvas>
        <span class="canvas-cursor" .style=${cursor}></span>
        <span class="heat-probe" hidden></span>
      </div>
      ${this.renderProfile()}</div>
      <p class="visually-hidden" aria-live="polite">${this.spoken}</p>`;
  }
}

customElements.define('weight-canvas', WeightCanvas);
