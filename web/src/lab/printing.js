/**
 * Paper is light: painted figures have to be repainted for it, which style sheets alone cannot ask for. Called once.
 */
export function prepareForPaper() {
  const root = document.documentElement;
  let theme = root.dataset.theme;
  addEventListener('beforeprint', () => {
    theme = root.dataset.theme;
    root.dataset.theme = 'light';
  });
  addEventListener('afterprint', () => {
    root.dataset.theme = theme;
  });
}

/** Prints one figure with its title and its tables. @param {Element} figure */
export function printFigure(figure) {
  const root = document.documentElement;
  const chapter = figure.closest('.chapter');
  chapter?.classList.add('printed');
  root.dataset.printed = '';
  addEventListener('afterprint', () => {
    chapter?.classList.remove('printed');
    delete root.dataset.printed;
  }, { once: true });
  print();
}
