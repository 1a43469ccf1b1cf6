import { html } from 'lit';
import { translate } from '../../text/index.js';

/** In the site: the notices are a file beside it. @param {string} language */
export const licences = (language) => html`<p><a href="./licences.txt">${translate(language, 'licences.all')}</a></p>`;
