import { html } from 'lit';
import { licences } from '#licences';
import { localDigits } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { version } from '../../package.json';
import { bibtex } from './citation.js';

/** The article this reproduces; its title stays Persian in both languages. */
const article = '\u0686\u0637\u0648\u0631 \u062a\u0648\u062c\u0647 \u06a9\u0627\u0631 \u0645\u06cc\u200c\u06a9\u0646\u062f: \u062c\u0630\u0631 d_k \u0648 \u0647\u0632\u06cc\u0646\u0647\u0654 n\u00d7n';

/** Where the numbers come from, how to name the lab, and what it is made of. @param {string} language */
export function pageFooter(language) {
  return html`<footer class="prose colophon">
    <h2>${translate(language, 'origin.title')}</h2>
    <p>${translateRich(language, 'origin.text', { article })}</p>
    <h2>${translate(language, 'origin.cite-title')}</h2>
    <p class="citation">${translate(language, 'origin.cite', { version: localDigits(language, version) })}</p>
    <pre dir="ltr" lang="en" tabindex="0" role="group" aria-label=${translate(language, 'origin.bibtex')}>${bibtex(version)}</pre>
    <h2>${translate(language, 'licences.title')}</h2>
    <p>${translate(language, 'licences.own')}</p>
    ${licences(language)}
  </footer>`;
}
