import { haveNamed } from '../../state/named-rules.js';
import { attendOptions, sampleRequest } from './request.js';

/** One run of attention on the same data for each chosen rule. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal }) {
  const input = sampleRequest(values);
  const { scale } = values;
  // Rules that are more than a factor come after the first picture.
  const ruleAt = haveNamed(scale) ? (await import('../../state/rule-at.js')).ruleAt : (/** @type {any} */ rule) => ({ scale: rule });
  const attentions = await Promise.all(
    scale.map((/** @type {any} */ rule) => engine.attend(input, { ...attendOptions(values, rule, signal), ...ruleAt(rule, input.keys) })),
  );
  return { configurations: attentions.map((attention, at) => ({ rule: scale[at], attention })) };
}
