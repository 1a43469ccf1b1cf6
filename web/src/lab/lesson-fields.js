/** What turns a figure into a lesson: a question, a prediction before the figure, and settings that are fixed or hidden. */
import { html } from 'lit';
import { parameterOf } from '../state/parameters.js';
import { formatInteger } from '../text/numbers.js';
import { translate, translateRich } from '../text/index.js';
import { settingsOf } from './figure-settings.js';

/** @typedef {{ ask: string, predict: 'off' | 'on', hide: readonly string[], lock: readonly string[] }} Lesson */

const access = /** @type {const} */ (['free', 'locked', 'hidden']);

/** @param {Lesson} lesson @param {string} key @returns {typeof access[number]} */
const accessTo = ({ hide, lock }, key) => (hide.includes(key) ? 'hidden' : lock.includes(key) ? 'locked' : 'free');

/** @param {Lesson} lesson @param {string} key @param {string} wanted @returns {Lesson} */
function withAccess(lesson, key, wanted) {
  const [hide, lock] = [lesson.hide, lesson.lock].map((keys) => keys.filter((other) => other !== key));
  return { ...lesson, hide: wanted === 'hidden' ? [...hide, key] : hide, lock: wanted === 'locked' ? [...lock, key] : lock };
}

/** @param {string} language @param {string} figure @param {Lesson} lesson @param {(lesson: Lesson) => void} change */
export function lessonFields(language, figure, lesson, change) {
  const { length = 0 } = parameterOf('ask');
  const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`<details class="share-lesson">
    <summary>${translate(language, 'share.lesson')}</summary>
    <p class="figure-note">${translate(language, 'share.lesson-note')}</p>
    <label>
      <span>${translate(language, 'share.ask')}</span>
      <textarea
        data-share="ask"
        dir="auto"
        rows="2"
        maxlength=${length}
        .value=${lesson.ask}
        @input=${(/** @type {Event} */ event) => change({ ...lesson, ask: value(event) })}
      ></textarea>
      <span class="field-note">${translate(language, 'share.ask-note', { left: formatInteger(language, length - lesson.ask.length) })}</span>
    </label>
    <label class="check">
      <input
        type="checkbox"
        data-share="predict"
        .checked=${lesson.predict === 'on'}
        @change=${(/** @type {any} */ event) => change({ ...lesson, predict: event.target.checked ? 'on' : 'off' })}
      />
      <span>${translate(language, 'share.predict')}</span>
    </label>
    <fieldset>
      <legend>${translate(language, 'share.controls')}</legend>
      <div class="share-settings">
        ${settingsOf(figure).map(
          (key) => html`<label>
            <span>${translateRich(language, `label.${key}`)}</span>
            <select data-share-key=${key} @change=${(/** @type {Event} */ event) => change(withAccess(lesson, key, value(event)))}>
              ${access.map((choice) => html`<option value=${choice} .selected=${choice === accessTo(lesson, key)}>${translate(language, `share.${choice}`)}</option>`)}
            </select>
          </label>`,
        )}
      </div>
    </fieldset>
  </details>`;
}
