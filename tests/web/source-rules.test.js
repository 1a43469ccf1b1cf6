import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

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
 * The static parts of every html`...` and svg`...` template, with a mark where an expression stands. Templates inside
 * expressions are read too.
 * @param {string} code
 */
function templates(code) {
  /** @type {string[]} */
  const found = [];
  /** @param {number} at  just after the opening backtick @param {boolean} marked @returns {number} just after the closing one */
  const template = (at, marked) => {
    let text = '';
    while (at < code.length && code[at] !== '`') {
      if (code[at] === '\\') at += 2;
      else if (code.startsWith('${', at)) {
        at = expression(at + 2);
        text += '\u0000';
      } else text += code[at++];
    }
    if (marked) found.push(text);
    return at + 1;
  };
  /** @param {number} at @returns {number} just after the closing brace */
  const expression = (at) => {
    for (let depth = 1; at < code.length; ) {
      const character = code[at];
      if (character === '`') at = template(at + 1, /(html|svg)$/.test(code.slice(0, at)));
      else if (character === "'" || character === '"') {
        for (at += 1; code[at] !== character; at += 1) if (code[at] === '\\') at += 1;
        at += 1;
      } else {
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        at += 1;
        if (depth === 0) break;
      }
    }
    return at;
  };
  for (let at = 0; at < code.length; ) {
    if (code[at] === '`') at = template(at + 1, /(html|svg)$/.test(code.slice(0, at)));
    else at += 1;
  }
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
