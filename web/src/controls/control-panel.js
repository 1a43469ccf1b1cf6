/**
 * <control-panel>: the fields for some keys of the parameter table. Emits `change` with `{ key, value }` for every
 * allowed value; what is not allowed is explained beside its field and changes nothing.
 */
import { LitElement, nothing } from 'lit';
import { parameterOf } from '../state/parameters.js';
import { readParameter, sameValue } from '../state/kinds.js';
import { emitChange } from './change-event.js';
import { choiceField } from './choice-field.js';
import { choicesField } from './choices-field.js';
import { numberField } from './number-field.js';
import { rulesField } from './rules-field.js';
import { selectField } from './select-field.js';

let panels = 0;
/** More choices than this stand in a list that opens. */
const mostSegments = 6;

/** @type {Record<string, typeof numberField>} */
const fields = {
  integer: numberField,
  number: numberField,
  size: numberField,
  seed: numberField,
  integers: numberField,
  text: numberField,
  choice: (panel, parameter, locked) =>
    (parameter.choices?.length ?? 0) > mostSegments ? selectField(panel, parameter, locked) : choiceField(panel, parameter, locked),
  choices: choicesField,
  rules: rulesField,
};

export class ControlPanel extends LitElement {
  static properties = {
    keys: { attribute: false },
    values: { attribute: false },
    language: { type: String },
    drafts: { state: true },
    problems: { state: true },
  };

  constructor() {
    super();
    /** @type {readonly string[]} */
    this.keys = [];
    /** @type {import('../state/parameters.js').Values} */
    this.values = {};
    this.language = 'en';
    /** @type {Readonly<Record<string, string>>} what is being typed, by key */
    this.drafts = {};
    /** @type {Readonly<Record<string, import('../state/kinds.js').Problem>>} */
    this.problems = {};
    panels += 1;
    this.idPrefix = `panel-${panels}`;
  }

  createRenderRoot() {
    return this;
  }

  /** A value set elsewhere (a preset, the slider) ends what was being typed. @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    const before = changed.get('values');
    if (!before) return;
    for (const key of Object.keys(this.drafts)) {
      const parameter = parameterOf(key);
      const changedElsewhere =
        !sameValue(parameter, before[key], this.values[key]) &&
        !sameValue(parameter, readParameter(parameter, this.drafts[key]).value, this.values[key]);
      if (changedElsewhere) this.forget(key);
    }
  }

  /** @param {string} key */
  forget(key) {
    const { [key]: draft, ...drafts } = this.drafts;
    const { [key]: problem, ...problems } = this.problems;
    this.drafts = drafts;
    this.problems = problems;
  }

  /**
   * Typing applies what is already allowed and complains only when the reader has finished.
   * @param {string} key @param {string} text @param {boolean} finished
   */
  type(key, text, finished) {
    const { value, problem } = readParameter(parameterOf(key), text);
    const refused = problem !== undefined && problem.code !== 'sign-dropped';
    if (finished && !refused) this.forget(key);
    else this.drafts = { ...this.drafts, [key]: text };
    if (finished && problem) this.problems = { ...this.problems, [key]: problem };
    if (!refused) this.apply(key, value);
  }

  /** @param {string} key @param {any} value */
  apply(key, value) {
    emitChange(this, key, value);
  }

  render() {
    const { hide = [], lock = [] } = this.values;
    // A field that is not shown keeps its place in the list, so that the others stay the elements they are.
    return this.keys.map((key) => {
      const parameter = parameterOf(key);
      const isShown = !hide.includes(key) && parameter.when?.(this.values) !== false;
      return isShown ? (fields[parameter.kind]?.(this, parameter, lock.includes(key)) ?? nothing) : nothing;
    });
  }
}

customElements.define('control-panel', ControlPanel);
