import { readFileSync } from 'node:fs';

/** @param {string} name */
export function golden(name) {
  return JSON.parse(goldenText(name));
}

/** The file's own text: JSON.parse would make 1.0 and 1 the same. @param {string} name */
export function goldenText(name) {
  return readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8');
}

/** @param {Record<string, any>} object */
export function camelCaseKeys(object) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [camelCase(key), value]));
}

/** @param {string} name */
export function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}
