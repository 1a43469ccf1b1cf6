import { AttentionError } from '../engine/attention-error.js';
import { elementTypes } from './element-types.js';
import { elementCount, tensorInFile } from './tensor.js';

/** @import { Tensor } from './tensor.js' */

const kMagic = '\x93NUMPY';

/** NumPy itself refuses longer headers unless told to trust the file. */
const kMaxNpyHeader = 65536;

/** NumPy's type letters with their sizes. */
const dtypeNames = new Map(Object.entries({
  f8: 'float64', f4: 'float32', f2: 'float16',
  i8: 'int64', i4: 'int32', i2: 'int16', i1: 'int8',
  u8: 'uint64', u4: 'uint32', u2: 'uint16', u1: 'uint8', b1: 'bool',
}));

/**
 * One array in NumPy's own format, versions 1.0 to 3.0.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 * @param {Blob} blob @param {string} name the tensor's @param {string} file for messages
 * @returns {Promise<Tensor>}
 */
export async function readNpy(blob, name, file) {
  const about = { field: name, file };
  const prefix = new DataView(await blob.slice(0, 12).arrayBuffer());
  const magic = String.fromCharCode(...new Uint8Array(prefix.buffer, 0, Math.min(6, prefix.byteLength)));
  if (magic !== kMagic) throw new AttentionError('npy-magic', about);
  if (prefix.byteLength < 12) throw new AttentionError('truncated', { ...about, expected: 12, given: prefix.byteLength });

  const major = prefix.getUint8(6);
  const minor = prefix.getUint8(7);
  if (major < 1 || major > 3 || minor !== 0) {
    throw new AttentionError('npy-version', { ...about, given: `${major}.${minor}` });
  }
  const headerStart = major === 1 ? 10 : 12;
  const headerLength = major === 1 ? prefix.getUint16(8, true) : prefix.getUint32(8, true);
  if (headerLength > kMaxNpyHeader) {
    throw new AttentionError('header-too-long', { ...about, given: headerLength, allowed: kMaxNpyHeader });
  }
  const offset = headerStart + headerLength;
  if (offset > blob.size) throw new AttentionError('truncated', { ...about, expected: offset, given: blob.size });

  const bytes = await blob.slice(headerStart, offset).arrayBuffer();
  const header = parseHeader(new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(bytes), about);
  const dtype = dtypeNames.get(header.descr.slice(1));
  if (dtype === undefined || !'<>|'.includes(header.descr[0])) {
    throw new AttentionError('unsupported-type', { ...about, given: header.descr });
  }
  if (header.descr[0] === '|' && elementTypes[dtype].bytes > 1) {
    throw new AttentionError('unsupported-type', { ...about, given: header.descr });
  }

  const end = offset + elementCount(header.shape, about) * elementTypes[dtype].bytes;
  if (end > blob.size) throw new AttentionError('truncated', { ...about, expected: end, given: blob.size });
  if (end < blob.size) throw new AttentionError('trailing-bytes', { ...about, place: end, given: blob.size - end });
  return tensorInFile({
    name, shape: header.shape, dtype, littleEndian: header.descr[0] !== '>', columnMajor: header.columnMajor,
    blob, offset, about,
  });
}

const kSpace = /[ \t\r\n\f]*/y;
const kPunctuation = { open: /\{/y, colon: /:/y, comma: /,/y, close: /\}/y };
const kKey = /'(?:descr|fortran_order|shape)'|"(?:descr|fortran_order|shape)"/y;
const kValues = /** @type {Record<string, RegExp>} */ ({
  descr: /'[^'\\]{0,16}'|"[^"\\]{0,16}"/y,
  fortran_order: /True|False/y,
  shape: /\([ \t\r\n\dL,]*\)/y,
});

/**
 * The header is a Python dictionary with exactly three keys. Anything else is refused with its place.
 * @param {string} text @param {Record<string, unknown>} about
 */
function parseHeader(text, about) {
  let position = 0;
  /** @param {string} [key] @returns {never} */
  const refuse = (key) => {
    throw new AttentionError('npy-header', { ...about, place: position, given: key ?? text.slice(position, position + 24) });
  };
  /** @param {RegExp} pattern */
  const accept = (pattern) => {
    kSpace.lastIndex = position;
    kSpace.test(text);
    position = kSpace.lastIndex;
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found === null) return null;
    position = pattern.lastIndex;
    return found[0];
  };

  /** @type {Map<string, string>} */
  const entries = new Map();
  accept(kPunctuation.open) ?? refuse();
  while (accept(kPunctuation.close) === null) {
    const key = (accept(kKey) ?? refuse()).slice(1, -1);
    if (entries.has(key)) refuse(key);
    accept(kPunctuation.colon) ?? refuse();
    // A structured type stands as a list: a type this reader has no numbers for, rather than a damaged header.
    if (key === 'descr' && accept(/\[/y) !== null) throw new AttentionError('unsupported-type', { ...about, given: 'structured' });
    entries.set(key, accept(kValues[key]) ?? refuse());
    if (accept(kPunctuation.comma) === null && accept(/(?=\})/y) === null) refuse();
  }
  accept(/$/y) ?? refuse();

  const descr = entries.get('descr')?.slice(1, -1) ?? refuse('descr');
  const order = entries.get('fortran_order') ?? refuse('fortran_order');
  const shape = parseShape(entries.get('shape') ?? refuse('shape')) ?? refuse('shape');
  return { descr, columnMajor: order === 'True', shape };
}

/** `()`, `(3,)`, `(2, 3)`; Python 2 wrote `(2L, 3L)`. @param {string} tuple */
function parseShape(tuple) {
  const inner = tuple.slice(1, -1).trim();
  if (inner === '') return [];
  const parts = inner.split(',').map((part) => part.trim());
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  else if (parts.length === 1) return null;
  return parts.every((part) => /^\d+L?$/.test(part)) ? parts.map((part) => Number.parseInt(part, 10)) : null;
}
