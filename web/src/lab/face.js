/** Longer than this, the words come first, in a face that is already there. */
const patience = 1000;

/**
 * The Persian face, loaded for Persian only and before its words are shown, so that they do not jump when it arrives.
 * @param {string} language
 */
export async function loadFace(language) {
  if (language !== 'fa') return;
  await import('../style/vazirmatn.css');
  const faces = Promise.all(['400', '700'].map((weight) => document.fonts.load(`${weight} 1rem Vazirmatn`, '\u0633')));
  await Promise.race([faces, new Promise((resolve) => setTimeout(resolve, patience))]);
}
