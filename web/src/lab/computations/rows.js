import { attendOptions, sampleRequest } from './request.js';

/** One run of attention on the same data for each chosen rule. @type {import('../catalogue.js').Compute} */
export async function compute(engine, values, { signal }) {
  const input = sampleRequest(values);
  const attentions = await Promise.all(
    values.scale.map((/** @type {any} */ rule) => engine.attend(input, attendOptions(values, rule, signal))),
  );
  return { configurations: attentions.map((attention, at) => ({ rule: values.scale[at], attention })) };
}
