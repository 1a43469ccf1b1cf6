import { createHash } from 'node:crypto';

/** What every page may do. `default-src 'none'` forbids whatever is not named, another origin included. */
const always = {
  'default-src': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'], // exported pictures carry theirs
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['lit-html', 'default'],
};

/** Pages whose parts are files beside them, but for a script of the first moment. @param {string} html */
const ofFiles = (html) => ({
  'script-src': ["'self'", ...hashes(html, 'script'), "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
});

/** Pages that carry everything: just their own scripts and styles, known by their hashes. @param {string} html */
const ofOneFile = (html) => ({
  'script-src': [...hashes(html, 'script'), "'wasm-unsafe-eval'"],
  'style-src': hashes(html, 'style'),
  'worker-src': ['blob:'],
});

/** @param {string} html @param {'script' | 'style'} element */
function hashes(html, element) {
  const contents = [...html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))].map(([, content]) => content);
  return contents.filter(Boolean).map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}

/**
 * Gives every page its Content-Security-Policy, so that it holds on hosts that cannot send headers.
 *
 * @param {{ isInline: boolean }} options
 * @returns {import('vite').Plugin}
 */
export const securityPolicy = ({ isInline }) => ({
  name: 'security-policy',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        const html = String(page.source);
        const directives = { ...always, ...(isInline ? ofOneFile : ofFiles)(html) };
        const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ');
        page.source = html.replace(/<meta charset="[^"]*"[^>]*>/, (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`);
      }
    },
  },
});
