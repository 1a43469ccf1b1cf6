// What the tests run in the page. Each function stands alone: it is sent there as text.

/** Brings a figure into view and waits until all of it is computed. @param {string} figure */
export async function visit(figure) {
  const host = () => /** @type {HTMLElement} */ (document.querySelector(`figure-host[data-figure="${figure}"]`));
  const isReady = () => {
    const found = /** @type {any} */ (host());
    return found?.querySelector('.figure-body:not(.waiting)') && found.running === null;
  };
  for (let ready = 0; ready < 2; ready = isReady() ? ready + 1 : 0) {
    host()?.scrollIntoView();
    await new Promise((later) => { setTimeout(later, 50); });
  }
}

/** The statistics that a figure shows. @param {string} figure @param {string[]} selectors inside it */
export function numbersIn(figure, selectors) {
  const host = /** @type {HTMLElement} */ (document.querySelector(`figure-host[data-figure="${figure}"]`));
  return selectors.map((selector) => Array.from(host.querySelectorAll(selector), (element) => ({
    value: element.getAttribute('data-value') ?? '',
    text: element.textContent ?? '',
  })));
}

/** Waits for an element, then answers its text. @param {string} selector @param {string} [including] */
export async function textOf(selector, including = '') {
  const find = () => Array.from(document.querySelectorAll(selector)).find((element) => element.textContent?.includes(including));
  while (!find()) await new Promise((later) => { setTimeout(later, 50); });
  return find()?.textContent ?? '';
}

/** Keeps what goes wrong in the page from now on. */
export function watch() {
  const page = /** @type {any} */ (globalThis);
  page.problems = [];
  addEventListener('error', ({ message }) => page.problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => page.problems.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => page.problems.push(`${effectiveDirective} ${blockedURI}`));
}

/** What `watch` kept, and which figures say that something failed. */
export const problems = () => [
  .../** @type {any} */ (globalThis).problems,
  ...Array.from(document.querySelectorAll('.figure-status.problem'), ({ textContent }) => textContent),
];

/** Drops a file on the heads. @param {string} name @param {string} text */
export function drop(name, text) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ['dragover', 'drop']) {
    document.querySelector('heads-figure')?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }
}

/** Waits until both frames of the host are as tall as they ask to be, then answers what is in the first, which may be read. */
export async function embedded() {
  const [first, second] = document.querySelectorAll('iframe');
  const within = () => /** @type {Document} */ (first.contentDocument);
  const shown = () => Array.from(within().querySelectorAll('tr[data-scale] [data-stat="max-weight"]'), (element) => Number(element.getAttribute('data-value')));
  const overflow = () => within().documentElement.scrollHeight - first.clientHeight;
  const isSettled = () => shown().length === 2 && second.clientHeight > 300 && Math.abs(overflow()) <= 1;
  while (!isSettled()) await new Promise((later) => { setTimeout(later, 50); });
  return { shown: shown(), direction: within().documentElement.dir, overflow: overflow() };
}
