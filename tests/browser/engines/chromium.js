import { executablePath, launch, openPage } from '../browser.js';
import { pageCall } from './page-call.js';

/** Through playwright-core. @type {import('./engines.js').Engine} */
export const chromium = {
  name: 'Chromium',
  missing: executablePath ? '' : 'no Chromium or Chrome is here',
  async launch() {
    const browser = await launch();
    const { page } = await openPage(browser);
    return {
      version: browser.version(),
      async open(address) {
        await page.goto('about:blank');
        await page.goto(address);
      },
      evaluate: (work, ...given) => page.evaluate(pageCall(work, given)),
      type: (selector, text) => page.locator(selector).pressSequentially(text),
      press: (key) => page.keyboard.press(key),
      setFiles: (selector, paths) => page.locator(selector).setInputFiles(paths),
      close: () => browser.close(),
    };
  },
};
