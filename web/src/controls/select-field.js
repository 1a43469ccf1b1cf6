/** One of many names: a list that opens. */
import { html } from 'lit';
import { translateRich } from '../text/index.js';
import { choiceText } from '../text/value-text.js';

/** @param {import('./control-panel.js').ControlPanel} panel @param {import('../state/parameters.js').Parameter} parameter @param {boolean} locked */
export function selectField(panel, parameter, locked) {
  const { language, values } = panel;
  const { key, choices = [] } = parameter;
  const id = `${panel.idPrefix}-${key}`;
  return html`<div class="field" data-key=${key}>
    <label for=${id}>${translateRich(language, `label.${key}`)}</label>
    <select
      id=${id}
      dir="ltr"
      ?disabled=${locked}
      @change=${(/** @type {any} */ event) => {
        event.stopPropagation();
        panel.apply(key, event.target.value);
      }}
    >
      ${choices.map((choice) => html`<option value=${choice} .selected=${values[key] === choice}>${choiceText(language, parameter, choice)}</option>`)}
    </select>
  </div>`;
}
