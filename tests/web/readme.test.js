import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root, sourceFiles, textOf } from './source-files.js';

const readme = textOf('README.md');

test('the examples run and print what stands below them', () => {
  const examples = [...readme.matchAll(/```js\n([\s\S]*?)```[\s\S]*?```\n([\s\S]*?)```/g)];
  assert.equal(examples.length, 2);
  for (const [, code, expected] of examples) prints(code, expected);
});

/** @param {string} code @param {string} expected */
function prints(code, expected) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-readme-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, code.replace("'./dist/", `'${pathToFileURL(root)}dist/`));
    assert.equal(execFileSync(process.execPath, [file], { encoding: 'utf8' }), expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every folder, file and command it names exists', () => {
  const files = sourceFiles();
  for (const [, path] of readme.matchAll(/`((?:cpp|web|tests)\/[\w./-]*)`/g)) assert.ok(files.some((file) => file.startsWith(path)), path);
  for (const [, link] of readme.matchAll(/\]\(([\w./-]+)\)/g)) assert.ok(readFileSync(root + link).length > 0, link);
  const commands = [...textOf('build.sh').matchAll(/^ {2}([a-z]+)\)/gm)].map(([, name]) => name);
  for (const [, command] of readme.matchAll(/\.\/build\.sh ([a-z]+)/g)) assert.ok(commands.includes(command), command);
});

test('it cites the version that is built', () => {
  const { version } = JSON.parse(textOf('web/package.json'));
  assert.ok(readme.includes(`*Attention Lab*, version ${version}.`) && readme.includes(`version = {${version}}`));
});
