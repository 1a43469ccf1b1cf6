/** @import { HeadSet } from './heads.js' */
/** @import { FileContents } from './tensor.js' */

/** What tokenizers put in place of the space before a word. */
const kWordStart = /^[\u2581\u0120]/;

/**
 * The words on the axes, where the file has as many as there are rows: a first column of words in a table, or a list
 * named `tokens` or `labels` in the metadata, nearest to the tensors first.
 * @param {FileContents} contents @param {HeadSet} set @param {{ n: number, keys: number }} sizes
 * @returns {{ queries: string[] | null, keys: string[] | null }}
 */
export function tokenLabels({ metadata }, set, { n, keys }) {
  const lists = [`${set.label}.tokens`, `${set.label}.labels`, 'tokens', 'labels'].map((key) => parseList(metadata[key]));
  /** @param {string[] | undefined} own @param {number} length */
  const choose = (own, length) => (
    [own, ...lists].find((list) => list?.length === length)?.map((token) => token.replace(kWordStart, '')) ?? null
  );
  return { queries: choose(set.q.labels, n), keys: choose(set.k.labels, keys) };
}

/** @param {string | undefined} text */
function parseList(text) {
  if (text === undefined) return undefined;
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) && list.every((token) => typeof token === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
