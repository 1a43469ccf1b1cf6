import { chromium } from './chromium.js';
import { firefox } from './firefox.js';
import { webkit } from './webkit.js';

/**
 * A browser with one page. What is evaluated runs in the page: it sees nothing of the test but what it is given, and what it is
 * given and answers is JSON.
 *
 * @typedef {object} Browser
 * @property {string} version
 * @property {(address: string) => Promise<void>} open  loads it afresh, also where only its hash differs
 * @property {<Given extends any[], Answer>(work: (...given: Given) => Answer, ...given: Given) => Promise<Awaited<Answer>>} evaluate
 * @property {(selector: string, text: string) => Promise<void>} type  into a field, at its end
 * @property {(key: 'ArrowRight' | 'ArrowUp') => Promise<void>} press
 * @property {(selector: string, paths: string[]) => Promise<void>} setFiles
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} missing  what this machine lacks for it, or ''
 * @property {() => Promise<Browser>} launch
 */

/** @type {readonly Engine[]} */
export const engines = [chromium, firefox, webkit];
