import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOGIT_RULES } from '../../web/src/engine/logit-rules.js';
import { catalogue } from '../../web/src/lab/catalogue.js';
import { figureIds } from '../../web/src/state/parameters.js';
import { languages } from '../../web/src/text/index.js';
import { sourceFiles, textOf, withoutComments } from './source-files.js';

const files = sourceFiles();

/** The files that a recipe of the README lists, in its order. @param {string} title @returns {string[]} */
function recipe(title) {
  const section = textOf('README.md').split(`\n### ${title}\n`)[1]?.split(/\n##/)[0] ?? '';
  const listed = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path);
  assert.ok(listed.length > 1, `no recipe: ${title}`);
  return listed;
}

/**
 * Everything there is was added by the recipe: in every file it lists, each item left its mark.
 *
 * @param {string} title
 * @param {readonly string[]} items
 * @param {Record<string, (item: string) => RegExp | RegExp[]>} marks  by the paths of the recipe
 */
function followed(title, items, marks) {
  assert.deepEqual(recipe(title), Object.keys(marks));
  assert.ok(items.length > 1);
  const missing = items.flatMap((item) =>
    Object.entries(marks).flatMap(([path, marksOf]) => {
      const file = path.replaceAll(/<(id|name|code)>/g, item).replaceAll('<figure>', figureIds[1]);
      if (!files.includes(file)) return [`${item}: there is no ${file}`];
      const text = withoutComments(textOf(file));
      return [marksOf(item)].flat().filter((mark) => !mark.test(text)).map((mark) => `${item}: nothing in ${file} is like ${mark}`);
    }),
  );
  assert.deepEqual(missing, [], title);
}

const enumerators = [...withoutComments(textOf('cpp/attention/parameters.hpp').split('enum class ScaleRule {')[1].split('}')[0]).matchAll(/\w+/g)].map(String);
const snake = (/** @type {string} */ rule) => rule.replaceAll('-', '_');
const key = (/** @type {string} */ name) => new RegExp(`^ *'?${name}'?: `, 'm');
const caseOf = (/** @type {string} */ rule) => new RegExp(`case ScaleRule::${snake(rule)}:`);

test('every scale rule was added by the recipe', () => {
  const rules = enumerators.slice(enumerators.indexOf('factor') + 1).map((name) => name.replaceAll('_', '-'));
  assert.deepEqual(Object.keys(LOGIT_RULES), rules);
  followed('Add a scale rule', rules, {
    'cpp/attention/parameters.hpp': (rule) => [new RegExp(`\\b${snake(rule)},`), new RegExp(`kLastScaleRule = ScaleRule::${enumerators.at(-1)};`)],
    'cpp/attention/parameters.cpp': caseOf,
    'cpp/attention/scaling.cpp': caseOf,
    'cpp/bindings/attend/attend.cpp': (rule) => new RegExp(`"${snake(rule)}", attention::ScaleRule::${snake(rule)}\\)`),
    'web/src/engine/logit-rules.js': key,
    'web/src/engine/api.d.ts': (rule) => new RegExp(`\\| \\{ rule: '${rule}'`),
    'web/src/state/named-rules.js': key,
    'web/src/text/rules-en.js': (rule) => key(`rule\\.${rule}`),
    'web/src/text/rules-fa.js': (rule) => key(`rule\\.${rule}`),
    'web/src/formats/code/named-rules.js': key,
    'tests/engine/code-states.js': (rule) => new RegExp(`'${rule}[:']`),
    'tests/cpp/rules/attend_rules_test.cpp': (rule) => new RegExp(`ScaleRule::${snake(rule)}\\b`),
  });
});

test('formulas of rules stand in headers that the scaling uses', () => {
  const headers = files.filter((path) => path.startsWith('cpp/attention/rules/')).map((path) => path.slice('cpp/'.length));
  const used = files.filter((path) => path.startsWith('cpp/attention/') && path.endsWith('.cpp')).map(textOf).join('\n');
  const between = headers.map((path) => textOf(`cpp/${path}`)).join('\n');
  assert.deepEqual(headers.filter((path) => !`${used}${between}`.includes(`#include "${path}"`)), []);
});

test('every figure was added by the recipe', () => {
  assert.deepEqual(Object.keys(catalogue), figureIds);
  // The words of the first figure come with the page.
  const chapters = figureIds.filter((id) => id !== 'rows');
  followed('Add a figure', chapters, {
    'web/src/state/parameters.js': (id) => new RegExp(`'${id}'`),
    'web/src/lab/catalogue.js': key,
    'web/src/lab/computations/<id>.js': () => /export async function compute\(|export const compute\b/,
    'web/src/figures/<id>-figure.js': (id) => new RegExp(`define\\('${id}-figure'`),
    'web/src/text/<id>-en.js': (id) => key(`${id}\\.title`),
    'web/src/text/<id>-fa.js': (id) => key(`${id}\\.title`),
    'web/src/text/index.js': key,
  });
});

test('every language was added by the recipe', () => {
  const chapters = figureIds.filter((id) => id !== 'rows');
  for (const chapter of chapters) {
    for (const code of languages) assert.ok(files.includes(`web/src/text/${chapter}-${code}.js`), `${chapter}-${code}.js`);
  }
  followed('Add a language', languages, {
    'web/src/text/<code>.js': () => languages.map((other) => key(`language\\.${other}`)),
    'web/src/text/<figure>-<code>.js': () => [],
    'web/src/text/index.js': key,
    'web/src/text/numbers.js': (code) => new RegExp(`locales = \\{.*\\b${code}: '`),
    'web/src/state/parameters.js': (code) => new RegExp(`key: 'lang',.*'${code}'`),
    'web/index.html': (code) => new RegExp(`<(html|p) lang="${code}"`),
  });
});

test('every file format was added by the recipe', () => {
  const formats = [...textOf('web/src/formats/read-files.js').matchAll(/^import \{ read\w+ \} from '\.\/(\w+)\.js'/gm)].map(([, name]) => name);
  const spoken = (/** @type {string} */ format) => new RegExp(`'file\\.not-text':.*\\b${format}\\b`, 'i');
  followed('Add a file format', formats, {
    'web/src/formats/<name>.js': (format) => new RegExp(`export (async )?function read${format}\\(`, 'i'),
    'web/src/formats/read-files.js': (format) => new RegExp(`\\bread${format}\\(`, 'i'),
    'web/src/text/heads-en.js': spoken,
    'web/src/text/heads-fa.js': spoken,
    'tests/web/formats/<name>.test.js': (format) => new RegExp(`read(${format}|File)\\(`, 'i'),
    'tests/fuzz/formats.test.js': (format) => new RegExp(`'x\\.${format}'`),
  });
});
