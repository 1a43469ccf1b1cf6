import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

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

/** Files of these kinds are no smaller when compressed again. */
const packed = ['.png', '.woff2'];

/**
 * Serves a folder on this machine only.
 *
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.port] 0: any free one
 * @param {string} [options.prefix] the path under which the folder appears, such as '/blog/demo'
 * @param {Record<string, string>} [options.headers] sent with every answer
 * @param {boolean} [options.compressed] with brotli, as a host on the network does, for clients that take it
 * @param {Record<string, string>} [options.types] content types that differ from the usual ones, by extension
 * @returns {Promise<{ address: string, requests: { path: string, time: number }[], close: () => Promise<void> }>} requests: what
 *   was asked for so far, below the prefix, and when (milliseconds since 1970)
 */
export async function serveFolder(folder, { port = 0, prefix = '', headers = {}, compressed = false, types: otherTypes = {} } = {}) {
  const root = resolve(folder);
  /** @type {{ path: string, time: number }[]} */
  const requests = [];
  /** @type {Map<string, Buffer>} compressed files */
  const smaller = new Map();
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
    const answer = { 'Content-Type': typeOf(file), 'Cache-Control': 'no-cache', ...headers };
    if (compressed && !packed.includes(extname(file)) && /\bbr\b/.test(String(request.headers['accept-encoding']))) {
      const bytes = smaller.get(file) ?? brotliCompressSync(await readFile(file));
      smaller.set(file, bytes);
      response.writeHead(200, { ...answer, 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }).end(bytes);
      return;
    }
    response.writeHead(200, answer);
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
