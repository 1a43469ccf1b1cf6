/** Several scale rules at once, and a plain factor of the reader's own. */
import { html, nothing } from 'lit';
import { readRule } from '../state/kinds.js';
import { formatInteger } from '../text/numbers.js';
import { hasText, translate, translateRich } from '../text/index.js';
import { ruleName } from '../text/value-text.js';
import { problemText } from './problem-text.js';

/** @typedef {import('../state/parameters.js').Rule} Rule @typedef {import('./control-panel.js').ControlPanel} ControlPanel */

/** Offered rules first, in the table's order, then the reader's own as they came. @param {readonly string[]} choices @param {Rule[]} rules */
const ordered = (choices, rules) => [
  ...choices.filter((choice) => rules.includes(/** @type {Rule} */ (choice))),
  ...rules.filter((rule) => !choices.includes(/** @type {string} */ (rule))),
];

/** @param {ControlPanel} panel @param {import('../state/parameters.js').Parameter} parameter @param {boolean} locked */
export function rulesField(panel, parameter, locked) {
  const { language, values, problems } = panel;
  const { key, choices = [], count = Infinity } = parameter;
  /** @type {Rule[]} */
  const chosen = values[key];
  const id = `${panel.idPrefix}-${key}`;
  const problem = problems[key];
  const offered = [...choices, ...chosen.filter((rule) => !choices.includes(/** @type {string} */ (rule)))];

  /** @param {Event} event @param {any} rule */
  const toggle = (event, rule) => {
    event.stopPropagation();
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    panel.apply(key, ordered(choices, checked ? [...chosen, rule] : chosen.filter((other) => other !== rule)));
  };
  /** @param {Event} event */
  const add = (event) => {
    event.stopPropagation();
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.value.trim() === '') return;
    const reading = readRule(parameter, input.value.trim());
    if (reading.problem) {
      panel.problems = { ...panel.problems, [key]: reading.problem };
      return;
    }
    panel.forget(key);
    if (!chosen.includes(reading.value)) panel.apply(key, ordered(choices, [...chosen, reading.value]));
    input.value = '';
  };

  return html`<fieldset class="field rules" data-key=${key} ?disabled=${locked}>
    <legend>${translateRich(language, `label.${key}`)}</legend>
    ${offered.map((rule) => {
      const isChosen = chosen.includes(/** @type {Rule} */ (rule));
      const fixed = (isChosen && chosen.length === 1) || (!isChosen && chosen.length >= count);
      return html`<label class="check">
        <input type="checkbox" .checked=${isChosen} ?disabled=${fixed} @change=${(/** @type {Event} */ event) => toggle(event, rule)} />
        <span>${ruleName(language, /** @type {Rule} */ (rule))}</span>
      </label>`;
    })}
    ${parameter.named && !locked
      ? html`<rule-picker
          .key=${key}
          .language=${language}
          .full=${chosen.length >= count}
          @pick=${(/** @type {CustomEvent} */ { detail }) => !chosen.includes(detail) && panel.apply(key, ordered(choices, [...chosen, detail]))}
        ></rule-picker>`
      : nothing}
    <div class="add-factor">
      <label for=${id}>${translate(language, parameter.named ? 'rules.add-named' : 'rules.add')}</label>
      <input
        id=${id}
        type="text"
        dir="ltr"
        inputmode=${parameter.named ? 'text' : 'decimal'}
        autocomplete="off"
        ?disabled=${chosen.length >= count}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby=${`${id}-note`}
        @change=${add}
      />
    </div>
    <p class=${problem ? 'field-note problem' : 'field-note'} id=${`${id}-note`} role=${problem ? 'alert' : nothing}>
      ${problem
        ? problemText(language, problem.code === 'unknown-choice' && !parameter.named ? { ...problem, code: 'not-a-number' } : problem)
        : chosen.length >= count
          ? translate(language, 'rules.full', { count: formatInteger(language, count) })
          : hasText(language, `hint.${key}`)
            ? translate(language, `hint.${key}`)
            : nothing}
    </p>
  </fieldset>`;
}
