/**
 * 1,000 seeds at the 16 default widths of `collapse`, n = 8: the engine on two workers, as a page has them on two cores, against
 * the same loop in CPython on one core. Prints a sentence and, as its last line, JSON.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { compile } from '../../web/src/engine/compile.js';
import { createEngine } from '../../web/src/engine/engine.js';
import { engineOn } from '../../web/src/engine/engine-on.js';
import { WorkerPool } from '../../web/src/engine/worker-pool.js';
import { defaultValues } from '../../web/src/state/parameters.js';
import { servedBy } from '../engine/setup.js';
import { ThreadWorker } from '../engine/thread-worker.js';

const { widths } = defaultValues();
const seeds = Array.from({ length: 1000 }, (_, seed) => seed);

const { info } = await createEngine({ workers: 0 });
const pool = new WorkerPool({ createWorker: () => new ThreadWorker(), module: await compile('whole'), part: 'whole', size: 2 });
const engine = engineOn(servedBy(pool), { ...info, workers: 2 });

// Beside the time a reader waits, that of the processors: it says the same on a machine that is busy with other work.
const times = [];
const processorTimes = [];
for (let round = 0; round < 9; ++round) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await engine.sweep({ n: 8, dK: widths, scale: 'none', seeds });
  times.push((performance.now() - start) / 1000);
  const { user, system } = process.cpuUsage(before);
  processorTimes.push((user + system) / 1e6);
}
const { rows } = await engine.sweep({ n: 8, dK: widths, scale: 'none', seeds: seeds.slice(0, 5) });
pool.close();

const { stdout, stderr } = spawnSync('python3', [new URL('collapse.py', import.meta.url).pathname, widths.join()], { encoding: 'utf8' });
assert.ok(stdout, `python3: ${stderr}`);
const { secondsPerSeed, shares } = JSON.parse(stdout);
shares.forEach((/** @type {number} */ share, /** @type {number} */ i) => assert.ok(Math.abs(share - Number(rows[i].entropyShare)) < 1e-9));

const [seconds, processorSeconds] = [Math.min(...times), Math.min(...processorTimes)];
const secondsCPython = secondsPerSeed * seeds.length;
const result = {
  seeds: seeds.length,
  widths,
  seconds: { engine: seconds, engineProcessor: processorSeconds, cpython: secondsCPython },
  ratio: secondsCPython / seconds,
  processorRatio: secondsCPython / processorSeconds,
};
console.log(
  `1,000 seeds x ${widths.length} widths: ${seconds.toFixed(3)} s on two workers (${processorSeconds.toFixed(3)} s of processor time), ` +
    `${secondsCPython.toFixed(1)} s in CPython: ${result.ratio.toFixed(0)} times as fast (${result.processorRatio.toFixed(0)} times per processor)`,
);
console.log(JSON.stringify(result));
