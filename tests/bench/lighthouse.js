/**
 * Lighthouse's four scores for both pages of the site on a simulated phone with slow 4G, medians over runs, and what keeps a score
 * from 100. The site is served as a host on the network would: with brotli.
 *
 * BENCH_RUNS=5 node lighthouse.js
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveFolder } from '../../web/scripts/static-server.js';
import { dist, executablePath } from '../browser/browser.js';

const runs = Number(process.env.BENCH_RUNS ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const server = await serveFolder(dist, { compressed: true });
const program = fileURLToPath(new URL('node_modules/.bin/lighthouse', import.meta.url));
const flags = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** One report. @param {string} address */
async function report(address) {
  const options = ['--quiet', '--output=json', `--only-categories=${categories}`, `--chrome-flags=${flags.join(' ')}`];
  const { stdout } = await promisify(execFile)(program, [address, ...options], { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

console.log(`| page | ${categories.join(' | ')} | first paint | largest paint | blocked | layout shift |\n|---|${'---|'.repeat(categories.length + 4)}`);
for (const page of ['index.html', 'fa.html']) {
  /** @type {any[]} */
  const reports = [];
  for (let run = 0; run < runs; run += 1) reports.push(await report(server.address + page));
  const scores = categories.map((name) => Math.round(100 * median(reports.map((report) => report.categories[name].score))));
  const time = (/** @type {string} */ id) => `${(median(reports.map(({ audits }) => audits[id].numericValue)) / 1000).toFixed(2)} s`;
  const shift = median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue)).toFixed(3);
  console.log(`| ${page} | ${scores.join(' | ')} | ${time('first-contentful-paint')} | ${time('largest-contentful-paint')} | ${time('total-blocking-time')} | ${shift} |`);
  const last = reports[reports.length - 1];
  for (const name of categories) {
    for (const { id, weight } of last.categories[name].auditRefs) {
      const { score, title, displayValue = '' } = last.audits[id];
      if (weight > 0 && score !== null && score < 1) console.log(`  ${name}: ${title} ${displayValue} (${id} ${score})`);
    }
  }
}
await server.close();
