/** Elements and bytes of one block of each type the cache can have: q8_0 is 32 one-byte values and a two-byte scale. */
export const CACHE_TYPES = /** @type {Record<string, { elements: number, bytes: number }>} */ ({
  f32: { elements: 1, bytes: 4 },
  f16: { elements: 1, bytes: 2 },
  bf16: { elements: 1, bytes: 2 },
  q8_0: { elements: 32, bytes: 34 },
  q4_0: { elements: 32, bytes: 18 },
  q4_1: { elements: 32, bytes: 20 },
  iq4_nl: { elements: 32, bytes: 18 },
  q5_0: { elements: 32, bytes: 22 },
  q5_1: { elements: 32, bytes: 24 },
});

/** @param {string} type */
export function isQuantised(type) {
  return CACHE_TYPES[type].elements > 1;
}
