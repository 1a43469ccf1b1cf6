import { html } from 'lit';
import { hasText, translateRich } from '../text/index.js';

/** The paragraphs KEY-1, KEY-2, ... as far as there are any. @param {string} language @param {string} key */
export function prose(language, key) {
  const paragraphs = [];
  for (let at = 1; hasText(language, `${key}-${at}`); at += 1) {
    paragraphs.push(html`<p>${translateRich(language, `${key}-${at}`)}</p>`);
  }
  return paragraphs;
}
