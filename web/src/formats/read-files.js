import { AttentionError } from '../engine/attention-error.js';
import { readCsv } from './csv.js';
import { readJson } from './json.js';
import { readNpy } from './npy.js';
import { readNpz } from './npz.js';
import { readSafetensors } from './safetensors.js';

/** @import { FileContents } from './tensor.js' */

/** Text is read whole, so it has a limit; the binary formats are read by range. */
export const kMaxTextBytes = 2 ** 26;

/**
 * Reads what a person dropped, chose or pasted. The format is told by the first bytes, by the name only where those
 * leave it open. Several files (q.npy, k.npy, v.npy) are read together; each bare array takes its file's name.
 * @param {{ name: string, blob: Blob }[]} files
 * @returns {Promise<FileContents>}
 */
export async function readFiles(files) {
  const all = await Promise.all(files.map(({ name, blob }) => readFile(blob, name)));
  if (all.length === 0) throw new AttentionError('no-files', { field: 'file' });
  return {
    format: [...new Set(all.map(({ format }) => format))].join(', '),
    tensors: all.flatMap(({ tensors }) => tensors),
    metadata: Object.assign(Object.create(null), ...all.map(({ metadata }) => metadata)),
  };
}

/** @param {Blob} blob @param {string} file @returns {Promise<FileContents>} */
export async function readFile(blob, file) {
  if (blob.size === 0) throw new AttentionError('empty-file', { field: 'file', file });
  const name = file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  const start = new Uint8Array(await blob.slice(0, 9).arrayBuffer());
  const extension = /\.([^.]+)$/.exec(file)?.[1].toLowerCase();
  if (extension === 'npy' || beginsWith(start, [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59])) {
    return { format: 'npy', tensors: [await readNpy(blob, name, file)], metadata: {} };
  }
  if (extension === 'npz' || beginsWith(start, [0x50, 0x4b, 0x03, 0x04])) return readNpz(blob, file);
  if (extension === 'safetensors' || (start[8] === 0x7b && start.subarray(4, 8).every((byte) => byte === 0))) {
    return readSafetensors(blob, file);
  }
  const text = await readText(blob, file);
  return extension === 'json' || /^\s*[[{]/.test(text) ? readJson(text, name, file) : readCsv(text, name, file);
}

/** @param {Uint8Array} bytes @param {number[]} magic */
function beginsWith(bytes, magic) {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** UTF-8, or UTF-16 where a byte-order mark says so; the mark is dropped. @param {Blob} blob @param {string} file */
async function readText(blob, file) {
  const about = { field: 'file', file };
  if (blob.size > kMaxTextBytes) throw new AttentionError('text-too-long', { ...about, given: blob.size, allowed: kMaxTextBytes });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const encoding = beginsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : beginsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
  let text;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new AttentionError('not-text', about);
  }
  // Every format here that is text is printable: what holds a NUL is some other binary file.
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new AttentionError('not-text', { ...about, place: nul });
  return text;
}
