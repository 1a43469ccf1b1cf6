import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../web/src/', import.meta.url));

/** @param {string} folder */
function scripts(folder) {
  return readdirSync(join(source, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js') && !name.includes('generated'))
    .map((name) => ({ path: relative(source, join(source, folder, name)), code: readFileSync(join(source, folder, name), 'utf8') }));
}

/** @param {string} code */
const withoutComments = (code) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/**
 * The static parts of every html`...` and svg`...` template, with a mark where an expression stands.
 * @param {string} code
 */
function templates(code) {
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText())) {
      const { template } = node;
      found.push(ts.isTemplateExpression(template) ? [template.head, ...template.templateSpans.map((span) => span.literal)].map((part) => part.text).join('\u0000') : template.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('scanned.js', code, ts.ScriptTarget.Latest, true));
  return found;
}

/** Words a reader would see or hear: between tags, and in attributes that are shown or spoken. @param {string} template */
function visibleWords(template) {
  const spoken = [...template.matchAll(/\b(?:aria-label|title|placeholder|alt|aria-valuetext)="([^"]*)"/g)].map((match) => match[1]);
  const text = template.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');
  return `${text} ${spoken.join(' ')}`.match(/\p{L}{2,}/gu) ?? [];
}

test('the scan sees words in nested templates and attributes', () => {
  const code = "const a = html`<p title=\"Hello\">${b ? html`<b>World</b>` : 'x'} ${c}</p>`;";
  assert.deepEqual(templates(code).flatMap(visibleWords).sort(), ['Hello', 'World']);
});

for (const folder of ['figures', 'controls', 'lab']) {
  test(`no words for readers outside text/: ${folder}`, () => {
    for (const { path, code } of scripts(folder)) {
      assert.deepEqual(templates(withoutComments(code)).flatMap(visibleWords), [], path);
    }
  });
}

test('figures know neither the engine nor the lab, and the state knows no page', () => {
  for (const { path, code } of scripts('figures')) assert.doesNotMatch(code, /(from|import\() ?'[^']*\/(engine|lab)\//, path);
  for (const { path, code } of [...scripts('state'), ...scripts('text')]) assert.doesNotMatch(code, /from '[^']*\/(engine|lab|figures|controls)\//, path);
});

test('one file touches location and history', () => {
  for (const { path, code } of scripts('.')) {
    if (path === join('state', 'address.js')) continue;
    assert.doesNotMatch(withoutComments(code), /\b(window\.|globalThis\.|document\.)?(location|history)\.(href|hash|search|pathname|assign|replace|reload|replaceState|pushState|back|go)\b/, path);
  }
});

test('nothing that a Content-Security-Policy forbids or that turns data into markup', () => {
  for (const { path, code } of scripts('.')) {
    assert.doesNotMatch(withoutComments(code), /\b(eval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|document\.write)\b/, path);
    for (const template of templates(withoutComments(code))) assert.doesNotMatch(template, /\s(style=|on[a-z]+=)/, path);
  }
});
