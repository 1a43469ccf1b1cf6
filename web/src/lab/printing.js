/** Prints one figure of the page with its title and its tables. @param {Element} figure */
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
