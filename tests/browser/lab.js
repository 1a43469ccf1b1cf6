import { after, before } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { serveFolder } from '../../web/scripts/static-server.js';
import { figureIds } from '../../web/src/state/parameters.js';
import { dist, launch, needsBrowser, openPage } from './browser.js';

// The lab in a page, as a reader walks through it.

/** Waiting is for slow machines; no test measures time. */
const patience = 120_000;

/** @param {import('playwright-core').Page} page @param {string} figure */
export const hostOf = (page, figure) => page.locator(`figure-host[data-figure="${figure}"]`);

/** Opens the lab and waits for its first figure. @param {import('playwright-core').Page} page @param {string} address */
export async function openLab(page, address) {
  page.setDefaultTimeout(patience);
  await page.goto(address);
  await page.locator('[data-figure="rows"] [data-stat="max-weight"]').first().waitFor();
}

/** A figure that shows all of its numbers. */
export const settled = '.figure-body:not(.waiting)[aria-busy="false"]';

/**
 * Checks what a page comes to show a moment after what was done to it: they are made again until they hold, and the last failure
 * stands when patience ends. What must never be there is checked once, after something else has come.
 *
 * @template T
 * @param {() => Promise<T>} checks
 */
export async function eventually(checks) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await checks();
    } catch (error) {
      if (Date.now() > end) throw error;
      await later(50);
    }
  }
}

/** Brings a figure into view and waits until it shows its numbers. @param {import('playwright-core').Page} page @param {string} figure */
export async function visit(page, figure) {
  const host = hostOf(page, figure);
  await host.scrollIntoViewIfNeeded();
  await host.locator(settled).waitFor({ state: 'attached' });
  return host;
}

/** @param {import('playwright-core').Page} page */
export async function visitAll(page) {
  for (const figure of figureIds) await visit(page, figure);
}

/**
 * A browser and the built files on a server, started before the tests of a file or suite and stopped after them.
 *
 * @param {Parameters<typeof serveFolder>[1]} [options]
 */
export function servedInBrowser(options) {
  const site = /** @type {{ browser: import('playwright-core').Browser, server: Awaited<ReturnType<typeof serveFolder>> }} */ ({});
  before(async () => {
    if (needsBrowser.skip) return;
    [site.browser, site.server] = await Promise.all([launch(), serveFolder(dist, options)]);
  });
  after(async () => {
    await site.browser?.close();
    await site.server?.close();
  });
  return site;
}

/** Answers a function that opens the served site with a hash, in a page of its own; the page before is closed. */
export function siteInBrowser() {
  const site = servedInBrowser();
  /** @type {Awaited<ReturnType<typeof openPage>> | undefined} */
  let opened;
  /**
   * @param {string} hash
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @param {(page: import('playwright-core').Page) => Promise<unknown>} [prepare]  before anything is loaded
   */
  return async (hash, options, prepare) => {
    await opened?.page.context().close();
    opened = await openPage(site.browser, options);
    opened.page.setDefaultTimeout(patience);
    await prepare?.(opened.page);
    await opened.page.goto(`${site.server.address}#${hash}`);
    return opened;
  };
}
