import { html, nothing } from 'lit';
import { languages, translate, translateRich } from '../text/index.js';
import { parameterOf } from '../state/parameters.js';

/**
 * Title, the formula the page is about, and the two switches.
 * @param {string} language @param {import('../state/parameters.js').Values} values
 * @param {(key: string, value: string) => void} set
 * @param {boolean} withLead  with the words that introduce the first figure
 */
export function pageHeader(language, values, set, withLead) {
  return html`<header class="masthead">
    <div class="bar">
      <p class="name">${translate(language, 'page.name')}</p>
      <div class="switches">
        <div role="group" class="segments" aria-label=${translate(language, 'page.language')}>
          ${languages.map(
            (choice) => html`<button
              type="button"
              class="segment"
              lang=${choice}
              aria-pressed=${choice === language ? 'true' : 'false'}
              @click=${() => set('lang', choice)}
            >${translate(language, `language.${choice}`)}</button>`,
          )}
        </div>
        <div role="group" class="segments" aria-label=${translate(language, 'label.theme')}>
          ${parameterOf('theme').choices?.map(
            (choice) => html`<button
              type="button"
              class="segment"
              aria-pressed=${choice === values.theme ? 'true' : 'false'}
              @click=${() => set('theme', choice)}
            >${translate(language, `theme.${choice}`)}</button>`,
          )}
        </div>
      </div>
    </div>
    <div class="title">
      <h1>${translate(language, 'page.title')}</h1>
      <div class="formula">${translateRich(language, '{attention}')}</div>
    </div>
    ${withLead ? html`<div class="prose lead"><p>${translateRich(language, 'page.lead')}</p></div>` : nothing}
  </header>`;
}
