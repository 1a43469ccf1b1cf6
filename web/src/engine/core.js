import { AttentionError } from './attention-error.js';
import { refused, wrong } from './wrong.js';

/**
 * @typedef {import('./generated/attention.js').MainModule} Module
 * @typedef {import('./generated/attention.js').Refusal} Refusal
 */

/** The glue of each module: a page that only ever needs the first module fetches only that one's. */
const glues = {
  first: () => import('./generated/attention-first.js'),
  whole: () => import('./generated/attention.js'),
};

/** @typedef {keyof typeof glues} Extent how much of the core a module holds: what the page's first figure needs, or all of it */

/** One instance of the module, and the one place that knows how numbers cross its border. */
export class Core {
  #module;

  /** @param {Module} module */
  constructor(module) {
    this.#module = module;
  }

  /**
   * @param {WebAssembly.Module} compiled
   * @param {Extent} [extent]
   * @returns {Promise<Core>}
   */
  static async load(compiled, extent = 'whole') {
    const createModule = /** @type {typeof import('./generated/attention.js').default} */ ((await glues[extent]()).default);
    return new Promise((resolve, reject) => {
      /** @type {(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => object} */
      const instantiateWasm = (imports, receive) => {
        WebAssembly.instantiate(compiled, imports).then(receive).catch(reject);
        return {};
      };
      createModule({ instantiateWasm }).then((module) => resolve(new Core(module)), reject);
    });
  }

