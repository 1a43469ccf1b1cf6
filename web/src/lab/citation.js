import { ownAddress } from '../state/address.js';

/** The lab as a BibTeX entry, with the address it is read at. @param {string} version */
export function bibtex(version) {
  const { page: address } = ownAddress();
  const fields = [
    'author  = {{Attention Lab authors}}',
    'title   = {Attention Lab}',
    'year    = {2026}',
    `version = {${version}}`,
    'note    = {Interactive page}',
    ...(address.startsWith('http') ? [`url     = {${address}}`] : []),
  ];
  return `@misc{attentionlab,\n${fields.map((field) => `  ${field}`).join(',\n')}\n}`;
}
