/** A variant in words: its type, and the kind of layers it belongs to where a model has several. */
import { hasText, translate } from '../../text/index.js';

/** @param {string} language @param {{ id: string, layerType?: string | null }} variant */
export function variantName(language, { id, layerType }) {
  const name = hasText(language, `position.type.${id}`) ? translate(language, `position.type.${id}`) : id;
  if (!layerType) return name;
  return translate(language, 'position.of-layers', { name, layers: translate(language, `position.layers.${layerType}`) });
}
