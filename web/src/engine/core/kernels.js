import { Core } from './core.js';

/** Times the four algorithms. */
export class KernelsCore extends Core {
  /**
   * Draws the data of one algorithm and allocates what it works with, for `runMeasurement`.
   *
   * @param {import('../measure.js').MeasureParams & { firstRow: number, rows: number }} params
   */
  prepareMeasurement({ algorithm, sizes, seed, mask, precision, firstRow, rows }) {
    const module = this.module;
    const { n, keys, dK, dV } = sizes;
    this.writeSeeds([seed]);
    this.accept(() =>
      module.prepareMeasurement({
        algorithm: module.Algorithm[algorithm],
        n,
        keys,
        dK,
        dV,
        mask: this.mask(mask),
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
    this.module.runMeasurement(first, past, times);
    return { milliseconds: performance.now() - start };
  }

  /** @param {{ rows: number }} params */
  checkMeasurement({ rows }) {
    return { difference: this.module.measurementDifference(rows) };
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
}