  /**
   * The answer to a request. Where earlier requests have left too little memory for it, theirs is given back first.
   *
   * @param {string} method one of those below
   * @param {unknown} params
   * @returns {any}
   */
  run(method, params) {
    const answer = () => /** @type {any} */ (this)[method](params);
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof AttentionError) || error.code !== 'out-of-memory') throw error;
      this.#module.release();
      return answer();
    }
  }

  info() {
    const { lanes, version } = this.#module;
    return { lanes, version: String(version) };
  }

  /** Size of the module's memory, in bytes. */
  get memoryBytes() {
    return this.#numbers(0).buffer.byteLength;
  }

  /** @param {import('./request.js').SampleParams} params */
  sample({ sizes, seed }) {
    this.#writeSeeds([seed]);
    this.#accept(() => this.#module.sample(sizes));
    const block = new Block(this.#module.sampled());
    return { q: block.array(sizes.n * sizes.dK), k: block.array(sizes.keys * sizes.dK), v: block.array(sizes.keys * sizes.dV) };
  }

  /**
   * @param {import('./request.js').AttendParams} params
   * @returns {import('./api.js').Attention}
   */
  attend({ sizes, seed, data, scaling, mask, positions, softmax, precision }) {
    const module = this.#module;
    if (positions) module.rotateNext(this.#positions([positions])[0]);
    // Named one by one: spreading objects would take longer than the attention itself.
    const request = {
      n: sizes.n,
      keys: sizes.keys,
      dK: sizes.dK,
      dV: sizes.dV,
      hasValues: sizes.hasValues,
      scaling: this.#scaling(scaling),
      mask: this.#mask(mask),
      softmax: module.SoftmaxKind[softmax],
      precision: module.Precision[precision],
    };
    this.#accept(() => module.stage(request));
    if (data) {
      this.#writeData(data, sizes);
      this.#accept(() => module.attend());
    } else {
      this.#writeSeeds([/** @type {number[]} */ (seed)]);
      this.#accept(() => module.attendSampled());
    }
    return this.#attention(sizes);
  }

  /**
   * Attention, and what of a gradient gets through each of its rows.
   *
   * @param {import('./request.js').AttendParams} params
   * @returns {import('./api.js').Gradient}
   */
  gradient(params) {
    const attention = this.attend(params);
    const block = new Block(this.#module.gradient());
    return { ...attention, rowSpectral: block.array(params.sizes.n), rowDerivative: block.array(params.sizes.n) };
  }

  /**
   * @param {import('./request.js').AttendParams & { row: number, gain: number }} params
   * @returns {import('./api.js').RowTrace}
   */
  overflow({ sizes, seed, data, scaling, precision, row, gain }) {
    const module = this.#module;
    const request = {
      ...sizes,
      scaling: this.#scaling(scaling),
      mask: { kind: module.MaskKind.none, window: 1, sinks: 0 },
      softmax: module.SoftmaxKind.stable,
      precision: module.Precision[precision],
    };
    this.#accept(() => module.stage(request));
    if (row >= sizes.n) throw wrong('out-of-range', 'row', row, `below n (${sizes.n})`, { lowest: 0, highest: sizes.n - 1 });
    if (data) this.#writeData(data, sizes);
    else this.#writeSeeds([/** @type {number[]} */ (seed)]);
    this.#accept(() => module.overflow(row, gain, !data));
    const numbers = copy(module.overflowNumbers());
    const width = 10;
    const column = (/** @type {number} */ at) => Float64Array.from({ length: sizes.keys }, (_, key) => numbers[key * width + at]);
    const [largest, naiveLost, stableLost] = numbers.slice(sizes.keys * width);
    const events = module.overflowEvents().map(rowEvent);
    const eventOf = (/** @type {number} */ softmax) => events.find((/** @type {any} */ event) => event.row === softmax) ?? null;
    return {
      logits: column(0),
      scaled: column(1),
      naive: { terms: column(2), sums: column(3), weights: column(4), lost: naiveLost, event: withRow(eventOf(0), row) },
      stable: { terms: column(5), sums: column(6), weights: column(7), lost: stableLost, event: withRow(eventOf(1), row) },
      online: { maxima: column(8), sums: column(9) },
      largest,
    };
  }

  /**
   * Statistics of every configuration and seed: those of configuration 0 for every seed, then those of configuration 1, ...
   * `sums` are those of the rows' shares, if asked for.
   *
   * @param {{ configurations: import('./sweep.js').Configuration[], seeds: number[][], rowShares: boolean }} params
   */
  sweepSeeds({ configurations, seeds, rowShares }) {
    this.#writeSeeds(seeds);
    const requests = configurations.map(({ n, dK, scaling, mask }) => ({ n, dK, scaling: this.#scaling(scaling), mask: this.#mask(mask) }));
    this.#accept(() => this.#module.sweep(requests, rowShares));
    return { statistics: copy(this.#module.sweepStatistics()), sums: copy(this.#module.sweepPositions()) };
  }

  /**
   * What all seeds together say, for each configuration.
   *
   * @param {{ statistics: Float64Array[], resamples: number }} params the statistics of each configuration in the order of its seeds
   * @returns {import('./api.js').SweepStatistics[]}
   */
  summarize({ statistics, resamples }) {
    return statistics.map((ofSeeds) => {
      this.#numbers(ofSeeds.length).set(ofSeeds);
      const { shareLow, shareHigh, ...summary } = this.#module.summarize();
      const named = Object.entries({ ...summary, shareInterval: [shareLow, shareHigh] });
      const nulled = named.map(([name, value]) => [name, Array.isArray(value) ? value.map(defined) : defined(value)]);
      const shareResamples = resamples > 0 ? { shareResamples: copy(this.#module.resampledShares(resamples)) } : {};
      return { ...Object.fromEntries(nulled), ...shareResamples };
    });
  }

  /**
   * Draws the data of one algorithm and allocates what it works with, for `runMeasurement`.
   *
   * @param {import('./measure.js').MeasureParams & { firstRow: number, rows: number }} params
   */
  prepareMeasurement({ algorithm, sizes, seed, mask, precision, firstRow, rows }) {
    const module = this.#module;
    const { n, keys, dK, dV } = sizes;
    this.#writeSeeds([seed]);
    this.#accept(() =>
      module.prepareMeasurement({
        algorithm: module.Algorithm[algorithm],
        n,
        keys,
        dK,
        dV,
        mask: this.#mask(mask),
        precision: module.Precision[precision],
        firstRow,
        rows,
      }),
    );
    return { steps: module.measurementSteps(), workingBytes: module.measurementBytes(), formulaBytes: module.measurementFormula() };
  }

  /**
   * How long steps first .. past took, `times` times over, by this thread's clock.
   *
   * @param {{ first: number, past: number, times: number }} params
   */
  runMeasurement({ first, past, times }) {
    const start = performance.now();
    this.#module.runMeasurement(first, past, times);
    return { milliseconds: performance.now() - start };
  }

  /** @param {{ rows: number }} params */
  checkMeasurement({ rows }) {
    return { difference: this.#module.measurementDifference(rows) };
  }

  /** The step by which this thread's clock moves on, in milliseconds: browsers make it coarse, each in its own way. */
  clockStep() {
    const next = (/** @type {number} */ time) => {
      let now;
      do now = performance.now();
      while (now === time);
      return now;
    };
    const first = next(performance.now());
    return { step: next(first) - first };
  }

  /**
   * @param {{ positions: import('./positions.js').PositionsParams }} params
   * @returns {import('./api.js').CoreFrequencies}
   */
  ropeFrequencies({ positions }) {
    this.#accept(() => this.#module.rope(this.#positions([positions])[0]));
    const block = new Block(this.#module.ropeNumbers());
    const rotaryDim = block.number();
    return {
      rotaryDim,
      attentionFactor: block.number(),
      effectiveBase: block.number(),
      correctionRange: correctionRange(block.number(), block.number()),
      invFreq: block.array(rotaryDim / 2),
    };
  }

  /**
   * Statistics of every point for one seed: those of point 0, then those of point 1, ...
   *
   * @param {{ queries: number, dK: number, points: import('./length-sweep.js').PointParams[], seed: number[] }} params
   */
  lengths({ queries, dK, points, seed }) {
    this.#writeSeeds([seed]);
    const rotations = this.#positions(points.map(({ positions }) => positions));
    const requests = points.map(({ length, scaling, mask, rotate }, i) => ({
      length,
      scaling: this.#scaling(scaling),
      mask: this.#mask(mask),
      rotate,
      positions: rotations[i],
    }));
    this.#accept(() => this.#module.lengths(queries, dK, requests));
    return { statistics: copy(this.#module.lengthStatistics()) };
  }

  /**
   * Positions as the module takes them, with all their lists in its divisors.
   *
   * @param {import('./positions.js').PositionsParams[]} all
   */
  #positions(all) {
    const lists = all.map(({ shortFactor, longFactor }) => [...shortFactor, ...longFactor]);
    const divisors = this.#module.divisors(lists.reduce((sum, { length }) => sum + length, 0)) ?? outOfMemory('lengths');
    let at = 0;
    return all.map(({ frequencies, layout, step, shortFactor, longFactor }, i) => {
      divisors.set(lists[i], at);
      const firstDivisor = at;
      at += lists[i].length;
      return {
        frequencies: { ...frequencies, type: this.#module.RopeType[/** @type {keyof Module['RopeType']} */ (identifier(frequencies.type))] },
        layout: this.#module.PairLayout[layout],
        step,
        firstDivisor,
        shortDivisors: shortFactor.length,
        longDivisors: longFactor.length,
      };
    });
  }

  /** @param {import('./request.js').Scaling} scaling */
  #scaling({ rule, parameter, temperature }) {
    return { rule: this.#module.ScaleRule[/** @type {keyof Module['ScaleRule']} */ (identifier(rule))], parameter, temperature };
  }

  /** @param {import('./request.js').Mask} mask */
  #mask({ kind, window, sinks }) {
    return { kind: this.#module.MaskKind[kind], window, sinks };
  }

  /**
   * @param {import('./request.js').Sizes} sizes
   * @returns {import('./api.js').Attention}
   */
  #attention({ n, keys, dK, dV, hasValues }) {
    const block = new Block(this.#module.attentionNumbers());
    // Members in the order in which the module writes the numbers.
    return {
      n,
      keys,
      dK,
      dV: hasValues ? dV : null,
      maxWeight: defined(block.number()),
      meanEntropy: defined(block.number()),
      uniformEntropy: block.number(),
      entropyShare: defined(block.number()),
      meanSquareLogit: defined(block.number()),
      rmsLogit: defined(block.number()),
      rmsScaledLogit: defined(block.number()),
      meanJacobian: defined(block.number()),
      rowVisible: block.counts(n),
      rowEntropy: block.array(n),
      rowMaxEntropy: block.array(n),
      rowShare: block.definedOnes(n),
      rowMaxWeight: block.array(n),
      rowSink: block.array(n),
      rowJacobian: block.array(n),
      logits: block.array(n * keys),
      scaled: block.array(n * keys),
      weights: block.array(n * keys),
      output: hasValues ? block.array(n * dV) : null,
      events: this.#module.attentionEvents().map(rowEvent),
    };
  }

  /**
   * @param {import('./request.js').Data} data
   * @param {import('./request.js').Sizes} sizes
   */
  #writeData({ q, k, v }, { n, keys, dK, dV }) {
    expectLength(q, n * dK, 'q', 'n x dK');
    expectLength(k, keys * dK, 'k', 'keys x dK');
    if (v) expectLength(v, keys * dV, 'v', 'keys x dV');
    const numbers = this.#numbers(q.length + k.length + (v?.length ?? 0));
    numbers.set(q);
    numbers.set(k, q.length);
    if (v) numbers.set(v, q.length + k.length);
  }

  /** @param {number[][]} seeds words of each seed */
  #writeSeeds(seeds) {
    const lengths = seeds.map((words) => words.length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const block = this.#module.seedWords(seeds.length, total) ?? outOfMemory('seeds');
    block.set(lengths);
    let at = seeds.length;
    for (const words of seeds) {
      block.set(words, at);
      at += words.length;
    }
  }

  /** @param {number} count */
  #numbers(count) {
    return this.#module.numbers(count) ?? outOfMemory('n');
  }

  /** @param {() => Refusal | undefined} ask */
  #accept(ask) {
    const refusal = ask();
    if (refusal) throw refused(refusal);
  }
}

/** The module's name of a choice: `log_n` for `log-n`. @param {string} name */
const identifier = (name) => name.replaceAll(/[-.]/g, '_');

/** @param {number} first @param {number} last @returns {[number, number] | null} */
const correctionRange = (first, last) => (Number.isNaN(first) ? null : [first, last]);

/**
 * A copy of a view of the module's memory, which may move with the next call.
 *
 * @param {Float64Array | null} view
 */
const copy = (view) => (view ?? outOfMemory('n')).slice();

/** A copy of the module's numbers, read one after another. Its arrays share one buffer, so that all move between threads at once. */
class Block {
  #at = 0;
  #numbers;

  /** @param {Float64Array | null} view */
  constructor(view) {
    this.#numbers = copy(view);
  }

  number() {
    return this.#numbers[this.#at++];
  }

  /** @param {number} count */
  array(count) {
    const array = new Float64Array(this.#numbers.buffer, this.#at * 8, count); // subarray takes several times as long
    this.#at += count;
    return array;
  }

  /** @param {number} count */
  counts(count) {
    const counts = new Uint32Array(count);
    for (let i = 0; i < count; ++i) counts[i] = this.number();
    return counts;
  }

  /** @param {number} count */
  definedOnes(count) {
    const values = new Array(count);
    for (let i = 0; i < count; ++i) values[i] = defined(this.number());
    return values;
  }
}

/** The module says "undefined" by NaN; callers read null. */
const defined = (/** @type {number} */ value) => (Number.isNaN(value) ? null : value);

/**
 * @param {import('./generated/attention.js').RowEvent} event
 * @returns {import('./api.js').RowEvent}
 */
const rowEvent = ({ code, stage, row, key }) => /** @type {any} */ ({ code, stage, row, key: defined(key) });

/** @param {import('./api.js').RowEvent | null} event @param {number} row */
const withRow = (event, row) => event && { ...event, row };

/**
 * @param {import('./request.js').Numbers} values
 * @param {number} length
 * @param {string} field
 * @param {string} shape
 */
function expectLength(values, length, field, shape) {
  if (values.length !== length) throw wrong('wrong-shape', field, values, `${length} numbers (${shape})`, { length });
}

/** @param {string} field @returns {never} */
function outOfMemory(field) {
  throw refused({ code: 'out-of-memory', field, given: 0, lowest: 0, highest: 0 });
}
