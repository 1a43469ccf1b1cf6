import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = fileURLToPath(new URL('../../web', import.meta.url));

test('every npm package whose code is in the site is named in licences.txt, with its licence and version', async () => {
  const built = await build({ root: web, configFile: `${web}/vite.config.js`, mode: 'site', logLevel: 'silent', build: { write: false } });
  const files = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat()).flatMap(({ output }) => output);
  const modules = files.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
  const shipped = new Set(modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []));
  assert.ok(shipped.has('lit-html') && shipped.size >= 5, [...shipped].join(' '));

  const notices = files.flatMap((file) => (file.type === 'asset' && file.fileName === 'licences.txt' ? [String(file.source)] : []))[0];
  const { packages } = JSON.parse(readFileSync(`${web}/package-lock.json`, 'utf8'));
  for (const name of shipped) {
    const { version, license } = packages[`node_modules/${name}`];
    assert.ok(notices.includes(`${name} ${version}: ${license}\n`), `${name} ${version}: ${license}`);
  }
});
