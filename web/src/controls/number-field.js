/** A text field that takes digits of every script, with a slider where the table offers a range. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { effective } from '../state/parameters.js';
import { writeParameter } from '../state/kinds.js';
import { hasText, translate, translateRich } from '../text/index.js';
import { typedNumber, valueText } from '../text/value-text.js';
import { problemText } from './problem-text.js';
import { sliderScale } from './slider-scale.js';

/** @typedef {import('../state/parameters.js').Parameter} Parameter @typedef {import('./control-panel.js').ControlPanel} ControlPanel */

/** @param {ControlPanel} panel @param {Parameter} parameter @param {boolean} locked */
function slider(panel, parameter, locked) {
  const scale = sliderScale(parameter);
  if (!scale) return nothing;
  const { language, values } = panel;
  const { key } = parameter;
  return html`<input
    type="range"
    min=${scale.min}
    max=${scale.max}
    step=${scale.step}
    .value=${live(String(scale.positionOf(values[key])))}
    ?disabled=${locked}
    aria-label=${translate(language, `parameter.${key}`)}
    aria-valuetext=${translate(language, `spoken.${key}`, { value: valueText(language, key, values[key]) })}
    @input=${(/** @type {any} */ event) => panel.apply(key, scale.valueAt(Number(event.target.value)))}
  />`;
}

/** @param {ControlPanel} panel @param {Parameter} parameter @param {boolean} locked */
export function numberField(panel, parameter, locked) {
  const { language, values, drafts, problems } = panel;
  const { key, kind } = parameter;
  const id = `${panel.idPrefix}-${key}`;
  const problem = problems[key];
  const text = drafts[key] ?? typedNumber(language, writeParameter(parameter, values[key]));
  const hint = hasText(language, `hint.${key}`) ? translate(language, `hint.${key}`) : '';
  return html`<div class="field" data-key=${key}>
    <label for=${id}>${translateRich(language, `label.${key}`)}</label>
    <input
      id=${id}
      class=${kind === 'integers' || kind === 'text' ? 'wide' : ''}
      type="text"
      dir=${kind === 'text' ? 'auto' : 'ltr'}
      autocomplete="off"
      spellcheck="false"
      inputmode=${kind === 'number' ? 'decimal' : kind === 'text' || kind === 'integers' ? 'text' : 'numeric'}
      placeholder=${parameter.follows ? valueText(language, key, effective(values, key)) : ''}
      .value=${live(text)}
      ?disabled=${locked}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-describedby=${`${id}-note`}
      @input=${(/** @type {any} */ event) => panel.type(key, event.target.value, false)}
      @change=${(/** @type {any} */ event) => {
        event.stopPropagation();
        panel.type(key, event.target.value, true);
      }}
    />
    ${slider(panel, parameter, locked)}
    <p class=${problem ? 'field-note problem' : 'field-note'} id=${`${id}-note`} role=${problem ? 'alert' : nothing}>
      ${problem ? problemText(language, problem) : hint}
    </p>
  </div>`;
}
