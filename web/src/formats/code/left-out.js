import { factorRules } from '../../state/named-rules.js';

/** @import { Writer } from './run.js' @import { Target } from './index.js' */

/**
 * The writers of a figure that computes in narrow types too: there Python has code for factors on the logits alone, and the first
 * line says what it leaves out.
 * @param {Partial<Record<Target, Writer>>} writers
 * @returns {Partial<Record<Target, Writer>>}
 */
export function namingLeftOut({ cpp, ...pythons }) {
  /** @param {Writer} write @returns {Writer} */
  const named = (write) => (values, version, data) => {
    const scale = values.precision === 'f64' ? values.scale : factorRules(values.scale);
    const left = values.scale.filter((/** @type {any} */ rule) => !scale.includes(rule));
    if (left.length === 0) return write(values, version, data);
    const instead = left.length === values.scale.length ? `, with ${scale.join(', ')} instead` : '';
    return `# Without the page's ${left.join(', ')}${instead}.\n${write({ ...values, scale }, version, data)}`;
  };
  return { ...Object.fromEntries(Object.entries(pythons).map(([target, write]) => [target, named(write)])), cpp };
}
