import { html, nothing } from 'lit';
import { replacedText } from '../controls/problem-text.js';
import { translate } from '../text/index.js';

/**
 * What of the address could not be used, and what stands in its place.
 * @param {string} language @param {readonly import('../state/kinds.js').Problem[]} problems @param {() => void} dismiss
 */
export function problemNote(language, problems, dismiss) {
  if (problems.length === 0) return nothing;
  return html`<div class="note" role="status" data-note="address">
    <p><strong>${translate(language, 'page.problems')}</strong></p>
    <ul>
      ${problems.map((problem) => html`<li data-key=${problem.key}>${replacedText(language, problem)}</li>`)}
    </ul>
    <button type="button" class="quiet" @click=${dismiss}>${translate(language, 'page.dismiss')}</button>
  </div>`;
}
