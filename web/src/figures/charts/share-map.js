/**
 * <share-map>: the share over n and d_k as a map, with the line d_k = 2 ln n on which logits of variance d_k freeze.
 * Cells that are not known yet are empty. One cell is in the tab order; arrow keys walk.
 * map: { ns, dks, shares: shares[row of n][column of d_k], null while unknown }
 */
import { LitElement, html, nothing, svg } from 'lit';
import { line } from 'd3-shape';
import { formatInteger, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { scaleLog } from './scale.js';
import { WidthController } from '../parts/width-controller.js';

const margin = { top: 34, right: 16, bottom: 48, left: 52 };
const rowHeight = 27;

export class ShareMap extends LitElement {
  static properties = {
    map: { attribute: false },
    frozen: { attribute: false },
    language: { type: String },
    place: { state: true },
  };

  constructor() {
    super();
    /** @type {{ ns: number[], dks: number[], shares: (number | null)[][] } | null} */
    this.map = null;
    /** @type {((n: number) => number) | null} d_k of the line for an n; null for no line */
    this.frozen = null;
    this.language = 'en';
    this.place = { row: 2, column: 6 };
    this.size = new WidthController(this);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const { ns, dks } = /** @type {NonNullable<ShareMap['map']>} */ (this.map);
    const { row, column } = this.place;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0], Home: [0, -column], End: [0, dks.length] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const inside = (/** @type {number} */ at, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, at));
    this.place = { row: inside(row + step[0], ns.length), column: inside(column + step[1], dks.length) };
    this.updateComplete.then(() => /** @type {SVGElement | null} */ (this.querySelector('[tabindex="0"]'))?.focus());
  }

  /** @param {Event} event */
  point(event) {
    const { row, column } = /** @type {SVGElement} */ (event.target).dataset;
    if (row !== undefined && column !== undefined) this.place = { row: Number(row), column: Number(column) };
  }

  /** @param {number} row @param {number} column */
  sentence(row, column) {
    const { language } = this;
    const { ns, dks, shares } = /** @type {NonNullable<ShareMap['map']>} */ (this.map);
    return translate(language, 'collapse.cell', {
      n: formatInteger(language, ns[row]),
      dk: formatInteger(language, dks[column]),
      share: formatPercent(language, shares[row][column], 1),
    });
  }

  render() {
    const { map, language, place, frozen } = this;
    if (!map) return nothing;
    const { ns, dks, shares } = map;
    const { width } = this.size;
    const bottom = margin.top + ns.length * rowHeight;
    const half = Math.SQRT2; // cells reach half a step to each side of their value
    const x = scaleLog([dks[0] / half, dks[dks.length - 1] * half], [margin.left, width - margin.right]);
    const y = scaleLog([ns[0] / half, ns[ns.length - 1] * half], [bottom, margin.top]);
    const cellWidth = (width - margin.left - margin.right) / dks.length;
    const number = (/** @type {number} */ value) => formatInteger(language, value, false);
    return html`<svg
        class="chart share-map"
        dir="ltr"
        width=${width}
        height=${bottom + margin.bottom}
        role="grid"
        tabindex="-1"
        aria-label=${translate(language, 'collapse.map-label')}
        @keydown=${this.walk}
        @focusin=${this.point}
        @pointerover=${this.point}
      >
        ${ns.map(
          (n, row) => svg`<g role="row">${dks.map(
            (dk, column) => svg`<rect
              role="gridcell"
              class=${shares[row][column] === null ? 'map-cell unknown' : 'map-cell'}
              tabindex=${row === place.row && column === place.column ? 0 : -1}
              x=${x(dk / half)} y=${y(n * half)} width=${cellWidth} height=${rowHeight}
              data-row=${row} data-column=${column} data-stat="map-share" data-n=${n} data-dk=${dk} data-value=${shares[row][column] ?? ''}
              aria-label=${this.sentence(row, column)}
              .style=${`--heat: ${(shares[row][column] ?? 0).toFixed(4)}`}
            />`,
          )}</g>`,
        )}
        ${horizontalAxis(x, [margin.left, width - margin.right], bottom, { format: number, ticks: dks.filter((_, at) => width > 460 || at % 2 === 0), label: 'd\u2096' })}
        ${verticalAxis(y, [bottom, margin.top], margin.left, { format: number, ticks: ns, label: 'n' })}
        ${frozen ? svg`<path class="frozen" d=${line()(ns.map((n) => /** @type {[number, number]} */ ([x(frozen(n)), y(n)])).filter(([at]) => at >= margin.left && at <= width - margin.right)) ?? ''} />` : nothing}
      </svg>
      <p class="figure-note" aria-hidden="true">${this.sentence(place.row, place.column)}</p>`;
  }
}

customElements.define('share-map', ShareMap);
