/**
 * What the engine and the file readers reject with. `code` says what is wrong, `field` which part of the request or
 * file, `values` everything a sentence about it has to name; the page makes that sentence in the reader's language
 * from `error.CODE`, `message` is the English one for callers without a page.
 */
export class AttentionError extends Error {
  /**
   * @param {string} code
   * @param {{ field?: string, [name: string]: unknown }} [values]
   * @param {string} [message]
   */
  constructor(code, values = {}, message = describe(code, values)) {
    super(message);
    this.name = 'AttentionError';
    this.code = code;
    this.field = values.field ?? null;
    this.values = values;
  }
}

/** @param {string} code @param {Record<string, unknown>} values */
function describe(code, values) {
  const named = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  return named.length === 0 ? code : `${code}: ${named.join(', ')}`;
}
