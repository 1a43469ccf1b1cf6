import { wrong } from '../wrong.js';
import { AttendCore, identifier, rowEvent } from './attend.js';
import { Block, copy, defined, outOfMemory } from './block.js';
import { thumbnail } from './thumbnail.js';

/** Everything but the kernels. */
export class WholeCore extends AttendCore {
  /** @override @param {import('../request.js').AttendParams} params */
  compute(params) {
    if (params.positions) this.module.rotateNext(this.#positions([params.positions])[0]);
    super.compute(params);
  }

  /**
   * The matrices stay in the module: copying those of many heads takes longer than computing them.
   *
   * @param {import('../request.js').AttendParams & { side: number }} params
   * @returns {import('../api.js').Outline}
   */
  outline(params) {
    this.compute(params);
    const block = new Block(this.module.attentionNumbers() ?? outOfMemory('n'));
    const { logits, output, ...attention } = this.attention(params.sizes, block);
    const { scaled, weights, ...statistics } = attention;
    const rows = Object.entries(statistics).map(([name, value]) => [name, value instanceof Float64Array ? value.slice() : value]);
    return { ...Object.fromEntries(rows), small: thumbnail(attention, params.side) };
  }

  /**
   * Attention, and what of a gradient gets through each of its rows.
   *
   * @param {import('../request.js').AttendParams} params
   * @returns {import('../api.js').Gradient}
   */
  gradient(params) {
    const attention = this.attend(params);
    const block = new Block(copy(this.module.gradient()));
    return { ...attention, rowSpectral: block.array(params.sizes.n), rowDerivative: block.array(params.sizes.n) };
  }

  /**
   * @param {import('../request.js').AttendParams & { row: number, gain: number }} params
   * @returns {import('../api.js').RowTrace}
   */
  overflow({ sizes, seed, data, scaling, precision, row, gain }) {
    const module = this.module;
    const request = {
      ...sizes,
      scaling: this.scaling(scaling),
      mask: { kind: module.MaskKind.none, window: 1, sinks: 0 },
      softmax: module.SoftmaxKind.stable,
      precision: module.Precision[precision],
    };
    this.accept(() => module.stage(request));
    if (row >= sizes.n) throw wrong('out-of-range', 'row', row, `below n (${sizes.n})`, { lowest: 0, highest: sizes.n - 1 });
    if (data) this.writeData(data, sizes);
    else this.writeSeeds([/** @type {number[]} */ (seed)]);
    this.accept(() => module.overflow(row, gain, !data));
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
   * @param {{ configurations: import('../sweep.js').Configuration[], seeds: number[][], rowShares: boolean }} params
   */
  sweepSeeds({ configurations, seeds, rowShares }) {
    this.writeSeeds(seeds);
    const requests = configurations.map(({ n, dK, scaling, mask }) => ({ n, dK, scaling: this.scaling(scaling), mask: this.mask(mask) }));
    this.accept(() => this.module.sweep(requests, rowShares));
    return { statistics: copy(this.module.sweepStatistics()), sums: copy(this.module.sweepPositions()) };
  }

  /**
   * What all seeds together say, for each configuration.
   *
   * @param {{ statistics: Float64Array[], resamples: number }} params the statistics of each configuration in the order of its seeds
   * @returns {import('../api.js').SweepStatistics[]}
   */
  summarize({ statistics, resamples }) {
    return statistics.map((ofSeeds) => {
      this.numbers(ofSeeds.length).set(ofSeeds);
      const { shareLow, shareHigh, ...summary } = this.module.summarize();
      const named = Object.entries({ ...summary, shareInterval: [shareLow, shareHigh] });
      const nulled = named.map(([name, value]) => [name, Array.isArray(value) ? value.map(defined) : defined(value)]);
      const shareResamples = resamples > 0 ? { shareResamples: copy(this.module.resampledShares(resamples)) } : {};
      return { ...Object.fromEntries(nulled), ...shareResamples };
    });
  }

  /**
   * @param {{ positions: import('../positions.js').PositionsParams }} params
   * @returns {import('../api.js').CoreFrequencies}
   */
  ropeFrequencies({ positions }) {
    this.accept(() => this.module.rope(this.#positions([positions])[0]));
    const block = new Block(copy(this.module.ropeNumbers()));
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
   * @param {{ queries: number, dK: number, points: import('../length-sweep.js').PointParams[], seed: number[] }} params
   */
  lengths({ queries, dK, points, seed }) {
    this.writeSeeds([seed]);
    const rotations = this.#positions(points.map(({ positions }) => positions));
    const requests = points.map(({ length, scaling, mask, rotate }, i) => ({
      length,
      scaling: this.scaling(scaling),
      mask: this.mask(mask),
      rotate,
      positions: rotations[i],
    }));
    this.accept(() => this.module.lengths(queries, dK, requests));
    return { statistics: copy(this.module.lengthStatistics()) };
  }

  /**
   * Positions as the module takes them, with all their lists in its divisors.
   *
   * @param {import('../positions.js').PositionsParams[]} all
   */
  #positions(all) {
    const lists = all.map(({ shortFactor, longFactor }) => [...shortFactor, ...longFactor]);
    const divisors = this.module.divisors(lists.reduce((sum, { length }) => sum + length, 0)) ?? outOfMemory('lengths');
    let at = 0;
    return all.map(({ frequencies, layout, step, shortFactor, longFactor }, i) => {
      divisors.set(lists[i], at);
      const firstDivisor = at;
      at += lists[i].length;
      return {
        frequencies: { ...frequencies, type: this.module.RopeType[/** @type {keyof import('./core.js').Module['RopeType']} */ (identifier(frequencies.type))] },
        layout: this.module.PairLayout[layout],
        step,
        firstDivisor,
        shortDivisors: shortFactor.length,
        longDivisors: longFactor.length,
      };
    });
  }
}

/** @param {number} first @param {number} last @returns {[number, number] | null} */
const correctionRange = (first, last) => (Number.isNaN(first) ? null : [first, last]);

/** @param {import('../api.js').RowEvent | null} event @param {number} row */
const withRow = (event, row) => event && { ...event, row };
