/** Positions of a slider and the values they stand for. */

/** Steps of a logarithmic slider for one doubling. */
const stepsPerDoubling = 8;

/** @typedef {import('../state/parameters.js').Parameter} Parameter */

/** @param {number} value */
const toTwoDigits = (value) => Number(value.toPrecision(2));

/** @param {Parameter} parameter */
export function sliderScale(parameter) {
  const { slider, kind } = parameter;
  if (!slider) return null;
  const { min, max, logarithmic = false } = slider;
  if (!logarithmic) {
    return { min, max, step: 1, valueAt: (/** @type {number} */ at) => at, positionOf: (/** @type {number} */ value) => value };
  }
  // Small whole numbers lie further apart than a step: each stands once, so that no press of an arrow is lost.
  const position = (/** @type {number} */ value) => Math.round(Math.log2(value) * stepsPerDoubling);
  const rounded = (/** @type {number} */ value) => (kind === 'integer' ? Math.round(value) : Math.min(max, Math.max(min, toTwoDigits(value))));
  const first = position(min);
  const values = [...new Set(Array.from({ length: position(max) - first + 1 }, (_, at) => rounded(2 ** ((first + at) / stepsPerDoubling))))];
  return {
    min: 0,
    max: values.length - 1,
    step: 1,
    valueAt: (/** @type {number} */ at) => values[at],
    positionOf: (/** @type {number} */ value) => Math.max(0, values.findLastIndex((each) => each <= value)),
  };
}
