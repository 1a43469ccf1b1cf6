/** A box to paste text into. What is in it stays on this machine. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../../text/index.js';

/** The same in every language. */
const examples = {
  config: '{ "head_dim": 128, "rope_theta": 1000000, "rope_scaling": { \u2026 } }',
  command: 'llama-server -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768',
};

/** @param {string} language @param {{ id: string, name: 'config' | 'command', text: string, onText: (text: string) => void, state: unknown }} box */
export function textBox(language, { id, name, text, onText, state }) {
  return html`<div class="paste-box" data-box=${name}>
    <label for=${id}>${translate(language, `position.box.${name}`)}</label>
    <textarea
      id=${id}
      dir="ltr"
      rows="4"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      placeholder=${examples[name]}
      aria-describedby=${`${id}-state`}
      .value=${live(text ?? '')}
      @input=${(/** @type {any} */ event) => onText(event.target.value)}
      @change=${(/** @type {Event} */ event) => event.stopPropagation()}
    ></textarea>
    <div class="paste-state" id=${`${id}-state`} aria-live="polite">${state}</div>
  </div>`;
}
