import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { formulas } from '../../web/src/text/formulas.js';
import { chooseLanguage, loadChapter, loadLanguage, translate, translateRich } from '../../web/src/text/index.js';
import { figureIds, parameters } from '../../web/src/state/parameters.js';
import { presets } from '../../web/src/state/presets.js';
import { catalogue } from '../../web/src/lab/catalogue.js';

/** All words of a language: those of the page, then those of single figures, by file. @param {string} language */
async function wordsOf(language) {
  const folder = new URL('../../web/src/text/', import.meta.url);
  const chapters = readdirSync(folder).filter((name) => name.endsWith(`-${language}.js`)).sort();
  const parts = await Promise.all([`${language}.js`, ...chapters].map((name) => import(new URL(name, folder).href)));
  const keys = parts.flatMap(({ words }) => Object.keys(words));
  assert.equal(new Set(keys).size, keys.length, 'no key is in two files');
  return Object.assign({}, ...parts.map(({ words }) => words));
}

/** @type {import('../../web/src/text/index.js').Words} */
const en = await wordsOf('en');
/** @type {import('../../web/src/text/index.js').Words} */
const fa = await wordsOf('fa');

/** Every value a text may ask for, as itself. */
const anything = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
/** @param {string | ((values: any) => string)} text */
const spoken = (text) => (typeof text === 'function' ? text(anything) : text);
/** @param {string} text @param {RegExp} pattern */
const found = (text, pattern) => [...new Set(text.match(pattern) ?? [])].sort();

test('both languages have the same keys in the same order', () => {
  assert.deepEqual(Object.keys(fa), Object.keys(en));
});

test('both languages say the same values and formulas, and the formulas exist', () => {
  for (const key of Object.keys(en)) {
    const [english, persian] = [spoken(en[key]), spoken(fa[key])];
    assert.equal(typeof fa[key], typeof en[key], key);
    assert.deepEqual(found(persian, /<\w+>/g), found(english, /<\w+>/g), key);
    for (const name of found(`${english}${persian}`, /\{[a-z0-9-]+\}/g)) assert.ok(Object.hasOwn(formulas, name.slice(1, -1)), `${key}: ${name}`);
    assert.ok(persian.trim() && english.trim(), key);
  }
});

test('Persian is written with Persian letters, digits and quotation marks', () => {
  /** Code, flags and examples that a reader types stay Latin, and so do the names of formats and models. */
  const latin = /^(export\.python-note|export\.selected|heads\.attribution|origin\.text|licences\.own|hint\.|precision\.|format\.|numbers\.|cost\.(after-1|checked)|overflow\.before-|language\.en|error\.no-simd|memory\.scores)/;
  for (const [key, text] of Object.entries(fa)) {
    const persian = spoken(text).replace(/<\w+>|\{[a-z0-9-]+\}/g, '');
    assert.doesNotMatch(persian, /[\u064a\u0643\u0660-\u0669]/, `${key}: Arabic letter or digit`);
    assert.doesNotMatch(persian, /["“”%]/, `${key}: Latin punctuation`);
    if (!latin.test(key)) assert.doesNotMatch(persian.replace(/1\/T|2\^|Llama [34]|Gemma 4|V2/g, ''), /\d/, `${key}: Latin digit`);
    assert.doesNotMatch(persian, /(^|\s)(ن?می) (?=\p{L})/u, `${key}: a space where a half-space belongs`);
  }
});

test('everything that is set or shown has words', () => {
  const needed = [
    ...parameters.map(({ key }) => `parameter.${key}`),
    ...parameters.flatMap(({ key, kind, choices = [], verbatim }) => {
      if (kind === 'rules') return choices.map((choice) => `rule.${choice.split(':')[0]}`);
      if (kind === 'choices' && !['hide', 'lock'].includes(key)) return choices.map((choice) => `${key}.${choice}`);
      const isOffered = kind === 'choice' && !verbatim && !['fig', 'lang'].includes(key);
      return isOffered ? choices.map((choice) => `${key}.${choice}`) : [];
    }),
    ...Object.values(catalogue).flatMap(({ controls = [] }) => controls.map((key) => `label.${key}`)),
    ...parameters.filter(({ slider }) => slider).map(({ key }) => `spoken.${key}`),
    ...Object.keys(catalogue).map((id) => `${id}.title`),
    ...presets.map(({ id }) => `preset.${id}`),
    ...['overflow', 'underflow', 'not-finite', 'fully-masked'].map((code) => `event.${code}`),
    ...['input', 'logits', 'scaling', 'mask', 'softmax', 'output'].map((stage) => `stage.${stage}`),
  ];
  for (const key of needed) assert.ok(Object.hasOwn(en, key), key);
  assert.ok(figureIds.length > 0);
});

test('texts are found by language, with values and formulas', async () => {
  await Promise.all([loadLanguage('en'), loadLanguage('fa')]);
  assert.equal(translate('en', 'rule.factor', { factor: '0.5' }), 'Times 0.5');
  assert.equal(translate('fa', 'rule.factor', { factor: '۰٫۵' }), 'ضربدر ۰٫۵');
  assert.equal(translate('en', 'no.such.key'), 'no.such.key');
  assert.equal(translate('en', 'toString'), 'toString');
  assert.ok(/** @type {any[]} */ (translateRich('en', 'page.lead')).includes(formulas['sqrt-dk']));
});

test('a change of language brings the chapters in use along', async () => {
  await loadChapter('en', 'trend');
  assert.equal(translate('en', 'trend.title'), en['trend.title']);
  await loadLanguage('fa');
  assert.equal(translate('fa', 'trend.title'), fa['trend.title']);
  await loadChapter('en', 'no such chapter');
});

test('the reader\'s first language that the page speaks is chosen', () => {
  assert.equal(chooseLanguage('auto', ['fa-IR', 'en']), 'fa');
  assert.equal(chooseLanguage('auto', ['de', 'en-GB', 'fa']), 'en');
  assert.equal(chooseLanguage('auto', ['de', 'fa']), 'fa');
  assert.equal(chooseLanguage('auto', []), 'en');
  assert.equal(chooseLanguage('en', ['fa']), 'en');
});
