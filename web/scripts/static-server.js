import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder on this machine only.
 *
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.port] 0: any free one
 * @param {string} [options.prefix] the path under which the folder appears, such as '/blog/demo'
 * @param {Record<string, string>} [options.headers] sent with every answer
 * @param {Record<string, string>} [options.types] content types that differ from the usual ones, by extension
 * @returns {Promise<{ address: string, requests: { path: string, time: number }[], close: () => Promise<void> }>} requests: what
 *   was asked for so far, below the prefix, and when (milliseconds since 1970)
 */
export async function serveFolder(folder, { port = 0, prefix = '', headers = {}, types: otherTypes = {} } = {}) {
  const root = resolve(folder);
  /** @type {{ path: string, time: number }[]} */
  const requests = [];
  const typeOf = (/** @type {string} */ path) => ({ ...types, ...otherTypes })[extname(path)] ?? 'application/octet-stream';

  const server = createServer(async (request, response) => {
    const path = decodePath(request.url ?? '/');
    const inside = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '/no-such-file';
    requests.push({ path: inside, time: Date.now() });
    const file = join(root, normalize(inside.endsWith('/') ? `${inside}index.html` : inside));
    const isFile = await stat(file).then((entry) => entry.isFile(), () => false);
    if (!isFile) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    response.writeHead(200, { 'Content-Type': typeOf(file), 'Cache-Control': 'no-cache', ...headers });
    createReadStream(file).pipe(response);
  });

  await new Promise((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', () => listening(undefined)));
  const { port: actual } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${actual}${prefix}/`,
    requests,
    close: () => new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
  };
}

/** @param {string} url */
function decodePath(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return '/no-such-file';
  }
}
