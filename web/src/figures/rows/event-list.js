import { html, nothing } from 'lit';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

/** More lines than this help nobody. */
const shownEvents = 3;

/**
 * What went wrong in single rows, in words.
 * @param {string} language
 * @param {readonly { code: string, stage?: string, row: number, key: number | null }[]} events
 */
export function eventList(language, events) {
  if (events.length === 0) return nothing;
  const rest = events.length - shownEvents;
  return html`<ul class="events" role="status">
    ${events.slice(0, shownEvents).map(({ code, stage, row, key }) => {
      const hasKey = key !== null && key !== undefined && key >= 0;
      return html`<li data-event=${code}>
        ${translate(language, `event.${code}`, {
          row: formatInteger(language, row + 1),
          key: hasKey ? formatInteger(language, key + 1) : null,
          stage: translate(language, `stage.${stage}`),
        })}
      </li>`;
    })}
    ${rest > 0 ? html`<li>${translate(language, 'rows.more-events', { count: formatInteger(language, rest) })}</li>` : nothing}
  </ul>`;
}
