import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { licences } from './scripts/licences.js';
import { offlineFiles } from './scripts/offline-files.js';
import { securityPolicy } from './scripts/security-policy.js';
import { openTokens, ownUnit, stylesAsModules } from './scripts/shadow-css.js';
import { sitePages } from './scripts/site-page.js';

/**
 * Every file of dist/ is one flavour, built by `vite build --mode FLAVOUR`. They differ in where the wasm bytes come from and how the
 * worker is started. Site and element fetch the bytes from files beside them, the others carry them inside as base64; a
 * worker's file must be of the page's own origin, so all but the site start theirs from a Blob. So they work from file://, in an
 * iframe and when imported from another origin.
 */
const flavours = {
  site: { input: 'index.html', output: 'index.html' },
  file: { input: 'index.html', output: 'attention-lab.html' },
  engine: { entry: 'src/engine/index.js', output: 'engine.js' },
  embed: { input: 'embed.html', output: 'embed.html' },
  element: { input: 'src/element.js', output: 'attention-lab.js' },
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
    filter: { id: /\/generated\/attention\.js$/ },
    handler: (code) => code.replaceAll('import.meta.url', '""'),
  },
});

/** Templates are indented like the code around them, which is no part of what they say. @returns {import('vite').Plugin} */
const withoutIndentation = () => ({
  name: 'without-indentation',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/(?!engine\/generated).*\.js$/ },
    handler: (code) => code.replaceAll(/\n[ \t]+/g, '\n'),
  },
});

/**
 * What would be many small chunks of the site, put together: so they compress to a tenth less of all that a reader loads. The first
 * figure needs none of them.
 */
const siteChunks = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'chapters-en', test: /\/src\/text\/[a-z]+-en\.js$/ },
    { name: 'chapters-fa', test: /\/src\/text\/[a-z]+-fa\.js$/ },
    { name: 'figures', test: /\/node_modules\/(d3-|internmap)|\/src\/figures\/(?!rows|parts|memory|heads)|\/src\/lab\/computations\/(?!rows|request|memory|heads)/ },
    { name: 'figures', test: /\/src\/style\/(chart|collapse|cost|curves|gradient|heads|length|memory|overflow|paste|position|trend|variance)\.css$/ },
    { name: 'memory', test: /\/src\/(memory|figures\/memory)\// },
    { name: 'panels', test: /\/src\/(formats\/(code|export|figure-tables|picture|share)|lab\/(export|share|offer|lesson|figure-picture))/ },
  ],
};

/** One file under its own name, all others in a folder beside it. @param {string} name @param {string} folder */
const outputIn = (name, folder) => ({
  entryFileNames: name,
  chunkFileNames: `${folder}/[name]-[hash].js`,
  assetFileNames: `${folder}/[name]-[hash][extname]`,
});

/**
 * What the worker's file shares with the parts that it loads. WebKit runs a worker's file once more when one of these imports
 * from it, and the second run takes the messages and knows no module.
 */
const notInTheWorkersFile = { name: 'attention-error', test: /\/engine\/attention-error\.js$/ };

export default defineConfig(({ mode }) => {
  const flavour = flavours[/** @type {keyof typeof flavours} */ (mode)] ?? flavours.site;
  const isPage = 'input' in flavour;
  const isElement = flavour === flavours.element;
  const isSite = flavour === flavours.site;
  const isInline = !isSite && !isElement;
  const hasBlobWorker = !isSite;
  return {
    base: './',
    define: isPage ? {} : { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        '#wasm-source': source(isInline ? 'wasm-inline.js' : 'wasm-fetched.js'),
        '#worker-source': source(hasBlobWorker ? 'worker-inline.js' : 'worker-module.js'),
        '#licences': fileURLToPath(new URL(`src/lab/licences/${isInline ? 'carried' : 'linked'}.js`, import.meta.url)),
      },
    },
    publicDir: isSite ? 'public' : false,
    assetsInclude: ['**/*.wasm'],
    css: isElement ? { postcss: { plugins: [ownUnit(), openTokens()] } } : {},
    plugins: [
      withoutGlueAddress(),
      withoutIndentation(),
      licences({ isSite }),
      isPage && isInline && viteSingleFile({ outputFileName: flavour.output }),
      isSite && sitePages(),
      isPage && securityPolicy({ isInline }),
      isSite && offlineFiles(),
      isElement && stylesAsModules(fileURLToPath(new URL('src/lab/shadow-styles.js', import.meta.url))),
    ],
    worker: {
      format: hasBlobWorker ? 'iife' : 'es',
      plugins: () => [withoutGlueAddress()],
      rolldownOptions: hasBlobWorker ? {} : { output: { codeSplitting: { groups: [notInTheWorkersFile] } } },
    },
    build: {
      outDir: '../build/dist',
      emptyOutDir: false, // the flavours share it
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: () => isInline,
      cssCodeSplit: !isInline,
      rolldownOptions: isElement
        ? { input: flavour.input, output: outputIn(flavour.output, 'attention-lab') }
        : isPage
          ? { input: flavour.input, ...(isSite && { output: { codeSplitting: siteChunks } }) }
          : { output: { codeSplitting: false } },
      lib: isPage ? undefined : { entry: flavour.entry, formats: ['es'], fileName: () => flavour.output },
    },
  };
});
