/** A refused or replaced value in words: which field, what was given, what is allowed. */
import { namedRules } from '../state/named-rules.js';
import { parameterOf } from '../state/parameters.js';
import { formatShort, isolate, localDigits } from '../text/numbers.js';
import { translate } from '../text/index.js';
import { valueText } from '../text/value-text.js';

/** A number of the table as short text; large limits stay whole. @param {string} language @param {number | undefined} value */
function limit(language, value) {
  if (value === undefined) return '';
  return Number.isInteger(value) ? localDigits(language, isolate(language, String(value))) : formatShort(language, value);
}

/** As they are written in an address; a rule's parameter by the usual one. @param {import('../state/parameters.js').Parameter} parameter */
function choicesOf({ choices = [], named }) {
  const rules = named ? Object.entries(namedRules).map(([name, range]) => (range ? `${name}:${range.usual}` : name)) : [];
  return [...choices, ...rules].join(', ');
}

/** @param {string} language @param {import('../state/kinds.js').Problem} problem */
function problemValues(language, problem) {
  const parameter = parameterOf(problem.key);
  const { min, max, count, length } = { ...parameter, ...problem.range };
  return {
    label: translate(language, `parameter.${problem.key}`),
    given: problem.given,
    min: limit(language, min),
    max: limit(language, max),
    count: limit(language, count),
    length: limit(language, length),
    choices: choicesOf(parameter),
    used: valueText(language, problem.key, problem.used),
  };
}

/** Said beside the field. @param {string} language @param {import('../state/kinds.js').Problem} problem */
export const problemText = (language, problem) =>
  translate(language, `problem.${problem.code}`, problemValues(language, problem));

/** Said about an address: also what stands in its place. @param {string} language @param {import('../state/kinds.js').Problem} problem */
export const replacedText = (language, problem) =>
  `${problemText(language, problem)} ${translate(language, 'problem.used', problemValues(language, problem))}`;
