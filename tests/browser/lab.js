import { figureIds } from '../../web/src/state/parameters.js';

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

/** Brings a figure into view and waits until it shows its numbers. @param {import('playwright-core').Page} page @param {string} figure */
export async function visit(page, figure) {
  const host = hostOf(page, figure);
  await host.scrollIntoViewIfNeeded();
  await host.locator('.figure-body:not(.waiting)').waitFor({ state: 'attached' });
  await host.locator('progress').waitFor({ state: 'detached' });
  return host;
}

/** @param {import('playwright-core').Page} page */
export async function visitAll(page) {
  for (const figure of figureIds) await visit(page, figure);
}
