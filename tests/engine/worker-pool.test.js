import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { servedBy } from './setup.js';
import { compile } from '../../web/src/engine/compile.js';
import { engineOn } from '../../web/src/engine/engine-on.js';
import { attendParams } from '../../web/src/engine/request.js';
import { WorkerPool } from '../../web/src/engine/worker-pool.js';
import { ThreadWorker } from './thread-worker.js';

/** @type {WebAssembly.Module} */
let module;
before(async () => {
  module = await compile('whole');
});

/**
 * A pool of real threads that is closed when the test ends, and the workers it started.
 *
 * @param {import('node:test').TestContext} t
 * @param {number} size
 */
function startPool(t, size) {
  /** @type {ThreadWorker[]} */
  const started = [];
  const createWorker = () => {
    started.push(new ThreadWorker());
    return started[started.length - 1];
  };
  const pool = new WorkerPool({ createWorker, module, part: 'whole', size });
  t.after(() => pool.close());
  return { pool, started };
}

const small = attendParams({ seed: 7, n: 8, dK: 64 }, {});
const seconds = attendParams({ seed: 7, n: 4000, dK: 800, dV: 1 }, {});

test('answers are those of the calling thread', async (t) => {
  const { pool } = startPool(t, 1);
  const { engine } = await import('./setup.js');
  const pooled = engineOn(servedBy(pool), { ...engine.info, workers: 1 });
  assert.deepEqual(await pooled.attend({ seed: 7, n: 8, dK: 64 }, { mask: 'causal' }), await engine.attend({ seed: 7, n: 8, dK: 64 }, { mask: 'causal' }));
  await assert.rejects(pooled.attend({ seed: 7, n: 0, dK: 64 }), { name: 'AttentionError', code: 'out-of-range', field: 'n', message: /n must be/ });
});

test('calls in parallel settle each on its own; workers start when needed', async (t) => {
  const { pool, started } = startPool(t, 2);
  await pool.run('attend', small);
  assert.equal(started.length, 1);
  const calls = [1, 0, 2, 3, 4].map((n) => pool.run('attend', attendParams({ seed: n, n, dK: 4 }, {})));
  const outcomes = await Promise.allSettled(calls);
  assert.deepEqual(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.n : outcome.reason.code)), [1, 'out-of-range', 2, 3, 4]);
  assert.equal(started.length, 2);
});

test('a crashed worker answers its request with an error and is replaced; the others wait unharmed', async (t) => {
  const { pool, started } = startPool(t, 1);
  const crashing = pool.run('noSuchMethod', {});
  const waiting = pool.run('attend', small);
  await assert.rejects(crashing, { name: 'AttentionError', code: 'crashed' });
  assert.equal((await waiting).n, 8);
  assert.equal(started.length, 2);
});

test('a worker that dies while it is idle is replaced', async (t) => {
  const { pool, started } = startPool(t, 1);
  await pool.run('attend', small);
  started[0].onerror?.({ message: 'gone' });
  assert.equal((await pool.run('attend', small)).n, 8);
  assert.equal(started.length, 2);
});

test('a waiting request can be cancelled without touching the one that runs', async (t) => {
  const { pool, started } = startPool(t, 1);
  const running = pool.run('attend', small);
  const abort = new AbortController();
  const waiting = pool.run('attend', seconds, abort.signal);
  abort.abort();
  await assert.rejects(waiting, { code: 'cancelled' });
  assert.equal((await running).n, 8);
  assert.equal((await pool.run('attend', small)).n, 8);
  assert.equal(started.length, 1);
});

test('a running request can be cancelled: a worker that does not come back is replaced', async (t) => {
  const { pool, started } = startPool(t, 1);
  await pool.run('info', undefined);
  const abort = new AbortController();
  const running = pool.run('attend', seconds, abort.signal);
  const after = pool.run('attend', small);
  abort.abort();
  await assert.rejects(running, { code: 'cancelled' });
  assert.equal((await after).n, 8);
  assert.equal(started.length, 2);
});

test('a running request that ends soon after it was cancelled leaves its worker in service', async (t) => {
  const { pool, started } = startPool(t, 1);
  await pool.run('info', undefined);
  const abort = new AbortController();
  const running = pool.run('attend', small, abort.signal);
  abort.abort();
  await assert.rejects(running, { code: 'cancelled' });
  assert.equal((await pool.run('attend', attendParams({ seed: 1, n: 3, dK: 2 }, {}))).n, 3);
  assert.equal(started.length, 1);
});

test('a signal that was aborted before', async (t) => {
  const { pool, started } = startPool(t, 1);
  await assert.rejects(pool.run('attend', small, AbortSignal.abort()), { code: 'cancelled' });
  assert.equal(started.length, 0);
});

test('closing answers everything that is open', async (t) => {
  const { pool } = startPool(t, 1);
  const open = [pool.run('attend', seconds), pool.run('attend', small)];
  pool.close();
  for (const call of open) await assert.rejects(call, { code: 'closed' });
  await assert.rejects(pool.run('attend', small), { code: 'closed' });
});

test('workers that cannot be started answer with an error', async () => {
  const refusing = new WorkerPool({ createWorker: () => { throw new DOMException('no workers here', 'SecurityError'); }, module, part: 'whole', size: 1 });
  await assert.rejects(refusing.run('info', undefined), { code: 'crashed', message: /no workers here/ });
});

test('results move to the caller instead of being copied', async () => {
  const scope = /** @type {any} */ (globalThis);
  /** @type {{ sent: any, received: any }[]} */
  const posted = [];
  scope.self = {
    postMessage: (/** @type {any} */ sent, /** @type {StructuredSerializeOptions} */ options) => posted.push({ sent, received: structuredClone(sent, options) }),
  };
  await import('../../web/src/engine/worker.js');
  scope.self.onmessage({ data: { module, part: 'whole' } });
  await scope.self.onmessage({ data: { id: 1, method: 'attend', params: small } });
  const [{ sent, received }] = posted;
  for (const name of ['logits', 'scaled', 'weights', 'output', 'rowEntropy', 'rowVisible']) {
    assert.equal(sent.result[name].length, 0, `${name} was copied`);
  }
  assert.equal(received.result.weights.length, 64);
  assert.equal(received.result.weights.buffer, received.result.output.buffer);
});
