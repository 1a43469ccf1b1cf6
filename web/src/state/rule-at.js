import { parseNamedRule } from './named-rules.js';

/** Of a window with sinks, as StreamingLLM keeps them. */
export const sinkKeys = 4;

/**
 * A rule as the engine takes it, for contexts of one length. `sinks` is a mask and brings it along.
 * @param {string | number} rule @param {number} length
 * @returns {{ scale: any, mask?: { window: number, sinks: number } }}
 */
export function ruleAt(rule, length) {
  const named = parseNamedRule(`${rule}`);
  if (named?.name === 'sinks') return { scale: 'sqrt', mask: { window: Number(named.parameter), sinks: sinkKeys } };
  if (named?.name === 'trained-temperature') return { scale: { rule: 'yarn', stretch: Math.max(1, length / Number(named.parameter)) } };
  return { scale: rule };
}
