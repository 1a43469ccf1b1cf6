import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles, textOf } from './source-files.js';

/** What tests/README.md says of each number: the files that try it, or why it cannot happen here. @returns {Map<number, string>} */
const listed = new Map([...textOf('tests/README.md').matchAll(/^\| (\d+) \| [^|]+ \| (.+) \|$/gm)].map(([, number, where]) => [Number(number), where]));

/** The numbers that a test file names: `pitfall 20`, `pitfalls 66, 67`, `Pitfall020_`. @param {string} path */
function namedIn(path) {
  const mentions = textOf(path).matchAll(/\bpitfalls? ?(\d+(?:(?:, | and )\d+)*)/gi);
  return [...mentions].flatMap(([, numbers]) => numbers.split(/, | and /).map(Number));
}

const tests = sourceFiles().filter((path) => /^tests\/.*(_test\.cpp|\.test\.js)$/.test(path) && path !== 'tests/web/pitfalls.test.js');
const named = new Map(tests.map((path) => [path.slice('tests/'.length), namedIn(path)]));

test('every pitfall in the list is tried where the list says, or cannot happen', () => {
  assert.ok(listed.size > 70);
  for (const [number, where] of listed) {
    const files = [...where.matchAll(/`([^`]+\.(?:js|cpp))`/g)].map(([, path]) => path);
    assert.ok(files.length > 0 || where.startsWith('does not apply: '), `${number}: ${where}`);
    for (const file of files) assert.ok(named.get(file)?.includes(number), `${file} names no pitfall ${number}`);
  }
});

test('every pitfall that a test names is in the list', () => {
  for (const [path, numbers] of named) {
    for (const number of numbers) assert.ok(listed.get(number)?.includes(`\`${path}\``), `${number}, named in ${path}`);
  }
});
