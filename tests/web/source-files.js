import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Paths of the project's own files (those git knows, and new ones it does not ignore), relative to the root. @returns {string[]} */
export function sourceFiles() {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return output.split('\0').filter((path) => path !== '' && existsSync(root + path));
}

/** @param {string} path */
export const textOf = (path) => readFileSync(root + path, 'utf8');

/** @param {string} path @returns {string[]} the headers that a C++ file includes */
export const includesOf = (path) => [...textOf(path).matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)].map(([, header]) => header);

/**
 * The modules that a JS file imports, statically, dynamically or for their types.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function importsOf(path) {
  const found = textOf(path).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].map(([, module]) => (module.startsWith('.') ? new URL(module, `file:///${path}`).pathname.slice(1) : module));
}

/** @param {string} text a JS or C++ file's @returns {string} it without comments */
export const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
