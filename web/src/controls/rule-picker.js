/**
 * <rule-picker>: a rule of today's models and its number, for parameters that take them. Emits `pick` with the rule as an
 * address has it. Comes after the first picture; until then its place is empty.
 */
import { LitElement, html, nothing } from 'lit';
import { readRule } from '../state/kinds.js';
import { namedRules } from '../state/named-rules.js';
import { parameterOf } from '../state/parameters.js';
import { formatShort } from '../text/numbers.js';
import { hasText, translate } from '../text/index.js';
import { ruleText } from '../text/value-text.js';
import { problemText } from './problem-text.js';
import '../style/rule-picker.css';

/** A rule as offered. @param {string} name */
const usual = (name) => (namedRules[name] ? `${name}:${namedRules[name].usual}` : name);

let pickers = 0;

export class RulePicker extends LitElement {
  static properties = {
    key: { type: String },
    language: { type: String },
    full: { type: Boolean },
    name: { state: true },
    number: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    this.key = '';
    this.language = 'en';
    /** No further rule fits. */
    this.full = false;
    this.name = Object.keys(namedRules)[2];
    /** @type {string | null} what was typed, null: the usual one */
    this.number = null;
    /** @type {import('../state/kinds.js').Problem | null} */
    this.problem = null;
    pickers += 1;
    this.idPrefix = `picker-${pickers}`;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    this.number = null;
    this.problem = null;
  }

  pick() {
    const { name, number } = this;
    const reading = readRule(parameterOf(this.key), number === null ? usual(name) : `${name}:${number}`);
    this.problem = reading.problem ?? null;
    if (!reading.problem) this.dispatchEvent(new CustomEvent('pick', { detail: reading.value }));
  }

  render() {
    const { language, name, number, problem, full, idPrefix } = this;
    if (!hasText(language, 'rules.pick')) return nothing;
    const range = namedRules[name];
    return html`<div class="rule-picker">
      <label for=${idPrefix}>${translate(language, 'rules.pick')}</label>
      <select id=${idPrefix} ?disabled=${full} @change=${(/** @type {any} */ event) => {
        event.stopPropagation();
        this.choose(event.target.value);
      }}>
        ${Object.keys(namedRules).map((offered) => html`<option value=${offered} ?selected=${offered === name}>${ruleText(language, usual(offered))}</option>`)}
      </select>
      ${range
        ? html`<label for=${`${idPrefix}-number`}>${translate(language, 'rules.parameter')}</label>
            <input
              id=${`${idPrefix}-number`}
              type="text"
              dir="ltr"
              inputmode="decimal"
              autocomplete="off"
              ?disabled=${full}
              aria-invalid=${problem ? 'true' : 'false'}
              aria-describedby=${`${idPrefix}-note`}
              .value=${number ?? formatShort(language, range.usual, 7)}
              @input=${(/** @type {any} */ event) => (this.number = event.target.value)}
              @change=${(/** @type {Event} */ event) => event.stopPropagation()}
            />`
        : nothing}
      <button type="button" ?disabled=${full} @click=${this.pick}>${translate(language, 'rules.pick-add')}</button>
      <p class=${problem ? 'field-note problem' : 'field-note'} id=${`${idPrefix}-note`} role=${problem ? 'alert' : nothing}>${problem ? problemText(language, problem) : nothing}</p>
    </div>`;
  }
}

customElements.define('rule-picker', RulePicker);
