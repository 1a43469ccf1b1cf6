import { AttentionError } from '../attention-error.js';
import { refused } from '../wrong.js';
import { outOfMemory } from './block.js';

/**
 * @typedef {import('../generated/attention.js').Refusal} Refusal
 * @typedef {import('../generated/attention.js').MainModule} Module what all modules offer together
 */

/**
 * One instance of a module. With its subclasses, one for each kind of module, the only place that knows how numbers cross
 * the module's border.
 */
export class Core {
  /** @param {Module} module */
  constructor(module) {
    this.module = module;
  }

  /**
   * The answer to a request. Where earlier requests have left too little memory for it, theirs is given back first.
   *
   * @param {string} method one of the subclass
   * @param {unknown} params
   * @returns {any}
   */
  run(method, params) {
    const answer = () => /** @type {any} */ (this)[method](params);
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof AttentionError) || error.code !== 'out-of-memory') throw error;
      this.module.release();
      return answer();
    }
  }

  info() {
    const { lanes, version } = this.module;
    return { lanes, version: String(version) };
  }

  /** Size of the module's memory, in bytes. */
  get memoryBytes() {
    return this.numbers(0).buffer.byteLength;
  }

  /** @param {import('../request.js').Mask} mask */
  mask({ kind, window, sinks }) {
    return { kind: this.module.MaskKind[kind], window, sinks };
  }

  /** @param {number[][]} seeds words of each seed */
  writeSeeds(seeds) {
    const lengths = seeds.map((words) => words.length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const block = this.module.seedWords(seeds.length, total) ?? outOfMemory('seeds');
    block.set(lengths);
    let at = seeds.length;
    for (const words of seeds) {
      block.set(words, at);
      at += words.length;
    }
  }

  /** @param {number} count */
  numbers(count) {
    return this.module.numbers(count) ?? outOfMemory('n');
  }

  /** @param {() => Refusal | undefined} ask */
  accept(ask) {
    const refusal = ask();
    if (refusal) throw refused(refusal);
  }
}
