import { LitElement } from 'lit';

/**
 * What every figure is given. It renders into the light DOM: the page's styles and ids reach it, and its pictures are exported from there.
 *
 * @template [Data=any]
 */
export class FigureElement extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    data: { attribute: false },
    parameters: { attribute: false },
    language: { type: String },
  };

  constructor() {
    super();
    /** @type {Data | null} what its computation answered; null before */
    this.data = null;
    /** @type {import('../../state/parameters.js').Values} */
    this.parameters = {};
    this.language = 'en';
  }

  createRenderRoot() {
    return this;
  }
}
