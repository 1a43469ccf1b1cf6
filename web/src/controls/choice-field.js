/** One of a few words: radio buttons drawn as one bar. */
import { html } from 'lit';
import { translateRich } from '../text/index.js';
import { choiceText } from '../text/value-text.js';

/** @param {import('./control-panel.js').ControlPanel} panel @param {import('../state/parameters.js').Parameter} parameter @param {boolean} locked */
export function choiceField(panel, parameter, locked) {
  const { language, values } = panel;
  const { key, choices = [] } = parameter;
  const name = `${panel.idPrefix}-${key}`;
  return html`<fieldset class="field choice" data-key=${key} ?disabled=${locked}>
    <legend>${translateRich(language, `label.${key}`)}</legend>
    <div class="segments">
      ${choices.map(
        (choice) => html`<label class="segment">
          <input
            type="radio"
            name=${name}
            .checked=${values[key] === choice}
            @change=${(/** @type {Event} */ event) => {
              event.stopPropagation();
              panel.apply(key, choice);
            }}
          /><span>${choiceText(language, parameter, choice)}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
