/** @type {import('./index.js').Words} */
export const words = {
  'embed.open': 'Open in Attention Lab',
};
