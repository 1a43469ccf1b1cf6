import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createEngine } from './setup.js';
import { compile } from '../../web/src/engine/compile.js';
import { chooseVariant } from '../../web/src/engine/variant.js';
import { wasmBytes } from '../../web/src/engine/sources/wasm-fetched.js';

test('the fastest module that runs here is chosen, or the one asked for', async () => {
  assert.equal(await chooseVariant('auto', { simd: true, relaxed: true }), 'relaxed');
  assert.equal(await chooseVariant('auto', { simd: true, relaxed: false }), 'simd');
  assert.equal(await chooseVariant('simd', { simd: true, relaxed: true }), 'simd');
  await assert.rejects(chooseVariant('relaxed', { simd: true, relaxed: false }), { code: 'no-relaxed-simd', field: 'variant' });
  await assert.rejects(createEngine({ variant: /** @type {any} */ ('fast') }), { code: 'unknown-choice', field: 'variant' });
});

test('pitfall 71: without SIMD the message names what has it', async () => {
  await assert.rejects(chooseVariant('auto', { simd: false, relaxed: false }), { code: 'no-simd', message: /Chrome.*Firefox.*Safari.*Node/s });
});

test('info says what runs', async () => {
  const { info } = await createEngine({ variant: 'simd' });
  assert.deepEqual({ ...info, version: '' }, { variant: 'simd', lanes: 4, workers: 0, version: '' });
  assert.match(info.version, /^\d+\.\d+\.\d+$/);
  assert.ok(Object.isFrozen(info));
});

test('workers is a whole number', async () => {
  for (const workers of [-1, 1.5, NaN, /** @type {any} */ ('2'), 1e9]) {
    await assert.rejects(createEngine({ workers }), { code: 'out-of-range', field: 'workers' });
  }
});

test('HTML in place of the module is named as such', async () => {
  const html = async () => new TextEncoder().encode('<!doctype html><title>Not found</title>');
  await assert.rejects(compile('first', html), { code: 'wasm-load', message: /no WebAssembly/ });
});

test('a module cut short is named as such', async () => {
  const half = async () => new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0]);
  await assert.rejects(compile('first', half), { code: 'wasm-load', message: /cannot be compiled/ });
});

test("pitfall 63: a page's policy against WebAssembly is named as such", async (t) => {
  t.mock.method(WebAssembly, 'compile', async () => {
    throw new WebAssembly.CompileError('WebAssembly.compile(): violates the following Content Security Policy directive: "script-src \'self\'"');
  });
  await assert.rejects(compile('first'), { code: 'wasm-blocked', message: /wasm-unsafe-eval/ });
});

test('pitfall 61: the MIME type of the answer does not matter, its status does', async () => {
  const fetching = mock.method(globalThis, 'fetch', async () => new Response(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), { headers: { 'content-type': 'text/plain' } }));
  assert.ok((await compile('first', wasmBytes)) instanceof WebAssembly.Module);
  fetching.mock.mockImplementation(async () => new Response('no', { status: 404 }));
  await assert.rejects(compile('first', wasmBytes), { code: 'wasm-load', message: /404/ });
  fetching.mock.mockImplementation(async () => { throw new TypeError('Failed to fetch'); });
  await assert.rejects(compile('first', wasmBytes), { code: 'wasm-load', message: /cannot be fetched/ });
  fetching.mock.restore();
});
