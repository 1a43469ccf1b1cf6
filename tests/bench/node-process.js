/** Our own algorithms in Node, in a process of its own: asked by messages as a page is asked by its driver. */
import { readFileSync } from 'node:fs';
import v8 from 'node:v8';
import * as page from './page.js';

if (parseInt(process.versions.node) < 22) v8.setFlagsFromString('--experimental-wasm-relaxed-simd');

const { loadCore } = await import('../../web/src/engine/core/load.js');
const file = (/** @type {string} */ variant) => new URL(`../../web/src/engine/generated/attention-kernels-${variant}.wasm`, import.meta.url);

/** The time this process had a processor, in milliseconds: other work on the machine does not count. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

process.on('message', async (/** @type {any} */ { method, args }) => {
  if (method === 'prepare') {
    const modules = Object.fromEntries(
      await Promise.all(args.variants.map(async (/** @type {string} */ variant) => [variant, await WebAssembly.compile(readFileSync(file(variant)))])),
    );
    process.send?.(await page.prepare({ ...args, loadCore, modules }));
  } else {
    const start = cpuTime();
    await page.run(args.name, args.times);
    process.send?.(cpuTime() - start);
  }
});
