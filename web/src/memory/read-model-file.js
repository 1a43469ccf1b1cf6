import { AttentionError } from '../engine/attention-error.js';
import { readGguf } from './read-gguf.js';
import { readModelConfig } from './read-model-config.js';

/** A larger file is not read into memory to find out that it is no config.json. */
const LONGEST_TEXT = 2_000_000;

/**
 * A dropped config.json or .gguf, known by its first bytes whatever it is called.
 * @param {Blob} file
 * @returns {ReturnType<typeof readGguf>}
 */
export async function readModelFile(file) {
  if ((await file.slice(0, 4).text()) === 'GGUF') return readGguf(file);
  if (file.size > LONGEST_TEXT) {
    throw new AttentionError('too-large', { field: 'file', given: file.size, limit: LONGEST_TEXT });
  }
  return { ...readModelConfig(await file.text()), name: null, weightBytes: null };
}
