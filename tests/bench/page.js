/**
 * What the benchmark runs, in a page or in Node: everything it compares, on the thread that calls. `prepare` makes all systems
 * ready for n queries and keys of width d; `run` runs one of them some times over.
 */
import { ceilingModule, ceilingOperations } from './ceiling.js';
import { attentionModel } from './onnx-model.js';

const ceilingSteps = 400_000;

/** @type {Record<string, () => unknown>} */
let systems = {};

/** @param {number} count @param {number} factor */
const normal = (count, factor = 1) =>
  Float32Array.from({ length: count }, () => factor * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()));

/**
 * One of our algorithms, with the copies that a caller's data would need: in with q, k and v, out with the output.
 *
 * @param {any} loadCore @param {WebAssembly.Module} module @param {string} algorithm @param {number} n @param {number} d
 */
async function own(loadCore, module, algorithm, n, d) {
  const core = await loadCore(module, 'kernels');
  const sizes = { n, keys: n, dK: d, dV: d };
  const mask = { kind: 'none', window: 1, sinks: 0 };
  const { steps } = core.prepareMeasurement({ algorithm, sizes, seed: [7], mask, precision: 'f32', firstRow: 0, rows: n });
  const data = [normal(n * d), normal(n * d), normal(n * d), normal(n * d)];
  const target = new Float32Array(n * d);
  return () => {
    for (const one of data) target.set(one);
    core.runMeasurement({ first: 0, past: steps, times: 1 });
  };
}

/** @param {any} ort @param {number} n @param {number} d */
async function onnxRuntime(ort, n, d) {
  const session = await ort.InferenceSession.create(attentionModel(n, d), { executionProviders: ['wasm'] });
  const tensor = (/** @type {number[]} */ shape, factor = 1) => new ort.Tensor('float32', normal(n * d, factor), shape);
  const feeds = { q: tensor([n, d], 1 / Math.sqrt(d)), k: tensor([d, n]), v: tensor([n, d]) };
  return () => session.run(feeds);
}

/** @param {any} tf @param {number} n @param {number} d */
function tensorFlow(tf, n, d) {
  const data = [normal(n * d, 1 / Math.sqrt(d)), normal(n * d), normal(n * d)];
  return () =>
    tf.tidy(() => {
      const [q, k, v] = data.map((one) => tf.tensor2d(one, [n, d]));
      return tf.matMul(tf.softmax(tf.matMul(q, tf.transpose(k))), v).dataSync();
    });
}

/**
 * @param {{ n: number, d: number, algorithms: string[], loadCore: any, modules: Record<string, WebAssembly.Module>, ort?: any, tf?: any }} setting
 * @returns {Promise<string[]>} names of the systems
 */
export async function prepare({ n, d, algorithms, loadCore, modules, ort, tf }) {
  systems = {};
  for (const [variant, module] of Object.entries(modules)) {
    const ceiling = (await WebAssembly.instantiate(ceilingModule(/** @type {any} */ (variant)))).instance.exports;
    systems[`ceiling ${variant}`] = () => /** @type {any} */ (ceiling).f(ceilingSteps, 0.5);
    for (const algorithm of algorithms) systems[`${algorithm} ${variant}`] = await own(loadCore, module, algorithm, n, d);
  }
  if (ort) systems['onnxruntime-web'] = await onnxRuntime(ort, n, d);
  if (tf) systems['tfjs-wasm'] = tensorFlow(tf, n, d);
  return Object.keys(systems);
}

/** Runs a system and answers the milliseconds that passed. @param {string} name @param {number} times */
export async function run(name, times) {
  const start = performance.now();
  for (let i = 0; i < times; ++i) await systems[name]();
  return performance.now() - start;
}

/** Floating-point operations of one run, exponentials not counted. @param {string} name @param {number} n @param {number} d */
export const operations = (name, n, d) => (name.startsWith('ceiling') ? ceilingOperations(ceilingSteps) : 4 * n * n * d);
