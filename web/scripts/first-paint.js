import { pageHeader } from '../src/lab/page-header.js';
import { defaultValues } from '../src/state/parameters.js';
import { languages, loadLanguage } from '../src/text/index.js';
import { markup } from './markup.js';

/**
 * Runs in the page, before its first paint and by itself: what will look otherwise is not shown at all. The language is chosen as
 * the lab chooses it.
 *
 * @param {readonly string[]} languages
 */
const onlyIfItStays = (languages) => {
  const { lang } = document.documentElement;
  const readers = lang === 'fa' ? [lang] : navigator.languages;
  const own = readers.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => languages.includes(tag)) ?? 'en';
  if (own !== lang || /[#&](lang|theme|ask|predict)=/.test(location.hash)) document.querySelector('.first-paint')?.remove();
};

/**
 * The head of the page as it is drawn at first, so that a reader sees what it is about while the scripts are on their way; without
 * scripts it stays.
 *
 * @param {import('../src/text/index.js').Language} language
 */
export async function firstPaint(language) {
  await loadLanguage(language);
  const header = markup(pageHeader(language, defaultValues(), () => {}, true));
  return `<div class="first-paint">${header}<script>(${String(onlyIfItStays).replaceAll(/\s+/g, ' ')})(${JSON.stringify(languages)})</script></div>`;
}
