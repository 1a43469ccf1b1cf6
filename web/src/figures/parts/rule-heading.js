import { html } from 'lit';
import { ruleName } from '../../text/value-text.js';

/** The name of a scale rule over its picture. @param {string} language @param {import('../../state/parameters.js').Rule} rule */
export const ruleHeading = (language, rule) => html`<h3 class="rule-heading"><span>${ruleName(language, rule)}</span></h3>`;
