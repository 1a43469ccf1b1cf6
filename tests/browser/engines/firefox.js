import { launch } from 'puppeteer-core';
import { onPath } from './on-path.js';
import { pageCall } from './page-call.js';

const executablePath = onPath('firefox-esr', 'firefox');

/** Through puppeteer-core, which speaks WebDriver BiDi with it. @type {import('./engines.js').Engine} */
export const firefox = {
  name: 'Firefox',
  missing: executablePath ? '' : 'no Firefox is here',
  async launch() {
    const browser = await launch({ browser: 'firefox', executablePath, protocolTimeout: 600_000, timeout: 120_000 });
    const [page] = await browser.pages();
    page.setDefaultTimeout(120_000);
    const element = async (/** @type {string} */ selector) => {
      const found = await page.$(selector);
      if (!found) throw new Error(`nothing in the page is ${selector}`);
      return found;
    };
    return {
      version: (await browser.version()).replace(/^firefox\//i, ''),
      async open(address) {
        await page.goto('about:blank');
        await page.goto(address);
      },
      evaluate: (work, ...given) => /** @type {Promise<any>} */ (page.evaluate(pageCall(work, given))),
      type: async (selector, text) => (await element(selector)).type(text),
      press: (key) => page.keyboard.press(key),
      setFiles: async (selector, paths) => /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await element(selector)).uploadFile(...paths),
      close: () => browser.close(),
    };
  },
};
