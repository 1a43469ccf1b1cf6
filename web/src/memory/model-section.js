/** @typedef {import('./key-reader.js').KeyReader} KeyReader */

/** Where multimodal configs keep the language model, the usual name first. Vision and audio parts are never entered. */
const SECTIONS = [
  'text_config',
  'thinker_config',
  'llm_config',
  'language_config',
  'language_model',
  'decoder',
  'generator',
];

/** Any of these says that an object describes a language model itself. */
const OWN_SIZES = [
  ...['num_attention_heads', 'num_hidden_layers', 'hidden_size', 'n_head', 'n_layer', 'n_embd', 'n_heads', 'n_layers'],
  ...['num_heads', 'num_layers', 'd_model', 'num_transformer_layers', 'dim', 'rope_scaling', 'rope_parameters'],
];

/**
 * The part of a config.json that describes the language model: `text_config` where there is one, however deep.
 * @param {KeyReader} reader
 * @returns {KeyReader}
 */
export function modelSection(reader) {
  for (const name of SECTIONS) {
    const section = reader.section(name);
    if (section === null) continue;
    const inner = modelSection(section);
    if (describesModel(inner)) return inner;
  }
  return reader;
}

/** @param {KeyReader} reader */
export function describesModel(reader) {
  return reader.firstOf(OWN_SIZES) !== null;
}
