import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { securityPolicy } from '../../web/scripts/security-policy.js';

test('pitfall 80: text that looks like markup or a pattern stays as it is in a single file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-lab-'));
  const hostile = "</script><!-- <script> $& $1 $' $` -->";
  try {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><head><meta charset="utf-8"></head><body><script type="module" src="./main.js"></script></body>');
    writeFileSync(join(folder, 'main.js'), `globalThis.kept = ${JSON.stringify(hostile)};`);
    const built = /** @type {import('vite').Rolldown.RolldownOutput} */ (
      await build({ root: folder, configFile: false, logLevel: 'silent', build: { write: false, modulePreload: { polyfill: false } }, plugins: [viteSingleFile(), securityPolicy({ isInline: true })] })
    );
    assert.deepEqual(built.output.map(({ fileName }) => fileName), ['index.html']);
    const html = String(/** @type {import('vite').Rolldown.OutputAsset} */ (/** @type {unknown} */ (built.output[0])).source);
    // As a browser reads it: a script ends at the first end tag after it.
    const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
        assert.equal(scripts.length, 1);
    const world = /** @type {{ kept?: string }} */ ({});
    runInNewContext(scripts[0], Object.assign(world, { globalThis: world }));
    assert.equal(world.kept, hostile);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
