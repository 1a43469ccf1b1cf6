/**
 * attend at n = 8, d = 64 through the public interface on the calling thread, beside the same computation in plain JavaScript and
 * in CPython, and the seeds per second of a sweep. Prints a table and, as its last line, JSON.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { createEngine } from '../../web/src/engine/engine.js';

const n = 8;
const d = 64;

/** @param {Float64Array} q @param {Float64Array} k @param {Float64Array} v all n x d */
function attendInJavaScript(q, k, v) {
  const weights = new Float64Array(n * n);
  const entropy = new Float64Array(n);
  const output = new Float64Array(n * d);
  for (let i = 0; i < n; ++i) {
    const row = weights.subarray(i * n, (i + 1) * n);
    for (let j = 0; j < n; ++j) {
      let dot = 0;
      for (let c = 0; c < d; ++c) dot += q[i * d + c] * k[j * d + c];
      row[j] = dot / Math.sqrt(d);
    }
    const largest = Math.max(...row);
    let total = 0;
    for (let j = 0; j < n; ++j) total += row[j] = Math.exp(row[j] - largest);
    for (let j = 0; j < n; ++j) {
      row[j] /= total;
      if (row[j] > 0) entropy[i] -= row[j] * Math.log(row[j]);
      for (let c = 0; c < d; ++c) output[i * d + c] += row[j] * v[j * d + c];
    }
  }
  return { weights, entropy, output };
}

/**
 * Median over rounds of the mean time of a call, in microseconds. A round is about as long as one call in CPython, so that other
 * work on the machine disturbs as few of the rounds here as of the calls there.
 *
 * @param {() => unknown} call
 */
async function microseconds(call, rounds = 2001, perRound = 50) {
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    for (let i = 0; i < perRound; ++i) await call();
    times.push(((performance.now() - start) * 1000) / perRound);
  }
  return times.sort((a, b) => a - b)[rounds >> 1];
}

function inCPython() {
  const { stdout } = spawnSync('python3', [new URL('attend.py', import.meta.url).pathname], { encoding: 'utf8' });
  return stdout ? JSON.parse(stdout) : null;
}

const engine = await createEngine({ workers: 0 });
const { q, k, v } = await engine.sample({ seed: 7, n, dK: d });
const seeds = Array.from({ length: 4000 }, (_, seed) => seed);

const attendTimes = {
  engine: await microseconds(() => engine.attend({ q, k, v, n, dK: d })),
  javascript: await microseconds(() => attendInJavaScript(q, k, v)),
};
const sweepTime = await microseconds(() => engine.sweep({ n, dK: d, seeds }), 7, 1);
const python = inCPython();

const result = {
  machine: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  variant: engine.info.variant,
  attendMicroseconds: { ...attendTimes, cpython: python?.attendMicroseconds ?? null },
  attendRatio: {
    javascript: attendTimes.javascript / attendTimes.engine,
    cpython: python && python.attendMicroseconds / attendTimes.engine,
  },
  sweepSeedsPerSecond: { engine: (seeds.length / sweepTime) * 1e6, cpython: python?.seedsPerSecond ?? null },
  sweepRatio: { cpython: python && ((seeds.length / sweepTime) * 1e6) / python.seedsPerSecond },
};

const rounded = (/** @type {number | null} */ value, digits = 1) => (value === null ? '-' : value.toFixed(digits));
const { attendMicroseconds: times, sweepSeedsPerSecond: sweeps } = result;
console.log(`n = ${n}, d = ${d}, calling thread, ${result.variant}, ${result.node}, ${result.machine}`);
console.table({
  engine: { 'attend, us': rounded(times.engine), 'sweep, seeds/s': rounded(sweeps.engine, 0) },
  'plain JavaScript': { 'attend, us': rounded(times.javascript), 'times as slow': rounded(result.attendRatio.javascript) },
  CPython: {
    'attend, us': rounded(times.cpython),
    'times as slow': rounded(result.attendRatio.cpython),
    'sweep, seeds/s': rounded(sweeps.cpython, 0),
    'sweep, times as slow': rounded(result.sweepRatio.cpython),
  },
});
console.log(JSON.stringify(result));
