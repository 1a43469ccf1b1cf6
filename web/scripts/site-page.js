import { firstPaint } from './first-paint.js';
import { escaped } from './markup.js';
import { words as english } from '../src/text/en.js';
import { words as persian } from '../src/text/fa.js';

/**
 * The site's two pages, which differ in the language they open in, and what others make of them: a preview where a link is
 * shared, an icon where the site is installed. The lab finds no page of its own in them: it is the same code.
 */
const pages = {
  en: { words: english, direction: 'ltr', file: 'index.html', address: '', manifest: 'manifest.webmanifest', preview: 'social.png', locale: 'en_US' },
  fa: { words: persian, direction: 'rtl', file: 'fa.html', address: 'fa.html', manifest: 'fa.webmanifest', preview: 'social-fa.png', locale: 'fa_IR' },
};

/** Where the site is going to stand, with a slash at its end; crawlers want whole addresses. */
const site = process.env.SITE_ADDRESS ?? '';

/** @param {keyof typeof pages} language */
function namesOf(language) {
  const { words } = pages[language];
  const text = (/** @type {string} */ key) => String(words[key]);
  return { name: text('page.name'), title: `${text('page.name')}: ${text('page.title')}`, description: text('page.description') };
}

/** @param {keyof typeof pages} language */
function headOf(language) {
  const { manifest, preview, address, locale } = pages[language];
  const { name, title, description } = namesOf(language);
  const properties = {
    'og:type': 'website',
    'og:site_name': name,
    'og:title': title,
    'og:description': description,
    'og:locale': locale,
    'og:image': site + preview,
    'og:image:width': '1200',
    'og:image:height': '630',
    ...(site ? { 'og:url': site + address } : {}),
  };
  return [
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="manifest" href="./${manifest}" />`,
    '<link rel="apple-touch-icon" href="./icon.png" />',
    ...(site ? [`<link rel="canonical" href="${site}${address}" />`] : []),
    ...(site ? Object.entries(pages).map(([tag, page]) => `<link rel="alternate" hreflang="${tag}" href="${site}${page.address}" />`) : []),
  ].map((line) => `    ${line}\n`).join('');
}

/** @param {keyof typeof pages} language */
function manifestOf(language) {
  const { direction, address } = pages[language];
  const { name, description } = namesOf(language);
  return JSON.stringify({
    name, short_name: name, description, lang: language, dir: direction,
    id: './', start_url: `./${address}`, scope: './', display: 'standalone', background_color: '#fbfaf6', theme_color: '#fbfaf6',
    icons: [
      { src: 'icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: 'icon.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
    ],
  });
}

/** @param {string} html @param {keyof typeof pages} language */
async function pageOf(html, language) {
  const { title, description } = namesOf(language);
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${language}" dir="${pages[language].direction}"`)
    .replace(/<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>`)
    .replace(/<meta name="description" content="[^"]*"/, `<meta name="description" content="${escaped(description)}"`)
    .replace('  </head>', `${headOf(language)}  </head>`)
    .replace('<lab-page>', `<lab-page>${await firstPaint(language)}`);
}

/** @returns {import('vite').Plugin} */
export const sitePages = () => ({
  name: 'site-pages',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const page = /** @type {import('rolldown').OutputAsset} */ (bundle['index.html']);
      const html = String(page.source);
      page.source = await pageOf(html, 'en');
      this.emitFile({ type: 'asset', fileName: pages.fa.file, source: await pageOf(html, 'fa') });
      for (const language of /** @type {const} */ (['en', 'fa'])) {
        this.emitFile({ type: 'asset', fileName: pages[language].manifest, source: manifestOf(language) });
      }
    },
  },
});
