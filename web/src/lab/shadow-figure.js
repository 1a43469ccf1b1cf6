/** What fills the shadow root of an <attention-lab> once the reader is near it. */
import { labIn } from '../state/address.js';
import { adoptStyles } from './shadow-styles.js';
import { themeAround, watchThemeAround } from './theme-around.js';
import { SingleFigure } from './single-figure.js';
import '../style/embed.css';

export class ShadowFigure {
  /** @param {import('./attention-lab.js').AttentionLab} host @param {string} folder where the lab lives */
  constructor(host, folder) {
    this.host = host;
    this.figure = new SingleFigure();
    this.figure.store = host.store;
    this.figure.lab = labIn(folder);
    this.figure.addEventListener('turned', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      host.dispatchEvent(new CustomEvent('change', { detail: { ...detail, values: host.values }, bubbles: true }));
    });
    this.figure.addEventListener('settled', () => host.settled(), { once: true });
    this.figure.addEventListener('words', () => host.frame.querySelector('slot')?.remove(), { once: true });
    /** @type {(() => void)[]} */
    this.undo = [];
  }

  connected() {
    const { host, figure } = this;
    const root = /** @type {ShadowRoot} */ (host.shadowRoot);
    this.undo = [adoptStyles(root), watchThemeAround(() => this.changed())];
    this.changed();
    if (!figure.isConnected) host.frame.append(figure);
  }

  disconnected() {
    for (const undo of this.undo.splice(0)) undo();
  }

  /** The page or the attributes say something else. */
  changed() {
    const { host, figure } = this;
    const { theme } = host.values;
    figure.dataset.theme = theme === 'auto' ? themeAround(host) : theme;
    const around = /** @type {HTMLElement | null | undefined} */ (host.parentElement?.closest('[lang]'))?.lang;
    figure.languages = around ? [around, ...navigator.languages] : navigator.languages;
    figure.problems = host.problems;
  }
}
