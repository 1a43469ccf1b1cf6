/**
 * Attention by our four algorithms in both modules beside onnxruntime-web, tfjs-backend-wasm and, where python3 has them, NumPy
 * and PyTorch; one thread, float32, one head. The systems take turns within a run; medians are over processes. Times are those
 * that the computing thread had a processor (Linux; elsewhere by the clock). Writes build/bench/algorithms.json, prints a table.
 *
 * BENCH_N=512,2048 BENCH_D=64 BENCH_PROCESSES=5 node algorithms.js
 */
import { fork, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../browser/browser.js';
import { serveFolder } from '../../web/scripts/static-server.js';
import { operations } from './page.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = (/** @type {string} */ text) => text.split(',').map(Number);
const lengths = list(process.env.BENCH_N ?? '512,2048,4096,8192');
const widths = list(process.env.BENCH_D ?? '64');
const processes = Number(process.env.BENCH_PROCESSES ?? 5);
/** Each system is run for about this long in a round, in milliseconds, and there are so many rounds. */
const roundTime = 60;
const rounds = 5;
const variants = ['relaxed', 'simd'];
/** The scalar loop is left out where it would take minutes. */
const algorithmsFor = (/** @type {number} */ n) => ['loop', 'rows', 'matrix', 'tiled'].filter((name) => name !== 'loop' || n <= 2048);

const site = await serveFolder(root, { types: { '.mjs': 'text/javascript' } });

/** What one process offers: systems made ready, and one of them run, in milliseconds. */
/** @typedef {{ prepare: (n: number, d: number) => Promise<string[]>, run: (name: string, times: number) => Promise<number>, close: () => Promise<void> }} Bench */

/** Milliseconds of processor time of a thread, or null where the system does not say. @param {number} pid */
function threadTime(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** @returns {Promise<Bench>} */
async function inChromium() {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${site.address}/tests/bench/page.html`);
  await page.addScriptTag({ url: '/tests/bench/node_modules/@tensorflow/tfjs-core/dist/tf-core.min.js' });
  await page.addScriptTag({ url: '/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js' });
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (globalThis);
    const get = (/** @type {string} */ path) => import(path);
    scope.bench = await get('/tests/bench/page.js');
    scope.loadCore = (await get('/web/src/engine/core/load.js')).loadCore;
    scope.ort = await get('/tests/bench/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs');
    scope.ort.env.wasm.numThreads = 1;
    scope.ort.env.wasm.wasmPaths = '/tests/bench/node_modules/onnxruntime-web/dist/';
    scope.tf.wasm.setWasmPaths('/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
    scope.tf.wasm.setThreadsCount(1);
    await scope.tf.setBackend('wasm');
    await scope.tf.ready();
    const compiled = ['relaxed', 'simd'].map(async (variant) => [variant, await WebAssembly.compileStreaming(fetch(`/web/src/engine/generated/attention-kernels-${variant}.wasm`))]);
    scope.modules = Object.fromEntries(await Promise.all(compiled));
  });
  const session = await browser.newBrowserCDPSession();
  const renderers = (await session.send('SystemInfo.getProcessInfo')).processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const busy = () => renderers.map(threadTime);
  return {
    prepare: (n, d) =>
      page.evaluate(({ n, d, algorithms }) => {
        const { bench, loadCore, modules, ort, tf } = /** @type {any} */ (globalThis);
        return bench.prepare({ n, d, algorithms, loadCore, modules, ort, tf });
      }, { n, d, algorithms: algorithmsFor(n) }),
    run: async (name, times) => {
      const before = busy();
      const elapsed = await page.evaluate(({ name, times }) => /** @type {any} */ (globalThis).bench.run(name, times), { name, times });
      const after = busy();
      const used = after.map((time, at) => (time === null || before[at] === null ? NaN : time - Number(before[at])));
      const most = Math.max(...used);
      return Number.isNaN(most) || most <= 0 ? elapsed : most;
    },
    close: () => browser.close(),
  };
}

/** @returns {Promise<Bench>} */
async function inNode() {
  const child = fork(new URL('node-process.js', import.meta.url), { execArgv: [] });
  const ask = (/** @type {object} */ message) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(message);
    });
  child.once('exit', (code) => {
    if (code) throw new Error(`the benchmark's Node process ended with code ${code}`);
  });
  return {
    prepare: (n, d) => /** @type {Promise<string[]>} */ (ask({ method: 'prepare', args: { n, d, algorithms: algorithmsFor(n), variants } })),
    run: (name, times) => /** @type {Promise<number>} */ (ask({ method: 'run', args: { name, times } })),
    close: async () => void child.kill(),
  };
}

