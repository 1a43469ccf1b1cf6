import { factorRules, parseNamedRule } from '../../state/named-rules.js';

/** @import { Writer } from './run.js' @import { Target } from './index.js' */

/** Rules of the page that are made of a rule of the engine and a mask or a length. */
const composed = ['sinks', 'trained-temperature'];

/** What a writer has code for: C++ has the core, the others a factor on the logits. @param {Target} target @param {readonly any[]} rules @returns {any[]} */
function known(target, rules) {
  const found = target === 'cpp' ? rules.filter((rule) => !composed.includes(parseNamedRule(`${rule}`)?.name ?? '')) : factorRules(rules);
  return found.length > 0 ? found : ['sqrt'];
}

/**
 * The writers, with those rules left out that they have no code for, which the first line says.
 * @param {Partial<Record<Target, Writer>>} writers
 * @returns {Partial<Record<Target, Writer>>}
 */
export const namingLeftOut = (writers) =>
  Object.fromEntries(
    Object.entries(writers).map(([target, write]) => [
      target,
      (/** @type {Parameters<Writer>} */ ...[values, version, data]) => {
        const scale = known(/** @type {Target} */ (target), values.scale);
        const left = values.scale.filter((/** @type {any} */ rule) => !scale.includes(rule));
        if (left.length === 0) return write(values, version, data);
        const instead = left.length === values.scale.length ? `, with ${scale.join(', ')} instead` : '';
        return `${target === 'cpp' ? '//' : '#'} Without the page's ${left.join(', ')}${instead}.\n${write({ ...values, scale }, version, data)}`;
      },
    ]),
  );
