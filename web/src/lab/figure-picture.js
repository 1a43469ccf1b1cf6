/** A figure as a picture that says what it was made with. */
import { pictureSvg } from '../formats/picture/figure-svg.js';
import { parameterOf } from '../state/parameters.js';
import { writeParameter } from '../state/kinds.js';
import { directionOf, translate } from '../text/index.js';
import { valueText } from '../text/value-text.js';
import { catalogue } from './catalogue.js';

/**
 * @typedef {Object} Pictured
 * @property {string} figure
 * @property {any} element  the figure's element
 * @property {import('../state/parameters.js').Values} parameters
 * @property {string} language
 * @property {Promise<any> | undefined} engine
 */

/** The name of the file that a figure's picture is saved as. @param {Pictured} pictured @param {string} theme @param {string} kind */
export const pictureName = ({ figure, language }, theme, kind) => `attention-lab-${figure}-${theme}-${language}.${kind}`;

/** @param {Pictured} pictured @param {'light' | 'dark'} theme */
export async function figurePicture({ figure, element, parameters, language, engine }, theme) {
  const version = (await engine)?.info.version ?? '';
  /** @type {{ source: string, unused: readonly string[] }} */
  const { source, unused } = element.origin ?? { source: '', unused: [] };
  const listed = catalogue[figure].keys
    .filter((key) => !unused.includes(key))
    .filter((key) => writeParameter(parameterOf(key), parameters[key]) !== '' && parameterOf(key).when?.(parameters) !== false)
    .map((key) => `${translate(language, `parameter.${key}`)}: ${valueText(language, key, parameters[key])}`);
  const note = [`${translate(language, 'page.name')} ${version}`, ...(source ? [source] : []), ...listed].join(translate(language, 'export.between'));
  const title = translate(language, `${figure}.title`);
  return pictureSvg(element, { theme, language, direction: directionOf(language), title, note, figure });
}
