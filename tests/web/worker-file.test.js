import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// WebKit runs a worker's own file once more when a part that it loads imports from it: the second run takes the messages, and
// knows no module.

const assets = fileURLToPath(new URL('../../dist/assets/', import.meta.url));
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));

test('nothing imports from the file of the worker', () => {
  const workers = scripts.filter((name) => name.startsWith('worker-'));
  assert.equal(workers.length, 1);
  const importers = scripts.filter((name) => new RegExp(`\\b(from|import)\\s*\\(?["'\`]\\./${workers[0]}`).test(readFileSync(assets + name, 'utf8')));
  assert.deepEqual(importers, []);
});
