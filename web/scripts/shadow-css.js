/**
 * Style sheets for shadow roots in pages of others. There `rem` follows the foreign page's root, so sizes follow the
 * property --rem of the element's own frame instead; and every design token may be set from outside as --attention-lab-TOKEN.
 */

const inRem = /(?<![\w-])(-?(?:\d+\.?\d*|\.\d+))rem\b/g;

/** @param {string} text */
const inOwnUnit = (text) => text.replaceAll(inRem, 'calc($1 * var(--rem, 16px))');

/** @returns {import('postcss').Plugin} */
export const ownUnit = () => ({
  postcssPlugin: 'own-unit',
  Declaration(declaration) {
    declaration.value = inOwnUnit(declaration.value);
  },
  AtRule: {
    // A container query may hold no variables; em is there the font size of the container, which is the frame's.
    container: (rule) => {
      rule.params = rule.params.replaceAll(inRem, '$1em');
    },
  },
});

/** @returns {import('postcss').Plugin} */
export const openTokens = () => ({
  postcssPlugin: 'open-tokens',
  Declaration(declaration) {
    const { prop, value, parent } = declaration;
    const isToken = prop.startsWith('--') && /** @type {import('postcss').Rule} */ (parent).selector?.includes('[data-theme]');
    if (isToken && !value.startsWith('var(--attention-lab')) declaration.value = `var(--attention-lab-${prop.slice(2)}, ${value})`;
  },
});

/**
 * Every style sheet becomes a module that hands its text to the shadow roots, when it is imported.
 * @param {string} registry path of the module that exports addStyle
 * @returns {import('vite').Plugin}
 */
export const stylesAsModules = (registry) => ({
  name: 'styles-as-modules',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\.css$/ },
    async handler(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `\0style:${found.id}.js`;
    },
  },
  load: {
    filter: { id: /^\0style:/ },
    handler: (id) => {
      const path = id.slice('\0style:'.length, -'.js'.length);
      return `import text from ${JSON.stringify(`${path}?inline`)};
import { addStyle } from ${JSON.stringify(registry)};
addStyle(text);`;
    },
  },
});
