/**
 * Keeps the site on the reader's machine: after one visit it works without a network. Every build is a version with a cache of
 * its own, filled whole before it is used, so files of two builds never meet: pages come from the version in force, and all
 * other files carry a hash of their content in their names. The build writes in what `builtVersion` and `builtFiles` are.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const prefix = 'attention-lab ';
const cacheName = prefix + builtVersion;

/** The file that answers an address; pages are asked for with and without their name. @param {string} address */
function fileOf(address) {
  const url = new URL(address);
  const { scope } = worker.registration;
  const path = (url.origin + url.pathname).startsWith(scope) ? (url.origin + url.pathname).slice(scope.length) : undefined;
  const file = path === '' ? 'index.html' : path;
  return file !== undefined && Object.hasOwn(builtFiles, file) ? file : undefined;
}

/**
 * A file whose name tells its content is taken over from an older version. Any other has to be what was built, and not
 * what the server has by now.
 * @param {Cache} cache @param {string} file @param {string | null} integrity
 */
async function keep(cache, file, integrity) {
  const known = integrity ? undefined : await caches.match(file);
  const response = known ?? (await fetch(file, integrity ? { cache: 'no-cache', integrity } : {}));
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  if (!response.ok || (isPage && !file.endsWith('.html'))) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, response);
}

async function keepAll() {
  const cache = await caches.open(cacheName);
  await Promise.all(Object.entries(builtFiles).map(([file, integrity]) => keep(cache, file, integrity)));
}

/** The last version before this one stays, for pages that it has opened. */
async function forgetOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request @param {string | undefined} file */
async function answer(request, file) {
  const own = file && (await (await caches.open(cacheName)).match(file));
  return own || (await caches.match(request.url)) || fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()])));
worker.addEventListener('message', ({ data }) => {
  if (data === 'use') worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const file = fileOf(request.url);
  if (request.method === 'GET' && (file || request.url.startsWith(`${worker.registration.scope}assets/`))) {
    event.respondWith(answer(request, file));
  }
});
