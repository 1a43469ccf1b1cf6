/**
 * The one event by which controls and figures ask for a value. Native inputs also fire events named `change`:
 * listeners tell ours apart by its detail.
 * @param {EventTarget} from @param {string} key @param {any} value
 */
export function emitChange(from, key, value) {
  from.dispatchEvent(new CustomEvent('change', { detail: { key, value }, bubbles: true, composed: true }));
}
