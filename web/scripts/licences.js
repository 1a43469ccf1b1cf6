import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(`${web}/${path}`, 'utf8').trim();

/** What comes in from elsewhere than npm; the texts stand in licences/. */
const others = [
  { name: 'xsimd', licence: 'BSD-3-Clause', text: read('licences/xsimd.txt') },
  { name: 'Emscripten (what its modules start with)', licence: 'MIT', text: read('licences/emscripten.txt') },
  { name: 'musl (the C library in the modules)', licence: 'MIT', text: read('licences/musl.txt') },
  { name: 'libc++, libc++abi and compiler-rt (in the modules)', licence: 'Apache-2.0 WITH LLVM-exception', text: read('licences/llvm-exception.txt') },
  { name: 'Universal Sentence Encoder Lite (the built-in heads)', licence: 'Apache-2.0', text: read('licences/real-heads.txt') },
];

/** Of lit's, for servers alone. */
const notShipped = /^@types\/|^@lit-labs\/ssr-dom-shim$/;

/** Every npm package that the lab's own code leads to. */
function npmPackages() {
  const { packages } = JSON.parse(read('package-lock.json'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }))
    .filter(({ name }) => !notShipped.test(name))
    .map(({ path, name, version, license }) => {
      const file = readdirSync(`${web}/${path}`).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
      if (!file) throw new Error(`${name} comes without the text of its licence`);
      return { name: `${name} ${version}`, licence: license, text: read(`${path}/${file}`) };
    });
}

/** Notices of everything that is shipped; one text for all that share it. */
function licenceNotices() {
  const { version } = JSON.parse(read('package.json'));
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const { name, licence, text } of [...npmPackages(), ...others]) {
    namesByText.set(text, [...(namesByText.get(text) ?? []), `${name}: ${licence}`]);
  }
  const own = `Attention Lab ${version}: MIT\n\n${read('../LICENSE')}`;
  const parts = [own, ...[...namesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}`)];
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

const name = 'virtual:licences';

/**
 * The notices, for the single file as a module (packed, in base64); for the others as a file in dist/.
 *
 * @param {{ isSite: boolean }} options
 * @returns {import('vite').Plugin}
 */
export const licences = ({ isSite }) => ({
  name: 'licences',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? `export default '${gzipSync(licenceNotices()).toString('base64')}';` : undefined),
  generateBundle() {
    if (isSite) this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licenceNotices() });
  },
});
