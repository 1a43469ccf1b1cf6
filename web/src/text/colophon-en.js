/** @type {import('./index.js').Words} */
export const words = {
  // Origin and citation
  'origin.title': 'Where this comes from',
  'origin.text': ({ article }) =>
    `The runs and the trend table are those of a Persian article, «${article}» (How attention works: the root of d_k and the price of n×n), with measurements of 27 September 2026. The data are the ones CPython draws: {gauss}, row by row, first q, then k, then v. Everything is computed in your browser; nothing is sent anywhere.`,
  'origin.cite-title': 'How to cite',
  'origin.cite': ({ version }) => `Attention Lab authors. Attention Lab, version ${version}. Interactive page, 2026.`,
  'origin.bibtex': 'The same for BibTeX',

  // Licences
  'licences.title': 'What it is made of',
  'licences.own':
    'The lab is free software under the MIT licence. It carries xsimd, Lit, modules of D3, the Persian face Vazirmatn and the queries and keys of a real model, each under a licence of its own.',
  'licences.all': 'Licence notices of everything in it',

  // A newer version
  'update.ready':
    'A newer version of the lab is on this machine. It is used the next time you open the page, or at once; what you have set stays in the address.',
  'update.use': 'Reload with the newer version',
};
