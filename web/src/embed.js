/** The page embed.html: one figure, set by the address, for an iframe. */
import './lab/trusted-types.js';
import { createStore } from './state/store.js';
import { addressed, parseHash } from './state/url.js';
import { labIn, ownAddress, readHash, watchHash } from './state/address.js';
import { directionOf, translate } from './text/index.js';
import { SingleFigure } from './lab/single-figure.js';
import { tellHeight } from './lab/tell-height.js';

const { values, problems } = parseHash(readHash());
const store = createStore(values);
const figure = new SingleFigure();
Object.assign(figure, { store, problems, lab: labIn(ownAddress().folder) });

const heading = document.createElement('h1');
heading.className = 'visually-hidden';
const root = document.documentElement;
const useTheme = () => (root.dataset.theme = store.values.theme);
store.subscribe(useTheme);
useTheme();
figure.addEventListener('words', (event) => {
  const language = /** @type {CustomEvent} */ (event).detail;
  root.lang = language;
  root.dir = directionOf(language);
  heading.textContent = translate(language, 'page.name');
  document.title = `${translate(language, `${figure.figure}.title`)} - ${translate(language, 'page.name')}`;
});
watchHash((hash) => {
  const { values, problems } = parseHash(hash);
  figure.problems = problems;
  store.set(addressed(values));
});
const main = document.createElement('main');
main.append(heading, figure);
document.body.prepend(main);
tellHeight(figure);
