import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const folders = [...(process.env.PATH ?? '').split(delimiter), '/Applications/Google Chrome.app/Contents/MacOS'];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Google Chrome'];

/** The machine's own Chromium or Chrome, if it has one. */
export const executablePath = folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)).find((path) => existsSync(path));

/** For `test(name, needsBrowser, ...)`: without a browser the test is skipped and says why. */
export const needsBrowser = { skip: executablePath ? false : 'no Chromium or Chrome is here' };

export const launch = () =>
  chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses its sandbox to root
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
    ],
  });

/**
 * A page that keeps what went wrong in it. Unless allowed, no service worker runs: all files come from the server.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, options) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const requests = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  context.on('request', (request) => requests.push(request.url()));
  return { page, problems, requests };
}
