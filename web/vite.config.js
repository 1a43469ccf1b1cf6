import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { securityPolicy } from './scripts/security-policy.js';

/**
 * Every file of dist/ is one flavour, built by `vite build --mode FLAVOUR`. They differ in where the wasm bytes come from and how the
 * worker is started: the site fetches both from files beside it, all others carry them inside (wasm as base64, the worker
 * as a Blob), so that they work from file://, in an iframe and when imported from another origin.
 */
const flavours = {
  site: { input: 'index.html', output: 'index.html' },
  file: { input: 'index.html', output: 'attention-lab.html' },
  engine: { entry: 'src/engine/index.js', output: 'engine.js' },
};

/** @param {string} path */
const source = (path) => fileURLToPath(new URL(`src/engine/sources/${path}`, import.meta.url));

/**
 * Emscripten's glue would look for its .wasm beside itself; the engine hands the bytes over, so that address is never used. Left in
 * it would make a bundler look for a file, and `import.meta` is a syntax error in the text of a classic Blob worker.
 *
 * @returns {import('vite').Plugin}
 */
const withoutGlueAddress = () => ({
  name: 'without-glue-address',
  enforce: 'pre',
  transform: {
    filter: { id: /\/generated\/attention(-first)?\.js$/ },
    handler: (code) => code.replaceAll('import.meta.url', '""'),
  },
});

export default defineConfig(({ mode }) => {
  const flavour = flavours[/** @type {keyof typeof flavours} */ (mode)] ?? flavours.site;
  const isPage = 'input' in flavour;
  const isInline = flavour !== flavours.site;
  return {
    base: './',
    define: isPage ? {} : { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        '#wasm-source': source(isInline ? 'wasm-inline.js' : 'wasm-fetched.js'),
        '#worker-source': source(isInline ? 'worker-inline.js' : 'worker-module.js'),
      },
    },
    assetsInclude: ['**/*.wasm'],
    plugins: [withoutGlueAddress(), isPage && isInline && viteSingleFile({ outputFileName: flavour.output }), isPage && securityPolicy({ isInline })],
    worker: { format: isInline ? 'iife' : 'es', plugins: () => [withoutGlueAddress()] },
    build: {
      outDir: '../build/dist',
      emptyOutDir: false, // the flavours share it
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: () => isInline,
      cssCodeSplit: !isInline,
      rolldownOptions: isPage ? { input: flavour.input } : { output: { codeSplitting: false } },
      lib: isPage ? undefined : { entry: flavour.entry, formats: ['es'], fileName: () => flavour.output },
    },
  };
});
