/** The address bar: the only file that touches location and history. */

/** Browsers refuse or ignore more than about 100 writes in 30 seconds. */
const writeDelay = 400;

export const readHash = () => location.hash;

/** Calls back when the reader edits the address or follows a link inside the page. @param {(hash: string) => void} callback */
export function watchHash(callback) {
  const listener = () => callback(location.hash);
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/**
 * Writes the newest hash once the reader pauses, without a history entry. In a sandboxed frame the history is refused:
 * the page then works without an address.
 * @returns {(hash: string) => void}
 */
export function createHashWriter() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {string | undefined} */
  let pending;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === undefined) return;
    const target = pending === '' ? location.pathname + location.search : `#${pending}`;
    pending = undefined;
    try {
      history.replaceState(history.state, '', target);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  addEventListener('pagehide', write);
  return (hash) => {
    pending = hash;
    timer ??= setTimeout(write, writeDelay);
  };
}

/** The page's own address with another hash: what a permalink is. @param {string} hash */
export function addressWith(hash) {
  return `${location.href.replace(/#.*$/, '')}${hash === '' ? '' : `#${hash}`}`;
}

/** The folder that the page lives in. */
export const pageFolder = () => new URL('.', location.href).href;

/**
 * The lab in a folder, with a hash. From a disk only the single file works.
 * @param {string} folder @param {string} hash
 */
export const labAddress = (folder, hash) => `${folder}${folder.startsWith('file:') ? 'attention-lab.html' : ''}${hash === '' ? '' : `#${hash}`}`;
