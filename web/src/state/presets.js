/** Named sets of values. The label in words is the text `preset.ID`. */
import { defaultValues } from './parameters.js';

const article = defaultValues();
/** @param {string[]} keys */
const pick = (...keys) => Object.fromEntries(keys.map((key) => [key, article[key]]));

const run = pick('n', 'keys', 'dk', 'dv', 'seed', 'scale', 'temperature', 'mask', 'softmax', 'precision', 'show');

/** @type {readonly { id: string, figure: string, values: import('./parameters.js').Values }[]} */
export const presets = Object.freeze([
  { id: 'article-run', figure: 'rows', values: run },
  { id: 'article-trend', figure: 'trend', values: { ...run, ...pick('seeds', 'dks'), scale: ['none'] } },
]);
