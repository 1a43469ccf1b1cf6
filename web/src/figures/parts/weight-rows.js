/**
 * <weight-rows>: one configuration as a grid. Each line is a query: its weights, its entropy against its maximum, its
 * output. One cell is in the tab order; arrow keys walk, and heads of rows and columns are places too.
 * Emits `point` and `choose` with { row, key } (-1: the head) or null.
 *
 * @typedef {{ row: number, key: number }} Place
 */
import { LitElement, html, nothing } from 'lit';
import { formatInteger, formatNumber, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { entropyBar } from './entropy-bar.js';
import { outputStrip } from './output-strip.js';
import './weight-canvas.js';

/** Up to this size numbers stand in the cells. */
export const numbersUpTo = 16;
/** Up to this size rows are tall enough for text beside them. */
const textUpTo = 32;
/** Where black and white read equally well on the palette, 4.5 : 1 in both themes. */
const inkTurn = 0.56;
/** From this size on, the decimals of logits do not fit. */
const wideGrid = 9;
/** Beyond this many cells they are painted on a canvas. */
const elementsUpTo = 5000;
/** Smaller weights would read 0.00. */
const faintBelow = 0.005;

export class WeightRows extends LitElement {
  static properties = {
    attention: { attribute: false },
    label: { type: String },
    show: { type: String },
    largest: { type: Number },
    largestOutput: { type: Number },
    place: { attribute: false },
    language: { type: String },
    names: { attribute: false },
    stop: { state: true },
  };

  constructor() {
    super();
    /** @type {any} */
    this.attention = null;
    this.label = '';
    this.show = 'weights';
    this.largest = 1;
    this.largestOutput = 1;
    /** @type {Place | null} the place marked in every configuration */
    this.place = null;
    this.language = 'en';
    /** @type {{ queries: readonly string[] | null, keys: readonly string[] | null }} words for rows and columns, in place of numbers */
    this.names = { queries: null, keys: null };
    /** @type {Place} the one place in the tab order */
    this.stop = { row: 0, key: -1 };
  }

  createRenderRoot() {
    return this;
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (!changed.has('attention')) return;
    const { n, keys } = this.attention;
    this.stop = { row: Math.min(this.stop.row, n - 1), key: Math.min(this.stop.key, keys - 1) };
  }

  /** @param {string} name @param {Place | null} place */
  tell(name, place) {
    this.dispatchEvent(new CustomEvent(name, { detail: place, bubbles: true }));
  }

  /** @param {Event} event @returns {Place | null} */
  placeOf(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest('[data-row][data-key]');
    if (!(cell instanceof HTMLElement)) return null;
    return { row: Number(cell.dataset.row), key: Number(cell.dataset.key) };
  }

  /** Matrices read left to right in both languages, and so do the arrow keys. @param {KeyboardEvent} event */
  walk(event) {
    const { n, keys } = this.attention;
    const { row, key } = this.stop;
    /** @type {Record<string, Place>} */
    const targets = {
      ArrowLeft: { row, key: key - 1 },
      ArrowRight: { row, key: key + 1 },
      ArrowUp: { row: row - 1, key },
      ArrowDown: { row: row + 1, key },
      Home: { row: event.ctrlKey ? 0 : row, key: 0 },
      End: { row: event.ctrlKey ? n - 1 : row, key: keys - 1 },
      PageUp: { row: Math.max(0, row - 8), key },
      PageDown: { row: Math.min(n - 1, row + 8), key },
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    const next = { row: Math.min(n - 1, Math.max(-1, target.row)), key: Math.min(keys - 1, Math.max(-1, target.key)) };
    if (next.row < 0 && next.key < 0) return;
    this.stop = next;
    this.updateComplete.then(() => {
      /** @type {HTMLElement | null} */ (this.querySelector('[tabindex="0"][data-row]'))?.focus();
    });
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const place = this.placeOf(event);
    if (!place) return;
    this.stop = place;
    this.tell('choose', place);
  }

  /** @param {number} row @param {number} key */
  tabIndexOf(row, key) {
    return row === this.stop.row && key === this.stop.key ? 0 : -1;
  }

  /** @param {number} row @param {number} key */
  marked(row, key) {
    const { place } = this;
    if (!place) return '';
    if (place.row === row && place.key === key) return 'marked';
    return (place.key < 0 && place.row === row) || (place.row < 0 && place.key === key) ? 'in-marked' : '';
  }

  /** @param {number} row @param {number} key @param {boolean} numbers */
  renderCell(row, key, numbers) {
    const { attention, language, show, largest } = this;
    const { keys } = attention;
    const index = row * keys + key;
    const names = { row: formatInteger(language, row + 1), key: formatInteger(language, key + 1) };
    const tabIndex = this.tabIndexOf(row, key);
    if (attention.scaled[index] === -Infinity) {
      return html`<div role="gridcell" class="cell masked ${this.marked(row, key)}" tabindex=${tabIndex} data-row=${row} data-key=${key}
        aria-label=${translate(language, 'rows.cell-masked', names)}></div>`;
    }
    const value = attention[show][index];
    const heat = show === 'weights' ? value : (value / largest + 1) / 2;
    const text = show === 'weights' ? cellNumber(language, value) : formatNumber(language, value, keys >= wideGrid && largest >= 10 ? 0 : 1);
    return html`<div
      role="gridcell"
      class="cell ${heat > inkTurn ? 'strong' : ''} ${show === 'weights' && value < faintBelow ? 'faint' : ''} ${this.marked(row, key)}"
      .style=${`--heat: ${Number.isFinite(heat) ? heat.toFixed(4) : 0}`}
      tabindex=${tabIndex}
      data-row=${row}
      data-key=${key}
      aria-label=${translate(language, 'rows.cell-value', { ...names, value: numbers ? text : formatShort(language, value, 6) })}
    >${numbers ? html`<span aria-hidden="true">${text}</span>` : nothing}</div>`;
  }

  /** @param {number} row @param {boolean} numbers @param {boolean} text */
  renderRow(row, numbers, text) {
    const { attention, language } = this;
    const { keys, dV, output } = attention;
    const name = formatInteger(language, row + 1);
    return html`<div role="row" class="line">
      <div
        role="rowheader"
        class="head ${this.marked(row, -1)}"
        tabindex=${this.tabIndexOf(row, -1)}
        data-row=${row}
        data-key="-1"
        aria-label=${translate(language, 'rows.row-name', { row: named(name, this.names.queries?.[row]) })}
      >${text ? (this.names.queries?.[row] ?? name) : nothing}</div>
      ${Array.from({ length: keys }, (_, key) => this.renderCell(row, key, numbers))}
      <div role="gridcell" class="entropy">${entropyBar(language, attention, row, text)}</div>
      ${output
        ? html`<div role="gridcell" class="output">
            ${outputStrip(language, row, output.subarray(row * dV, (row + 1) * dV), this.largestOutput)}
          </div>`
        : nothing}
    </div>`;
  }

  render() {
    const { attention, language } = this;
    if (!attention) return nothing;
    const { n, keys, uniformEntropy, output } = attention;
    const size = Math.max(n, keys);
    const numbers = size <= numbersUpTo;
    const text = size <= textUpTo;
    const density = numbers ? 'numbers' : text ? 'blocks' : 'fine';
    const canvas = n * keys > elementsUpTo;
    if (canvas) {
      return html`<weight-canvas
        .attention=${attention}
        .label=${this.label}
        .show=${this.show}
        .largest=${this.largest}
        .place=${this.place}
        .language=${language}
      ></weight-canvas>`;
    }
    return html`<div class="grid-scroll" dir="ltr">
      <div
        role="grid"
        dir="ltr"
        class="weight-grid ${density} ${this.names.queries || this.names.keys ? 'named' : ''}"
        aria-label=${this.label}
        aria-rowcount=${n + 1}
        .style=${`--keys: ${keys}`}
        @keydown=${this.walk}
        @focusin=${this.focused}
        @pointerover=${(/** @type {PointerEvent} */ event) => this.tell('point', this.placeOf(event))}
        @pointerleave=${() => this.tell('point', null)}
      >
        <div role="row" class="line heads">
          <div role="presentation" class="head corner"></div>
          ${Array.from(
            { length: keys },
            (_, key) => html`<div
              role="columnheader"
              class="head ${this.marked(-1, key)}"
              tabindex=${this.tabIndexOf(-1, key)}
              data-row="-1"
              data-key=${key}
              aria-label=${translate(language, 'rows.key-name', { key: named(formatInteger(language, key + 1), this.names.keys?.[key]) })}
            >${text ? html`<span>${this.names.keys?.[key] ?? formatInteger(language, key + 1)}</span>` : nothing}</div>`,
          )}
          <div role="columnheader" class="head entropy-head">
            ${translate(language, 'rows.entropy')} <small>${translate(language, 'rows.of-maximum', { maximum: formatNumber(language, uniformEntropy, 2) })}</small>
          </div>
          ${output ? html`<div role="columnheader" class="head output-head">${translate(language, 'rows.output')}</div>` : nothing}
        </div>
        ${Array.from({ length: n }, (_, row) => this.renderRow(row, numbers, text))}
      </div>
    </div>`;
  }
}

/** A number and, where it has one, its word. @param {string} number @param {string | undefined} word */
const named = (number, word) => (word === undefined ? number : `${number}: ${word}`);

/** Two decimals; what would read 0.00 is a plain zero. @param {string} language @param {number} value */
function cellNumber(language, value) {
  return formatNumber(language, value, value < faintBelow ? 0 : 2);
}

customElements.define('weight-rows', WeightRows);
