/** <weight-thumbnail>: a small matrix of weights, painted; it repaints itself when the theme changes. */
import { LitElement, html } from 'lit';
import { heatPalette, paintHeat } from '../parts/heat-palette.js';
import { ThemeController } from '../parts/theme-controller.js';

export class WeightThumbnail extends LitElement {
  static properties = { attention: { attribute: false } };

  constructor() {
    super();
    /** @type {any} n, keys, weights, scaled */
    this.attention = null;
    this.addController(new ThemeController(this, () => this.paint()));
  }

  createRenderRoot() {
    return this;
  }

  updated() {
    this.paint();
  }

  paint() {
    const canvas = this.querySelector('canvas');
    const probe = /** @type {HTMLElement | null} */ (this.querySelector('.heat-probe'));
    if (!canvas || !probe || !this.attention) return;
    const { weights } = this.attention;
    paintHeat(canvas, heatPalette(probe), this.attention, (index) => weights[index]);
  }

  render() {
    return html`<canvas aria-hidden="true"></canvas><span class="heat-probe" hidden></span>`;
  }
}

customElements.define('weight-thumbnail', WeightThumbnail);
