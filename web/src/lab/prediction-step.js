/**
 * <prediction-step>: asks for a guess before the figure is there, then shows the guess beside what the figure says.
 * Emits `predict` with `{ guess }`, which is null when the reader wants to guess again. Loaded for lessons only.
 */
import { LitElement, html, nothing } from 'lit';
import { translate } from '../text/index.js';

const longest = 200;

export class PredictionStep extends LitElement {
  static properties = {
    language: { type: String },
    guess: { attribute: false },
    result: { attribute: false },
    isMissing: { state: true },
  };

  constructor() {
    super();
    this.language = 'en';
    /** @type {string | null} what the reader committed to */
    this.guess = null;
    /** What the figure says, in a sentence. */
    this.result = '';
    this.isMissing = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {string | null} guess */
  tell(guess) {
    this.dispatchEvent(new CustomEvent('predict', { detail: { guess } }));
  }

  // No form: frames in a sandbox may not submit one.
  commit() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector('input'));
    const guess = field.value.trim();
    this.isMissing = guess === '';
    if (this.isMissing) field.focus();
    else this.tell(guess);
  }

  /** @param {import('lit').PropertyValues} changed */
  updated(changed) {
    const before = changed.get('guess');
    if (before === undefined || before === this.guess) return;
    /** @type {HTMLElement | null} */ (this.querySelector(this.guess === null ? 'input' : '.prediction'))?.focus();
  }

  render() {
    const { language, guess, result, isMissing } = this;
    if (guess !== null) {
      return html`<div class="prediction" tabindex="-1" role="status">
          <dl>
            <dt>${translate(language, 'lesson.predicted')}</dt>
            <dd data-lesson="guess"><bdi>${guess}</bdi></dd>
            ${result ? html`<dt>${translate(language, 'lesson.result')}</dt><dd data-lesson="result">${result}</dd>` : nothing}
          </dl>
        </div>
        <button type="button" class="quiet" @click=${() => this.tell(null)}>${translate(language, 'lesson.again')}</button>`;
    }
    return html`<label for="prediction">${translate(language, 'lesson.label')}</label>
      <p class="figure-note" id="prediction-note">${translate(language, 'lesson.note')}</p>
      <div class="prediction-field">
        <input
          id="prediction"
          type="text"
          dir="auto"
          autocomplete="off"
          maxlength=${longest}
          aria-describedby="prediction-note prediction-problem"
          aria-invalid=${isMissing ? 'true' : 'false'}
          @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && this.commit()}
        />
        <button type="button" @click=${this.commit}>${translate(language, 'lesson.show')}</button>
      </div>
      <p class="problem" id="prediction-problem" role="alert">${isMissing ? translate(language, 'lesson.empty') : nothing}</p>`;
  }
}

customElements.define('prediction-step', PredictionStep);
