import { AttentionError } from '../engine/attention-error.js';

/**
 * The key-value pairs at the start of a .gguf file, read by slices of a Blob: a file may be larger than memory.
 * Token lists are walked over, not decoded (which is why @huggingface/gguf, which decodes them all, is not used).
 *
 * @typedef {number | bigint | boolean | string} Scalar
 * @typedef {Record<string, Scalar | Scalar[]>} GgufMetadata
 */

const WINDOW_BYTES = 1 << 20;
const MOST_PAIRS = 100_000;
const LONGEST_KEY = 65_535;
const LONGEST_KEPT_STRING = 1000;
/** Lists by layer are this long at most; a vocabulary is longer and of no use here. */
const LONGEST_KEPT_LIST = 10_000;
const DEEPEST_LIST = 4;

const STRING = 8;
const ARRAY = 9;
/** @type {Record<number, { bytes: number, read: (view: DataView, at: number, little: boolean) => Scalar }>} */
const SCALARS = {
  0: { bytes: 1, read: (view, at) => view.getUint8(at) },
  1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  3: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  5: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  6: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  7: { bytes: 1, read: (view, at) => view.getUint8(at) !== 0 },
  10: { bytes: 8, read: (view, at, little) => view.getBigUint64(at, little) },
  11: { bytes: 8, read: (view, at, little) => view.getBigInt64(at, little) },
  12: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/** @param {Blob} file @returns {Promise<GgufMetadata>} without its token lists */
export async function readGgufMetadata(file) {
  const bytes = new ByteCursor(file);
  const magic = await bytes.text(4);
  if (magic !== 'GGUF') throw new AttentionError('gguf-magic', { field: 'file', given: magic });
  bytes.little = await versionIsLittleEndian(bytes);
  await bytes.size();
  const pairs = await bytes.size();
  if (pairs > MOST_PAIRS) throw new AttentionError('gguf-damaged', { field: 'file', given: pairs, limit: MOST_PAIRS });
  /** @type {GgufMetadata} */
  const metadata = Object.create(null);
  for (let pair = 0; pair < pairs; pair += 1) {
    const key = await bytes.string(LONGEST_KEY);
    const value = await readValue(bytes, await bytes.scalar(4), 0);
    if (value !== null) metadata[key] = value;
  }
  return metadata;
}

/** @param {ByteCursor} bytes */
async function versionIsLittleEndian(bytes) {
  await bytes.need(4);
  const little = bytes.view.getUint32(bytes.at, true);
  const big = bytes.view.getUint32(bytes.at, false);
  bytes.at += 4;
  if (little === 2 || little === 3) return true;
  if (big === 3) return false;
  throw new AttentionError('gguf-version', { field: 'file', given: Math.min(little, big), known: [2, 3] });
}

/**
 * @param {ByteCursor} bytes @param {Scalar} type @param {number} depth
 * @returns {Promise<Scalar | Scalar[] | null>} null: walked over
 */
async function readValue(bytes, type, depth) {
  if (type === STRING) return bytes.string(Infinity);
  if (type === ARRAY) return readList(bytes, depth);
  if (!Object.hasOwn(SCALARS, Number(type)))
    throw new AttentionError('gguf-damaged', { field: 'file', given: `type ${type}` });
  return bytes.scalar(Number(type));
}

/** @param {ByteCursor} bytes @param {number} depth @returns {Promise<Scalar[] | null>} */
async function readList(bytes, depth) {
  const type = Number(await bytes.scalar(4));
  const length = await bytes.size();
  if (type === ARRAY) {
    if (depth >= DEEPEST_LIST) throw new AttentionError('gguf-damaged', { field: 'file', given: 'nested lists' });
    for (let i = 0; i < length; i += 1) await readList(bytes, depth + 1);
    return null;
  }
  if (type === STRING) {
    await bytes.skipStrings(length);
    return null;
  }
  if (!Object.hasOwn(SCALARS, type)) throw new AttentionError('gguf-damaged', { field: 'file', given: `type ${type}` });
  if (length > LONGEST_KEPT_LIST) {
    bytes.skip(length * SCALARS[type].bytes);
    return null;
  }
  /** @type {Scalar[]} */
  const values = [];
  for (let i = 0; i < length; i += 1) values.push(await bytes.scalar(type));
  return values;
}

/** Walks through a Blob with one slice of it in memory. */
class ByteCursor {
  /** @param {Blob} file */
  constructor(file) {
    this.file = file;
    this.view = new DataView(new ArrayBuffer(0));
    /** Offset inside the view, which starts at `start` of the file. */
    this.at = 0;
    this.start = 0;
    this.little = true;
  }

  /** Makes sure that the view holds the next bytes. @param {number} count */
  async need(count) {
    if (this.at + count <= this.view.byteLength) return;
    const position = this.start + this.at;
    if (position + count > this.file.size) {
      throw new AttentionError('gguf-truncated', { field: 'file', given: this.file.size, needed: position + count });
    }
    const end = Math.min(this.file.size, position + Math.max(count, WINDOW_BYTES));
    this.view = new DataView(await this.file.slice(position, end).arrayBuffer());
    this.start = position;
    this.at = 0;
  }

  /** @param {number} count */
  skip(count) {
    if (this.start + this.at + count > this.file.size) {
      throw new AttentionError('gguf-truncated', {
        field: 'file',
        given: this.file.size,
        needed: this.start + this.at + count,
      });
    }
    this.at += count;
  }

  /** @param {number} type */
  async scalar(type) {
    const { bytes, read } = SCALARS[type];
    await this.need(bytes);
    const value = read(this.view, this.at, this.little);
    this.at += bytes;
    return value;
  }

  /** A count or length, which must be possible in a file of this size. */
  async size() {
    const value = /** @type {bigint} */ (await this.scalar(10));
    if (value > BigInt(this.file.size)) {
      throw new AttentionError('gguf-damaged', { field: 'file', given: value, limit: this.file.size });
    }
    return Number(value);
  }

  /** @param {number} longest @returns {Promise<string>} its beginning, where it is a text of any length */
  async string(longest) {
    const length = await this.size();
    if (length > longest) throw new AttentionError('gguf-damaged', { field: 'file', given: length, limit: longest });
    const text = await this.text(Math.min(length, longest === Infinity ? LONGEST_KEPT_STRING : longest));
    if (length > LONGEST_KEPT_STRING && longest === Infinity) this.skip(length - LONGEST_KEPT_STRING);
    return text;
  }

  /** @param {number} count bytes */
  async text(count) {
    await this.need(count);
    const bytes = new Uint8Array(this.view.buffer, this.at, count);
    this.at += count;
    return new TextDecoder().decode(bytes);
  }

  /** @param {number} count */
  async skipStrings(count) {
    for (let i = 0; i < count; i += 1) {
      if (this.at + 8 > this.view.byteLength) await this.need(8);
      const length = Number(this.view.getBigUint64(this.at, this.little));
      this.at += 8;
      this.skip(length);
    }
  }
}
