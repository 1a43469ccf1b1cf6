import { html, nothing } from 'lit';
import { presets } from '../state/presets.js';
import { parameterOf } from '../state/parameters.js';
import { sameValue } from '../state/kinds.js';
import { formatInteger } from '../text/numbers.js';
import { translate } from '../text/index.js';
import { firstKeys, moreKeys, secondKeys } from './figure-settings.js';
import '../controls/control-panel.js';

/** Seeds short enough to read out in class. */
const seedsToDraw = 10_000;

/** @param {import('../state/parameters.js').Values} values @param {string} key */
const isDefault = (values, key) => sameValue(parameterOf(key), values[key], parameterOf(key).default);

/**
 * Another sample, or the article's again.
 * @param {string} language @param {import('../state/parameters.js').Values} values @param {(seed: number) => void} set
 */
export function seedActions(language, { hide, lock }, set) {
  if ([...hide, ...lock].includes('seed')) return nothing;
  return html`<div class="actions">
    <button type="button" @click=${() => set(Math.floor(Math.random() * seedsToDraw))}>${translate(language, 'action.resample')}</button>
    <button type="button" class="quiet" @click=${() => set(parameterOf('seed').default)}>
      ${translate(language, 'action.first-seed', { seed: formatInteger(language, parameterOf('seed').default) })}
    </button>
  </div>`;
}

/** @param {import('./lab-page.js').LabPage} page @param {string} language */
export function settingsPanel(page, language) {
  const { values, store } = page;
  const fixed = [...values.hide, ...values.lock];
  const panel = (/** @type {readonly string[]} */ keys) =>
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
            <button type="button" class="quiet" data-preset="reset" @click=${() => page.reset()}>${translate(language, 'action.reset')}</button>
          </div>`}
      ${panel(firstKeys)}
      ${seedActions(language, values, (seed) => store.set({ seed }))}
      ${panel(secondKeys)}
      ${moreKeys.every((key) => values.hide.includes(key))
        ? nothing
        : html`<details class="more" ?open=${moreKeys.some((key) => !isDefault(values, key))}>
            <summary>${translate(language, 'page.more-controls')}</summary>
            ${panel(moreKeys)}
          </details>`}
    </details>
  </aside>`;
}
