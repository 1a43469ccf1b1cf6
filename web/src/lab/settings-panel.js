import { html, nothing } from 'lit';
import { presets } from '../state/presets.js';
import { parameterOf } from '../state/parameters.js';
import { sameValue } from '../state/kinds.js';
import { translate } from '../text/index.js';
import '../controls/control-panel.js';

/** What every reader turns, and what a few do. */
const first = ['scale', 'n', 'dk', 'seed'];
const second = ['mask', 'window'];
const more = ['keys', 'dv', 'temperature', 'softmax', 'precision'];

/** Seeds short enough to read out in class. */
const seedsToDraw = 10_000;

/** @param {import('../state/parameters.js').Values} values @param {string} key */
const isDefault = (values, key) => sameValue(parameterOf(key), values[key], parameterOf(key).default);

/** @param {import('./lab-page.js').LabPage} page @param {string} language */
export function settingsPanel(page, language) {
  const { values, store } = page;
  const fixed = [...values.hide, ...values.lock];
  const panel = (/** @type {string[]} */ keys) =>
    html`<control-panel .keys=${keys} .values=${values} .language=${language}></control-panel>`;
  return html`<aside class="settings" aria-label=${translate(language, 'page.controls')}>
    <details ?open=${page.isWide}>
      <summary>${translate(language, 'page.controls')}</summary>
      ${fixed.length > 0
        ? nothing
        : html`<div class="presets" role="group" aria-label=${translate(language, 'page.presets')}>
            <p>${translate(language, 'page.presets')}</p>
            ${presets.map(
              (preset) => html`<button type="button" data-preset=${preset.id} @click=${() => page.usePreset(preset)}>${translate(language, `preset.${preset.id}`)}</button>`,
            )}
          </div>`}
      ${panel(first)}
      ${fixed.includes('seed')
        ? nothing
        : html`<div class="actions">
            <button type="button" @click=${() => store.set({ seed: Math.floor(Math.random() * seedsToDraw) })}>${translate(language, 'action.resample')}</button>
            <button type="button" class="quiet" @click=${() => store.set({ seed: parameterOf('seed').default })}>${translate(language, 'action.reset')}</button>
          </div>`}
      ${panel(second)}
      ${more.every((key) => values.hide.includes(key))
        ? nothing
        : html`<details class="more" ?open=${more.some((key) => !isDefault(values, key))}>
            <summary>${translate(language, 'page.more-controls')}</summary>
            ${panel(more)}
          </details>`}
    </details>
  </aside>`;
}
