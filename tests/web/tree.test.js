import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { importsOf, includesOf, root, sourceFiles, textOf, withoutComments } from './source-files.js';

const files = sourceFiles();
const cpp = files.filter((path) => /\.(cpp|hpp)$/.test(path));
const js = files.filter((path) => /^web\/(src|scripts)\/.*\.js$/.test(path));
const under = (/** @type {string[]} */ paths, /** @type {string} */ folder) => paths.filter((path) => path.startsWith(folder));

test('the top level holds what the design lists', () => {
  const allowed = new Set(['cpp', 'web', 'tests', 'build.sh', 'CMakeLists.txt', 'README.md', 'LICENSE']);
  const names = new Set(files.map((path) => path.split('/')[0]));
  assert.deepEqual([...names].filter((name) => !allowed.has(name) && !name.startsWith('.')), []);
});

test('stages do not know each other', () => {
  const stages = ['sample', 'logits', 'scaling', 'mask', 'softmax', 'weighted_sum', 'row_statistics'];
  for (const stage of stages) {
    const own = cpp.filter((path) => [`cpp/attention/${stage}.cpp`, `cpp/attention/${stage}.hpp`].includes(path));
    assert.ok(own.length > 0, `no file of the stage ${stage}`);
    const others = stages.filter((name) => name !== stage).map((name) => `attention/${name}.hpp`);
    assert.deepEqual(own.flatMap(includesOf).filter((header) => others.includes(header)), [], stage);
  }
});

test('headers of the core say what they declare; those of a published formula also where it comes from', () => {
  const headers = under(cpp, 'cpp/attention/').filter((path) => path.endsWith('.hpp'));
  assert.deepEqual(headers.filter((path) => !/^(\/\/ |.*; +\/\/ )/m.test(textOf(path))), []);
  const named = ['python_random', 'algorithms/tiled', 'rope/frequencies', 'rope/rotate'].map((name) => `cpp/attention/${name}.hpp`);
  const rules = under(headers, 'cpp/attention/rules/').filter((path) => !path.endsWith('row_place.hpp'));
  const source = /arXiv \d{4}\.\d{5}|\((19|20)\d\d\)|[A-Z]\w+ (19|20)\d\d|GPT-2|Gemma 2|Qwen 1|Llama 4/;
  for (const path of [...named, ...rules]) assert.match(textOf(path), source, path);
});

test('xsimd is included by simd.hpp alone', () => {
  const users = cpp.filter((path) => includesOf(path).some((header) => header.startsWith('xsimd')));
  assert.deepEqual(users, ['cpp/attention/simd.hpp']);
  const speakers = under(cpp, 'cpp/').filter((path) => /\bxsimd\b/.test(withoutComments(textOf(path))));
  assert.deepEqual(speakers, ['cpp/attention/simd.hpp']);
});

test('only the bindings know Emscripten, and the core knows no bindings', () => {
  const speakers = under(cpp, 'cpp/').filter((path) => /emscripten/i.test(textOf(path)));
  assert.deepEqual(speakers.filter((path) => !path.startsWith('cpp/bindings/')), []);
  const core = under(cpp, 'cpp/attention/').filter((path) => includesOf(path).some((header) => header.startsWith('bindings/')));
  assert.deepEqual(core, []);
});

test('the core prints nothing, throws nothing and ends no process', () => {
  const loud = /\b(printf|puts|throw|abort|exit)\s*\(|\bthrow\b|<(iostream|cstdio|stdexcept)>|std::(cout|cerr)/;
  assert.deepEqual(under(cpp, 'cpp/attention/').filter((path) => loud.test(withoutComments(textOf(path)))), []);
});

test('memory is plain JS without a document', () => {
  for (const path of under(js, 'web/src/memory/')) {
    assert.doesNotMatch(withoutComments(textOf(path)), /\b(document|window|customElements)\b\s*[.[]/, path);
    assert.deepEqual(importsOf(path).filter((module) => /^lit|^web\/src\/(figures|controls|lab)\//.test(module)), [], path);
  }
});

test('no build file asks for arithmetic that changes results', () => {
  const builds = files.filter((path) => /(^|\/)(CMakeLists\.txt|build\.sh|.*\.cmake)$/.test(path));
  assert.ok(builds.length >= 2);
  for (const path of [...builds, ...cpp]) {
    assert.doesNotMatch(textOf(path), /-ffast-math|-Ofast|-funsafe-math|-fassociative-math|-freciprocal-math|-ffinite-math|-ffp-contract=fast|float_control|STDC FP_CONTRACT ON/, path);
  }
  assert.match(textOf('CMakeLists.txt'), /-ffp-contract=off/);
});

test('sources are ASCII; Persian stands in the Persian text alone', () => {
  for (const path of cpp) assert.doesNotMatch(textOf(path), /\P{ASCII}/u, path);
  const persian = under(js, 'web/src/').filter((path) => /[\u0600-\u06ff]/.test(textOf(path)));
  assert.deepEqual(persian.filter((path) => !path.startsWith('web/src/text/')), []);
});

test('shell scripts parse', () => {
  for (const path of ['build.sh', '.ci/run']) execFileSync('bash', ['-n', root + path]);
});

/** Each version formats otherwise. */
const formatter = `clang-format-${/^VERSION_CLANG=(\d+)/m.exec(textOf('build.sh'))?.[1]}`;
const isThere = spawnSync(formatter, ['--version']).status === 0;

test('C++ is formatted', { skip: !isThere && `${formatter} is not here` }, () => {
  const { status, stderr } = spawnSync(formatter, ['--dry-run', '-Werror', ...cpp], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});
