/**
 * What an author pastes to show a figure elsewhere. Everything given is text, never markup: it is escaped here.
 *
 * @typedef {Object} Shared
 * @property {readonly (readonly [string, string])[]} settings  keys of the parameter table and their texts, without `fig`
 * @property {string} figure
 * @property {string} title
 * @property {string} summary  the figure in a sentence
 * @property {string} link     to the figure in the lab
 * @property {string} folder   where the lab's files are
 * @property {string} hash
 * @property {number} height   in CSS pixels, about
 */

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param {readonly (readonly [string, string | number])[]} attributes */
const written = (attributes) => attributes.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('');

/** @param {string} name @param {readonly (readonly [string, string | number])[]} attributes @param {string} content  markup */
const element = (name, attributes, content) => `<${name}${written(attributes)}>${content}</${name}>`;

/** @param {string} text */
const inMarkdown = (text) => text.replaceAll(/[\\[\]]/g, '\\$&');

/** @param {Shared} shared */
export function tagText({ settings, figure, title, link, folder, height }) {
  const fallback = `\n  ${element('a', [['href', link]], escaped(title))}\n`;
  const script = element('script', [['type', 'module'], ['src', `${folder}attention-lab.js`]], '');
  return `${script}\n${element('attention-lab', [['figure', figure], ...settings, ['style', `display: block; min-height: ${height}px`]], fallback)}`;
}

/** Trusts no message but that of the frame itself. */
const listener = `
  addEventListener('message', ({ source, data }) => {
    if (data?.type !== 'attention-lab:height') return;
    for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.height = data.height;
  });
`;

/** What the frame may do: compute, open the lab in a page of its own, save what the reader takes along. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** @param {Shared} shared */
export function frameText({ title, folder, hash, height }) {
  const shown = /** @type {const} */ ([['src', `${folder}embed.html#${hash}`], ['title', title], ['width', '100%'], ['height', height]]);
  const frame = element('iframe', [...shown, ['loading', 'lazy'], ['style', 'border: 0'], ['sandbox', sandbox]], '');
  return `${frame}\n${element('script', [], listener)}`;
}

/** @param {Shared} shared @param {{ light: string, dark: string, width: number, height: number }} files names of the two pictures and their size */
export function pictureText({ summary, link }, { light, dark, width, height }) {
  const source = `<source${written([['srcset', dark], ['media', '(prefers-color-scheme: dark)']])}>`;
  const image = `<img${written([['src', light], ['alt', summary], ['width', width], ['height', height], ['style', 'max-width: 100%; height: auto']])}>`;
  return element('a', [['href', link]], element('picture', [], `\n  ${source}\n  ${image}\n`));
}

/** For places that take no HTML: the picture leads to the figure. @param {Shared} shared @param {string} light */
export const markdownText = ({ title, summary, link }, light) => `[![${inMarkdown(summary)}](${light} "${title.replaceAll('"', '')}")](${link})`;
