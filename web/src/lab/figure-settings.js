/** Which settings a figure has: those that the whole lab shares, and its own. */
import { catalogue } from './catalogue.js';

/** What every reader turns, and what a few do. */
export const firstKeys = Object.freeze(['scale', 'n', 'dk', 'seed']);
export const secondKeys = Object.freeze(['mask', 'window']);
export const moreKeys = Object.freeze(['keys', 'dv', 'temperature', 'softmax', 'precision']);

/** Of some shared settings those that the figure depends on and has no control for. @param {string} figure @param {readonly string[]} keys */
export function sharedSettings(figure, keys) {
  const { keys: own, controls = [] } = catalogue[figure];
  return keys.filter((key) => own.includes(key) && !controls.includes(key));
}

/** Every setting of a figure. @param {string} figure */
export const settingsOf = (figure) => [
  ...sharedSettings(figure, [...firstKeys, ...secondKeys, ...moreKeys]),
  ...(catalogue[figure].controls ?? []),
];
