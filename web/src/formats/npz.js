import { AttentionError } from '../engine/attention-error.js';
import { readNpy } from './npy.js';
import { readZipEntries } from './zip.js';

/** @import { FileContents } from './tensor.js' */

/**
 * NumPy's archive: a zip of .npy files, stored (`savez`) or deflated (`savez_compressed`).
 * @param {Blob} blob @param {string} file
 * @returns {Promise<FileContents>}
 */
export async function readNpz(blob, file) {
  const tensors = [];
  for (const entry of await readZipEntries(blob, file)) {
    if (entry.name.endsWith('.npy')) tensors.push(await readNpy(await entry.open(), entry.name.slice(0, -4), file));
  }
  if (tensors.length === 0) throw new AttentionError('no-arrays', { field: 'file', file });
  return { format: 'npz', tensors, metadata: {} };
}
