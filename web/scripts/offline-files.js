import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash('sha256').update(content).digest('base64');

/**
 * Adds the service worker, told which files the site consists of.
 *
 * @returns {import('vite').Plugin}
 */
export const offlineFiles = () => ({
  name: 'offline-files',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const built = Object.values(bundle).map((file) => ({ name: file.fileName, content: file.type === 'chunk' ? file.code : file.source }));
      const copied = readdirSync(path('public')).map((name) => ({ name, content: readFileSync(path(`public/${name}`)) }));
      const files = [...built, ...copied.filter(({ name }) => !name.startsWith('social'))].sort((one, other) => (one.name < other.name ? -1 : 1));
      const listed = files.map(({ name, content }) => [name, name.startsWith('assets/') ? null : `sha256-${sha256(content)}`]);
      const source = readFileSync(path('src/service-worker.js'), 'utf8');
      const version = sha256(files.map(({ name, content }) => `${name} ${sha256(content)}\n`).join('') + source);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: `const builtVersion = ${JSON.stringify(version)}, builtFiles = ${JSON.stringify(Object.fromEntries(listed))};\n${source}`,
      });
    },
  },
});
