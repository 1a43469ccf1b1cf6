/** Values of the parameter table in words. */
import { parameterOf } from '../state/parameters.js';
import { parseNamedRule } from '../state/named-rules.js';
import { writeParameter } from '../state/kinds.js';
import { formatShort, isolate, localDigits } from './numbers.js';
import { hasText, translate, translateRich } from './index.js';

/** @param {string} language @param {import('../state/parameters.js').Parameter} parameter @param {string} choice */
export const choiceText = (language, { key, verbatim }, choice) => (verbatim && !hasText(language, `${key}.${choice}`) ? choice : translate(language, `${key}.${choice}`));

/** A number as the reader types it: Persian digits and decimal mark in Persian. @param {string} language @param {string} text */
export const typedNumber = (language, text) => (language === 'fa' ? localDigits(language, text).replace('.', '\u066b') : text);

/** A value as the reader would write it. @param {string} language @param {string} key @param {any} value */
export function valueText(language, key, value) {
  const parameter = parameterOf(key);
  const name = `${key}.${value}`;
  if (parameter.kind === 'choice' && hasText(language, name)) return translate(language, name);
  if (parameter.kind === 'rules') return [value].flat().map((/** @type {any} */ rule) => ruleText(language, rule)).join(translate(language, 'list.comma'));
  const text = isolate(language, writeParameter(parameter, value));
  return parameter.kind === 'number' ? typedNumber(language, text) : localDigits(language, text);
}

/** @param {string} language @param {import('../state/parameters.js').AnyRule} rule */
export function ruleText(language, rule) {
  const named = typeof rule === 'string' ? parseNamedRule(rule) : null;
  // Their words come after the first picture.
  if (named && !hasText(language, `rule.${named.name}`)) return isolate(language, `${rule}`);
  if (named) return translate(language, `rule.${named.name}`, { parameter: named.parameter === null ? '' : formatShort(language, named.parameter, 7) });
  return typeof rule === 'number'
    ? translate(language, 'rule.factor', { factor: formatShort(language, rule, 6) })
    : translate(language, `rule.${rule}`);
}

/** The same with its formula, for places that can show one. @param {string} language @param {import('../state/parameters.js').AnyRule} rule */
export const ruleName = (language, rule) =>
  hasText(language, `rule-name.${rule}`) ? translateRich(language, `rule-name.${rule}`) : ruleText(language, rule);
