/**
 * All words of the page. Only the language in use is loaded; the words of single figures come after the first picture.
 *
 * @typedef {'en' | 'fa'} Language
 * @typedef {Record<string, string | ((values: any) => string)>} Words
 */
import { formulas } from './formulas.js';

/** @type {Record<Language, () => Promise<{ words: Words }>>} */
const loaders = {
  fa: () => import('./fa.js'),
  en: () => import('./en.js'),
};

/** Words that only one figure needs: its title, its paragraphs, its labels. @type {Record<string, Record<Language, () => Promise<{ words: Words }>>>} */
const chapters = {
  variance: { en: () => import('./variance-en.js'), fa: () => import('./variance-fa.js') },
  position: { en: () => import('./position-en.js'), fa: () => import('./position-fa.js') },
  length: { en: () => import('./length-en.js'), fa: () => import('./length-fa.js') },
  trend: { en: () => import('./trend-en.js'), fa: () => import('./trend-fa.js') },
  collapse: { en: () => import('./collapse-en.js'), fa: () => import('./collapse-fa.js') },
  gradient: { en: () => import('./gradient-en.js'), fa: () => import('./gradient-fa.js') },
  overflow: { en: () => import('./overflow-en.js'), fa: () => import('./overflow-fa.js') },
  memory: { en: () => import('./memory-en.js'), fa: () => import('./memory-fa.js') },
  heads: { en: () => import('./heads-en.js'), fa: () => import('./heads-fa.js') },
  export: { en: () => import('./export-en.js'), fa: () => import('./export-fa.js') },
  embed: { en: () => import('./embed-en.js'), fa: () => import('./embed-fa.js') },
  share: { en: () => import('./share-en.js'), fa: () => import('./share-fa.js') },
  lesson: { en: () => import('./lesson-en.js'), fa: () => import('./lesson-fa.js') },
  rules: { en: () => import('./rules-en.js'), fa: () => import('./rules-fa.js') },
  errors: { en: () => import('./errors-en.js'), fa: () => import('./errors-fa.js') },
  cost: { en: () => import('./cost-en.js'), fa: () => import('./cost-fa.js') },
  colophon: { en: () => import('./colophon-en.js'), fa: () => import('./colophon-fa.js') },
};

/** @type {Map<string, Words>} */
const loaded = new Map();

/** Chapters in use: a change of language brings theirs along. @type {Set<string>} */
const wanted = new Set();

export const languages = Object.freeze(/** @type {Language[]} */ (Object.keys(loaders)));

/** @param {string} language */
export const directionOf = (language) => (language === 'fa' ? 'rtl' : 'ltr');

/** @param {Language} language */
export async function loadLanguage(language) {
  const parts = await Promise.all([loaders[language](), ...[...wanted].map((chapter) => chapters[chapter][language]())]);
  loaded.set(language, Object.assign({}, loaded.get(language), ...parts.map(({ words }) => words)));
}

/** The words of a figure, where it has some of its own. @param {string} language @param {string} chapter */
export async function loadChapter(language, chapter) {
  if (!Object.hasOwn(chapters, chapter)) return;
  wanted.add(chapter);
  const { words } = await chapters[chapter][/** @type {Language} */ (language)]();
  loaded.set(language, { ...loaded.get(language), ...words });
}

/** The first of the reader's languages that the page speaks. @param {string} choice @param {readonly string[]} readers @returns {Language} */
export function chooseLanguage(choice, readers) {
  const asked = [choice, ...readers.map((tag) => tag.toLowerCase().split('-')[0])];
  return asked.map((tag) => languages.find((language) => language === tag)).find(Boolean) ?? 'en';
}

/** @param {string} language @param {string} key */
export const hasText = (language, key) => Object.hasOwn(loaded.get(language) ?? {}, key);

/**
 * The words for a key; `values` go to those that are functions. A missing key shows itself and fails the parity test.
 * @param {string} language @param {string} key @param {any} [values]
 */
export function translate(language, key, values = {}) {
  const words = loaded.get(language);
  const text = words && Object.hasOwn(words, key) ? words[key] : key;
  return typeof text === 'function' ? text(values) : text;
}

/**
 * The same, where a sentence names formulas as {sqrt-dk}: a list of strings and MathML templates for Lit.
 * @param {string} language @param {string} key @param {any} [values]
 */
export function translateRich(language, key, values = {}) {
  return translate(language, key, values)
    .split(/(\{[a-z0-9-]+\})/)
    .map((part) => (part.startsWith('{') && formulas[part.slice(1, -1)]) || part);
}
