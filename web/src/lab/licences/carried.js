import { html } from 'lit';
import packed from 'virtual:licences';
import { translate } from '../../text/index.js';

/** @param {Event} event */
async function unpack({ target }) {
  const text = /** @type {HTMLElement} */ (target).querySelector('pre');
  if (!text || text.textContent) return;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  text.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** In the single file, which stands alone: the notices are in it. @param {string} language */
export const licences = (language) => html`<details class="licences" @toggle=${unpack}>
  <summary>${translate(language, 'licences.all')}</summary>
  <pre dir="ltr" lang="en" tabindex="0" role="group" aria-label=${translate(language, 'licences.all')}></pre>
</details>`;
