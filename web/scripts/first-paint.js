import { nothing } from 'lit';
import { pageHeader } from '../src/lab/page-header.js';
import { defaultValues } from '../src/state/parameters.js';
import { loadLanguage } from '../src/text/index.js';

/** Runs in the page, before its first paint: what will look otherwise is not shown at all. */
const onlyIfItStays = () => {
  const { lang } = document.documentElement;
  const own = lang === 'fa' ? lang : (navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fa') ?? 'en');
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
  return `<div class="first-paint">${header}<script>(${String(onlyIfItStays).replaceAll(/\s+/g, ' ')})()</script></div>`;
}

/** A template without its listeners. @param {unknown} part @returns {string} */
function markup(part) {
  if (part === nothing) return '';
  if (Array.isArray(part)) return part.map(markup).join('');
  if (typeof part !== 'object' || part === null) return String(part).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const { strings, values } = /** @type {import('lit').TemplateResult} */ (part);
  const pieces = strings.map((string, at) => {
    if (/@\w+=$/.test(string)) return string.replace(/\s*@\w+=$/, '');
    const value = at < values.length ? markup(values[at]) : '';
    return string.endsWith('=') ? `${string}"${value}"` : string + value;
  });
  return pieces.join('').replaceAll(/\s+/g, ' ');
}
