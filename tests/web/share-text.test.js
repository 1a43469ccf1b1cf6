import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameText, markdownText, pictureText, tagText } from '../../web/src/formats/share-text.js';
import { folderAddress, labIn } from '../../web/src/state/address.js';
import { defaultValues } from '../../web/src/state/parameters.js';
import { changedEntries, formatHash, parseHash } from '../../web/src/state/url.js';

const hostile = 'Why "n" & <script>alert(1)</script> \'(x)\' [y]?';
const values = { ...defaultValues(), n: 12, ask: hostile };
const hash = formatHash(values);
const shared = {
  settings: changedEntries(values),
  figure: 'rows',
  title: hostile,
  summary: hostile,
  link: `https://lab.example/#${hash}`,
  folder: 'https://lab.example/',
  hash,
  height: 800,
};
const files = { light: 'light.svg', dark: 'dark.svg', width: 960, height: 500 };

test('nothing that an author writes becomes markup, in any text to paste', () => {
  const texts = [tagText(shared), frameText(shared), pictureText(shared, files)];
  for (const text of texts) {
    assert.doesNotMatch(text.replace(/<script type="module" src="[^"]*"><\/script>|<script>\n[\s\S]*<\/script>$/, ''), /<script|alert\(1\)<\/script>/);
    for (const [, value] of text.matchAll(/="([^"]*)"/g)) assert.doesNotMatch(value, /[<>]/);
  }
});

test('the tag has the settings as attributes, the frame has them in its address', () => {
  const tag = tagText({ ...shared, settings: [['n', '12'], ['lang', 'fa']], title: 'Rows' });
  assert.match(tag, /^<script type="module" src="https:\/\/lab\.example\/attention-lab\.js"><\/script>\n<attention-lab figure="rows" n="12" lang="fa" style/);
  assert.match(tag, /<a href="https:\/\/lab\.example\/#ask=[^"]*&amp;n=12">Rows<\/a>/);
  assert.match(frameText(shared), /src="https:\/\/lab\.example\/embed\.html#ask=[^"]*&amp;n=12"/);
});

test('an address survives brackets around it, and says the same again', () => {
  const markdown = markdownText(shared, 'light.svg');
  assert.match(markdown, /\\\[y\\\]/);
  const [, address] = /** @type {RegExpMatchArray} */ (markdown.match(/\]\((https:[^)]*)\)$/));
  assert.deepEqual(parseHash(new URL(address).hash).values, values);
});

test('a typed place is a folder on the web', () => {
  assert.equal(folderAddress(' https://a.example/lab '), 'https://a.example/lab/');
  assert.equal(folderAddress('https://a.example/lab/index.html'), 'https://a.example/lab/');
  for (const typed of ['', 'lab', 'javascript:alert(1)', 'file:///tmp/', '//a.example']) assert.equal(folderAddress(typed), null, typed);
  assert.equal(labIn('file:///x/').page, 'file:///x/attention-lab.html');
  assert.equal(labIn('https://a.example/').page, 'https://a.example/');
});
