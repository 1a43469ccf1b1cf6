import { html, nothing } from 'lit';
import { translateRich } from '../../text/index.js';
import { ruleText } from '../../text/value-text.js';

/** The name of a scale rule with its formula. @param {string} language @param {import('../../state/parameters.js').Rule} rule */
export function ruleHeading(language, rule) {
  return html`<h3 class="rule-heading">
    <span>${ruleText(language, rule)}</span>
    ${typeof rule === 'string' ? html`<span class="rule-formula">${translateRich(language, `{rule-${rule}}`)}</span>` : nothing}
  </h3>`;
}
