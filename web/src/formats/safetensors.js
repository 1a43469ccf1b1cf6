import { AttentionError } from '../engine/attention-error.js';
import { elementTypes } from './element-types.js';
import { parseJson } from './parse-json.js';
import { elementCount, tensorInFile } from './tensor.js';

/** @import { FileContents } from './tensor.js' */

/** The format's own limit on the length of its header. */
const kMaxSafetensorsHeader = 100_000_000;

const dtypeNames = new Map(Object.entries({
  F64: 'float64', F32: 'float32', F16: 'float16', BF16: 'bfloat16',
  I64: 'int64', I32: 'int32', I16: 'int16', I8: 'int8',
  U64: 'uint64', U32: 'uint32', U16: 'uint16', U8: 'uint8', BOOL: 'bool',
}));

/**
 * A safetensors file: eight bytes of header length, a JSON header, raw little-endian elements at any alignment. Only
 * the header is read here. https://huggingface.co/docs/safetensors/index#format
 * @param {Blob} blob @param {string} file
 * @returns {Promise<FileContents>}
 */
export async function readSafetensors(blob, file) {
  const about = { field: 'file', file };
  if (blob.size < 8) throw new AttentionError('truncated', { ...about, expected: 8, given: blob.size });
  const length = new DataView(await blob.slice(0, 8).arrayBuffer()).getBigUint64(0, true);
  if (length > kMaxSafetensorsHeader) {
    throw new AttentionError('header-too-long', { ...about, given: length, allowed: kMaxSafetensorsHeader });
  }
  const dataStart = 8 + Number(length);
  if (dataStart > blob.size) throw new AttentionError('truncated', { ...about, expected: dataStart, given: blob.size });

  const header = parseHeader(await blob.slice(8, dataStart).arrayBuffer(), about);
  /** @type {Record<string, string>} */
  const metadata = Object.create(null);
  const entries = [];
  for (const [name, value] of Object.entries(header)) {
    if (name !== '__metadata__') entries.push(readEntry(name, value, blob.size - dataStart, file));
    else if (isRecord(value)) {
      for (const [key, text] of Object.entries(value)) if (typeof text === 'string') metadata[key] = text;
    }
  }
  refuseOverlapsAndGaps(entries, blob.size - dataStart, about);

  const tensors = entries.map(({ name, shape, dtype, begin }) => (
    tensorInFile({ name, shape, dtype, blob, offset: dataStart + begin, about: { field: name, file } })
  ));
  return { format: 'safetensors', tensors, metadata };
}

/** @param {ArrayBuffer} bytes @param {{ field: string, file: string }} about */
function parseHeader(bytes, about) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AttentionError('not-text', { ...about, place: 8 });
  }
  if (!text.startsWith('{')) throw new AttentionError('safetensors-header', { ...about, given: text.slice(0, 24) });
  const header = parseJson(text, about);
  if (!isRecord(header)) throw new AttentionError('safetensors-header', { ...about, given: text.slice(0, 24) });
  return header;
}

/** @param {string} name @param {unknown} value @param {number} dataLength @param {string} file */
function readEntry(name, value, dataLength, file) {
  const about = { field: name, file };
  if (!isRecord(value)) throw new AttentionError('safetensors-header', { ...about, given: name });
  const { dtype: code, shape, data_offsets: offsets } = value;
  if (typeof code !== 'string' || !Array.isArray(shape) || !Array.isArray(offsets) || offsets.length !== 2) {
    throw new AttentionError('safetensors-header', { ...about, given: name });
  }
  const dtype = dtypeNames.get(code);
  if (dtype === undefined) throw new AttentionError('unsupported-type', { ...about, given: code });
  const [begin, end] = offsets;
  const bytes = elementCount(shape, about) * elementTypes[dtype].bytes;
  if (!Number.isSafeInteger(begin) || !Number.isSafeInteger(end) || begin < 0 || end > dataLength || end - begin !== bytes) {
    throw new AttentionError('bad-offsets', { ...about, given: `${begin}..${end}`, expected: bytes, allowed: dataLength });
  }
  return { name, shape, dtype, begin, end };
}

/**
 * The format wants its data covered exactly: a byte in two tensors or in none means a file made by mistake or malice.
 * @param {{ name: string, begin: number, end: number }[]} entries @param {number} dataLength
 * @param {Record<string, unknown>} about
 */
function refuseOverlapsAndGaps(entries, dataLength, about) {
  let covered = 0;
  let previous = '';
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < covered) throw new AttentionError('overlap', { ...about, field: name, given: name, other: previous, place: begin });
    if (begin > covered) throw new AttentionError('gap', { ...about, place: covered, given: begin - covered });
    covered = end;
    previous = name;
  }
  if (covered < dataLength) throw new AttentionError('trailing-bytes', { ...about, place: covered, given: dataLength - covered });
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
