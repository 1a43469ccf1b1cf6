/** The address bar: the only file that touches location and history. */

/** Browsers refuse or ignore more than about 100 writes in 30 seconds. */
const writeDelay = 400;

export const readHash = () => location.hash;

export const reload = () => location.reload();

/** Calls back when the reader edits the address or follows a link inside the page. @param {(hash: string) => void} callback */
export function watchHash(callback) {
  const listener = () => callback(location.hash);
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/**
 * Writes the newest hash once the reader pauses, without a history entry. In a sandboxed frame the history is refused:
 * the page then works without an address.
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
    ifAllowed(() => history.replaceState(history.state, '', target));
  };
  addEventListener('pagehide', write);
  return {
    /** @param {string} hash */
    write(hash) {
      pending = hash;
      timer ??= setTimeout(write, writeDelay);
    },
    /** What comes now is a step of its own: the browser's way back leads to what is there. */
    step() {
      write();
      ifAllowed(() => history.pushState(history.state, '', location.href));
    },
  };
}

/** @param {() => void} change */
function ifAllowed(change) {
  try {
    change();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The page's own address without a hash, and the folder that it lives in. */
export const ownAddress = () => ({ page: location.href.replace(/#.*$/, ''), folder: new URL('.', location.href).href });

/** The lab's page in a folder. From a disk only the single file works. @param {string} folder */
export const labIn = (folder) => ({ page: folder.startsWith('file:') ? `${folder}attention-lab.html` : folder, folder });

/** A typed address as that of a folder on the web, or null. @param {string} typed */
export function folderAddress(typed) {
  const text = typed.trim();
  try {
    const { protocol, href } = new URL('.', /(\/|\.html?)$/.test(text) ? text : `${text}/`);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
