import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIds } from '../../web/src/state/parameters.js';
import { needsBrowser } from './browser.js';
import { eventually, siteInBrowser, visitAll } from './lab.js';

// Larger text, wider spacing, narrow windows: the page scrolls one way only, and no text is cut off.

const open = siteInBrowser();

/** What reaches beyond the window, and text that does not fit where nothing scrolls. */
function troubleInPage() {
  const trouble = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) trouble.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
  for (const element of document.querySelectorAll('lab-page *')) {
    if (!(element instanceof HTMLElement) || element.matches('input, textarea, .visually-hidden *, .visually-hidden, canvas, .weight-grid.named *')) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const isCut = (/** @type {string} */ overflow) => overflow === 'hidden' || overflow === 'clip';
    const cut = (isCut(overflowX) && element.scrollWidth > element.clientWidth + 1) || (isCut(overflowY) && element.scrollHeight > element.clientHeight + 2);
    if (cut) trouble.push(`cut: ${element.outerHTML.slice(0, 100)}`);
    const isButton = element.matches('button, .segment');
    if (isButton && element.scrollWidth > element.clientWidth + 1) trouble.push(`too small: ${element.outerHTML.slice(0, 100)}`);
  }
  return trouble;
}

/** The text spacing of WCAG 1.4.12. */
const spacing = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

for (const language of ['en', 'fa']) {
  test(`200 % text, wide spacing and 320 pixels (${language})`, needsBrowser, async () => {
    const { page, problems } = await open(`lang=${language}&upto=1024&longest=2048&runs=5&widths=4,16`, { viewport: { width: 640, height: 900 }, reducedMotion: 'reduce' });
    await visitAll(page);
    assert.equal(await page.locator('figure-host').count(), figureIds.length);
    /** Sizes follow, then the charts that measure their width. @param {string} what */
    const check = async (what) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))));
      await eventually(async () => assert.deepEqual(await page.evaluate(troubleInPage), [], what));
    };

    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    await check('200 % text at 640 pixels');
    await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
    await page.setViewportSize({ width: 320, height: 640 });
    await check('320 pixels');
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, spacing);
    await check('wide spacing at 320 pixels');
    assert.deepEqual(problems, []);
  });
}

test('pitfall 94: nothing moves by itself where the reader wants that, also when they say so later', needsBrowser, async () => {
  const { page } = await open('lang=en', { reducedMotion: 'no-preference' });
  await visitAll(page);
  const moving = () =>
    page.evaluate(() => ({
      scroll: getComputedStyle(document.documentElement).scrollBehavior,
      animations: document.getAnimations().length,
      transitions: [...document.querySelectorAll('*')].filter((element) => !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration)).length,
    }));
  assert.equal((await moving()).scroll, 'smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await eventually(async () => assert.deepEqual(await moving(), { scroll: 'auto', animations: 0, transitions: 0 }));
});
