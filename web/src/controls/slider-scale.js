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
  const position = (/** @type {number} */ value) => Math.round(Math.log2(value) * stepsPerDoubling);
  return {
    min: position(min),
    max: position(max),
    step: 1,
    valueAt: (/** @type {number} */ at) => {
      const value = 2 ** (at / stepsPerDoubling);
      return kind === 'integer' ? Math.round(value) : Math.min(max, Math.max(min, toTwoDigits(value)));
    },
    positionOf: position,
  };
}
