/** @type {import('./index.js').Words} */
export const words = {
  'embed.open': 'در آزمایشگاه توجه باز کنید',
};
