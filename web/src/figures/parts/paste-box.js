/** A box to paste text into, or to drop a file on. What is in it stays on this machine. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../../text/index.js';

/**
 * @param {string} language
 * @param {{ id: string, name: 'config' | 'command', label: string, example: string, text: string, onText: (text: string) => void,
 *   onFile: ((file: File) => void) | null, onClear: (() => void) | null, state: unknown }} box
 */
export function pasteBox(language, { id, name, label, example, text, onText, onFile, onClear, state }) {
  const drop = (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (onFile) onFile(file);
    else file.text().then(onText);
  };
  return html`<div class="paste-box" data-box=${name} @drop=${drop} @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}>
    <label for=${id}>${label}</label>
    <textarea
      id=${id}
      dir="ltr"
      rows="5"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      placeholder=${example}
      aria-describedby=${`${id}-state`}
      .value=${live(text)}
      @input=${(/** @type {any} */ event) => onText(event.target.value)}
      @change=${(/** @type {Event} */ event) => event.stopPropagation()}
    ></textarea>
    <div class="paste-actions">
      ${onFile
        ? html`<label class="paste-file">
            <input
              class="visually-hidden"
              type="file"
              accept=".json,.gguf,application/json"
              @change=${(/** @type {any} */ event) => {
                event.stopPropagation();
                const [file] = event.target.files;
                event.target.value = '';
                if (file) onFile(file);
              }}
            /><span>${translate(language, 'memory.choose-file')}</span>
          </label>`
        : nothing}
      ${onClear ? html`<button type="button" class="quiet" @click=${onClear}>${translate(language, 'memory.clear')}</button>` : nothing}
    </div>
    <div class="paste-state" id=${`${id}-state`} aria-live="polite">${state}</div>
  </div>`;
}