const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Best time of one run of each system, in milliseconds, the systems taking turns. @param {Bench} bench @param {number} n @param {number} d */
async function measure(bench, n, d) {
  const names = await bench.prepare(n, d);
  /** @type {Record<string, number>} */
  const times = {};
  /** @type {Record<string, number>} */
  const best = {};
  for (const name of names) {
    await bench.run(name, 1); // compiles it
    times[name] = Math.max(1, Math.round(roundTime / Math.max(0.1, await bench.run(name, 1))));
  }
  for (let round = 0; round < rounds; ++round) {
    for (const name of names) best[name] = Math.min(best[name] ?? Infinity, (await bench.run(name, times[name])) / times[name]);
  }
  return best;
}

/** @type {any[]} */
const results = [];
for (const [host, start] of /** @type {const} */ ([['Chromium', inChromium], ['Node', inNode]])) {
  for (let run = 0; run < processes; ++run) {
    const bench = await start();
    try {
      for (const d of widths) {
        for (const n of lengths) results.push({ host, run, n, d, milliseconds: await measure(bench, n, d) });
      }
    } finally {
      await bench.close();
    }
  }
}
site.close();
for (const n of lengths) {
  for (const d of widths) {
    const { stdout } = spawnSync('python3', [fileURLToPath(new URL('native.py', import.meta.url)), String(n), String(d)], { encoding: 'utf8', env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' } });
    if (!stdout) continue;
    for (let run = 0; run < processes; ++run) results.push({ host: 'native', run, n, d, milliseconds: JSON.parse(stdout) });
  }
}

/** One line per system and size: median time, and its ratios to the peers and the ceiling of the same process. */
const lines = [];
for (const d of widths) {
  for (const n of lengths) {
    for (const host of ['Chromium', 'Node', 'native']) {
      const runs = results.filter((result) => result.host === host && result.n === n && result.d === d).map(({ milliseconds }) => milliseconds);
      for (const name of Object.keys(runs[0] ?? {})) {
        const ratio = (/** @type {string} */ other) => (runs[0][other] ? median(runs.map((run) => run[other] / run[name])) : null);
        const ceiling = `ceiling ${name.endsWith('simd') ? 'simd' : 'relaxed'}`;
        const rate = (/** @type {any} */ run, /** @type {string} */ of) => operations(of, n, d) / run[of] / 1e6;
        lines.push({
          host, name, n, d,
          milliseconds: median(runs.map((run) => run[name])),
          gigaflops: median(runs.map((run) => rate(run, name))),
          share: runs[0][ceiling] ? median(runs.map((run) => rate(run, name) / rate(run, ceiling))) : null,
          overOnnx: ratio('onnxruntime-web'),
          overTfjs: ratio('tfjs-wasm'),
        });
      }
    }
  }
}
const machine = { processor: cpus()[0]?.model, node: process.version, date: new Date().toISOString().slice(0, 10), processes };
mkdirSync(join(root, 'build/bench'), { recursive: true });
writeFileSync(join(root, 'build/bench/algorithms.json'), JSON.stringify({ machine, lines, results }, null, 1));
const cell = (/** @type {number | null} */ value, digits = 2) => (value === null ? '-' : value.toFixed(digits));
console.log(`${machine.processor}, Node ${machine.node}, ${machine.date}; medians over ${processes} processes\n`);
console.log('| where | system | n | d | ms | GFLOP/s | of ceiling | x onnxruntime-web | x tfjs-wasm |\n|---|---|---|---|---|---|---|---|---|');
for (const { host, name, n, d, milliseconds, gigaflops, share, overOnnx, overTfjs } of lines) {
  console.log(`| ${host} | ${name} | ${n} | ${d} | ${cell(milliseconds)} | ${cell(gigaflops, 1)} | ${share === null ? '-' : `${cell(100 * share, 0)} %`} | ${cell(overOnnx)} | ${cell(overTfjs)} |`);
}
