import { wrong } from '../wrong.js';
import { Block, copy, defined } from './block.js';
import { Core } from './core.js';

/** Draws data and attends to it. */
export class AttendCore extends Core {
  /** @param {import('../request.js').SampleParams} params */
  sample({ sizes, seed }) {
    this.writeSeeds([seed]);
    this.accept(() => this.module.sample(sizes));
    const block = new Block(copy(this.module.sampled()));
    return { q: block.array(sizes.n * sizes.dK), k: block.array(sizes.keys * sizes.dK), v: block.array(sizes.keys * sizes.dV) };
  }

  /**
   * @param {import('../request.js').AttendParams} params
   * @returns {import('../api.js').Attention}
   */
  attend(params) {
    this.compute(params);
    return this.attention(params.sizes, new Block(copy(this.module.attentionNumbers())));
  }

  /** @param {import('../request.js').AttendParams} params */
  compute({ sizes, seed, data, scaling, mask, softmax, precision }) {
    const module = this.module;
    // Named one by one: spreading objects would take longer than the attention itself.
    const request = {
      n: sizes.n,
      keys: sizes.keys,
      dK: sizes.dK,
      dV: sizes.dV,
      hasValues: sizes.hasValues,
      scaling: this.scaling(scaling),
      mask: this.mask(mask),
      softmax: module.SoftmaxKind[softmax],
      precision: module.Precision[precision],
    };
    this.accept(() => module.stage(request));
    if (data) {
      this.writeData(data, sizes);
      this.accept(() => module.attend());
    } else {
      this.writeSeeds([/** @type {number[]} */ (seed)]);
      this.accept(() => module.attendSampled());
    }
  }

  /** @param {import('../request.js').Scaling} scaling */
  scaling({ rule, parameter, temperature }) {
    return { rule: this.module.ScaleRule[/** @type {'sqrt'} */ (identifier(rule))], parameter, temperature };
  }

  /**
   * @param {import('../request.js').Sizes} sizes
   * @param {Block} block the module's numbers
   * @returns {import('../api.js').Attention}
   */
  attention({ n, keys, dK, dV, hasValues }, block) {
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
      events: this.module.attentionEvents().map(rowEvent),
    };
  }

  /**
   * @param {import('../request.js').Data} data
   * @param {import('../request.js').Sizes} sizes
   */
  writeData({ q, k, v }, { n, keys, dK, dV }) {
    expectLength(q, n * dK, 'q', 'n x dK');
    expectLength(k, keys * dK, 'k', 'keys x dK');
    if (v) expectLength(v, keys * dV, 'v', 'keys x dV');
    const numbers = this.numbers(q.length + k.length + (v?.length ?? 0));
    numbers.set(q);
    numbers.set(k, q.length);
    if (v) numbers.set(v, q.length + k.length);
  }
}

/** The module's name of a choice: `log_n` for `log-n`. @param {string} name */
export const identifier = (name) => (/[-.]/.test(name) ? name.replaceAll(/[-.]/g, '_') : name);

/**
 * @param {import('../generated/attention.js').RowEvent} event
 * @returns {import('../api.js').RowEvent}
 */
export const rowEvent = ({ code, stage, row, key }) => /** @type {any} */ ({ code, stage, row, key: defined(key) });

/**
 * @param {import('../request.js').Numbers} values
 * @param {number} length
 * @param {string} field
 * @param {string} shape
 */
function expectLength(values, length, field, shape) {
  if (values.length !== length) throw wrong('wrong-shape', field, values, `${length} numbers (${shape})`, { length });
}
