/**
 * Paper is light, whatever the screen is: painted figures have to be repainted for it, which style sheets alone cannot ask for.
 */
export const paperTheme = 'light';

const root = document.documentElement;
let theme = root.dataset.theme;

addEventListener('beforeprint', () => {
  theme = root.dataset.theme;
  root.dataset.theme = paperTheme;
});
addEventListener('afterprint', () => {
  root.dataset.theme = theme;
});
