/** Several of a few words. */
import { html } from 'lit';
import { translate, translateRich } from '../text/index.js';

/** @param {import('./control-panel.js').ControlPanel} panel @param {import('../state/parameters.js').Parameter} parameter @param {boolean} locked */
export function choicesField(panel, parameter, locked) {
  const { language, values } = panel;
  const { key, choices = [], count = Infinity } = parameter;
  /** @type {string[]} */
  const chosen = values[key];
  return html`<fieldset class="field rules" data-key=${key} ?disabled=${locked}>
    <legend>${translateRich(language, `label.${key}`)}</legend>
    ${choices.map((choice) => {
      const isChosen = chosen.includes(choice);
      return html`<label class="check">
        <input
          type="checkbox"
          .checked=${isChosen}
          ?disabled=${(isChosen && chosen.length === 1) || (!isChosen && chosen.length >= count)}
          @change=${(/** @type {Event} */ event) => {
            event.stopPropagation();
            const { checked } = /** @type {HTMLInputElement} */ (event.target);
            panel.apply(key, choices.filter((other) => (other === choice ? checked : chosen.includes(other))));
          }}
        />
        <span>${translate(language, `${key}.${choice}`)}</span>
      </label>`;
    })}
  </fieldset>`;
}
