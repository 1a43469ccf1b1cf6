import { AttentionError } from '../engine/attention-error.js';

/**
 * The entries of a zip archive as Blobs, by random access: a stored entry is a slice of the file, a deflated one is
 * inflated only when asked for and never beyond the size that its directory names. Libraries that take a whole archive
 * as bytes would load 500 MB to show one head.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 * @typedef {{ name: string, open: () => Promise<Blob> }} ZipEntry
 */

/** The most bytes that all deflated entries opened may come to together, and the most entries listed. */
const kMaxInflatedBytes = 2 ** 28;
const kMaxEntries = 4096;

/** Measured numbers hardly shrink. What grows more than this is let pass only while it is small. */
const kMaxRatio = 64;
const kSmall = 2 ** 24;

const kEndSize = 22;
const kLongestComment = 65535;
const k32 = 0xffffffff;
const k16 = 0xffff;
const kMaxDirectory = kMaxEntries * 4096;

/**
 * @param {Blob} blob @param {string} file @param {number} [allowance] bytes that may be inflated in all
 * @returns {Promise<ZipEntry[]>}
 */
export async function readZipEntries(blob, file, allowance = kMaxInflatedBytes) {
  const about = { field: 'file', file };
  const { count, start, size } = await readEnd(blob, about);
  if (count > kMaxEntries) throw new AttentionError('zip-entries', { ...about, given: count, allowed: kMaxEntries });
  if (!inside(blob, start, size) || size > kMaxDirectory) throw new AttentionError('zip-damaged', { ...about, place: start });

  const view = new DataView(await blob.slice(start, start + size).arrayBuffer());
  const entries = [];
  const budget = { left: allowance };
  let position = 0;
  for (let i = 0; i < count; i += 1) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50) {
      throw new AttentionError('zip-damaged', { ...about, place: start + position });
    }
    const nameLength = view.getUint16(position + 28, true);
    const extraLength = view.getUint16(position + 30, true);
    const next = position + 46 + nameLength + extraLength + view.getUint16(position + 32, true);
    if (next > view.byteLength) throw new AttentionError('zip-damaged', { ...about, place: start + position });
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, position + 46, nameLength));
    const entry = {
      name,
      flags: view.getUint16(position + 8, true),
      method: view.getUint16(position + 10, true),
      crc: view.getUint32(position + 16, true),
      packed: view.getUint32(position + 20, true),
      size: view.getUint32(position + 24, true),
      header: view.getUint32(position + 42, true),
    };
    widen(entry, new DataView(view.buffer, position + 46 + nameLength, extraLength));
    const entryAbout = { field: name, file };
    entries.push({ name, open: () => openEntry(blob, entry, budget, entryAbout) });
    position = next;
  }
  return entries;
}

/** @param {Blob} blob @param {number} start @param {number} size */
function inside(blob, start, size) {
  return Number.isSafeInteger(start) && Number.isSafeInteger(size) && start + size <= blob.size;
}

/** The record that ends every archive, or its 64-bit form. @param {Blob} blob @param {Record<string, unknown>} about */
async function readEnd(blob, about) {
  const tailStart = Math.max(0, blob.size - kEndSize - kLongestComment);
  const tail = new DataView(await blob.slice(tailStart).arrayBuffer());
  let at = tail.byteLength - kEndSize;
  while (at >= 0 && !(tail.getUint32(at, true) === 0x06054b50
    && tail.getUint16(at + 20, true) === tail.byteLength - at - kEndSize)) at -= 1;
  if (at < 0) throw new AttentionError('zip-damaged', { ...about, place: blob.size });
  const end = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  };
  if (end.count !== k16 && end.size !== k32 && end.start !== k32) return end;

  const locator = at - 20;
  if (locator < 0 || tail.getUint32(locator, true) !== 0x07064b50) return end;
  const wideStart = Number(tail.getBigUint64(locator + 8, true));
  if (!inside(blob, wideStart, 56)) throw new AttentionError('zip-damaged', { ...about, place: tailStart + locator });
  const wide = new DataView(await blob.slice(wideStart, wideStart + 56).arrayBuffer());
  if (wide.getUint32(0, true) !== 0x06064b50) throw new AttentionError('zip-damaged', { ...about, place: wideStart });
  return {
    count: Number(wide.getBigUint64(32, true)),
    size: Number(wide.getBigUint64(40, true)),
    start: Number(wide.getBigUint64(48, true)),
  };
}

/**
 * Sizes that do not fit 32 bits stand in an extra field, in this order and only those.
 * @param {{ size: number, packed: number, header: number }} entry @param {DataView} extra
 */
function widen(entry, extra) {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const end = Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true));
    let next = at + 4;
    for (const key of /** @type {const} */ (['size', 'packed', 'header'])) {
      if (entry[key] !== k32 || next + 8 > end) continue;
      entry[key] = Number(extra.getBigUint64(next, true));
      next += 8;
    }
  }
}

/**
 * @param {Blob} blob
 * @param {{ flags: number, method: number, crc: number, packed: number, size: number, header: number }} entry
 * @param {{ left: number }} budget bytes that may still be inflated
 * @param {Record<string, unknown>} about
 */
async function openEntry(blob, entry, budget, about) {
  if (entry.flags & 1) throw new AttentionError('zip-encrypted', about);
  if (entry.method !== 0 && entry.method !== 8) throw new AttentionError('zip-method', { ...about, given: entry.method });
  const damaged = () => new AttentionError('zip-damaged', { ...about, place: entry.header });
  if (!inside(blob, entry.header, 30)) throw damaged();
  const local = new DataView(await blob.slice(entry.header, entry.header + 30).arrayBuffer());
  if (local.getUint32(0, true) !== 0x04034b50) throw damaged();
  const start = entry.header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  if (!inside(blob, start, entry.packed)) throw damaged();
  const packed = blob.slice(start, start + entry.packed);
  if (entry.method === 0) {
    if (entry.packed !== entry.size) throw damaged();
    return packed;
  }
  const allowed = Math.min(budget.left, Math.max(kSmall, entry.packed * kMaxRatio));
  if (entry.size > allowed) throw new AttentionError('zip-too-large', { ...about, given: entry.size, allowed });
  budget.left -= entry.size;
  return inflate(packed, entry, about);
}

/**
 * @param {Blob} packed @param {{ size: number, crc: number }} entry @param {Record<string, unknown>} about
 * @returns {Promise<Blob>}
 */
async function inflate(packed, { size, crc }, about) {
  const chunks = [];
  let length = 0;
  let state = k32;
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new AttentionError('zip-damaged', { ...about, place: length });
    });
    if (done) break;
    length += value.byteLength;
    if (length > size) {
      await reader.cancel().catch(() => {});
      throw new AttentionError('zip-size', { ...about, given: length, expected: size });
    }
    state = addToCrc(state, value);
    chunks.push(value);
  }
  if (length !== size) throw new AttentionError('zip-size', { ...about, given: length, expected: size });
  if ((state ^ k32) >>> 0 !== crc) throw new AttentionError('zip-checksum', about);
  return new Blob(chunks);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @param {number} state @param {Uint8Array} bytes */
function addToCrc(state, bytes) {
  let value = state;
  for (let i = 0; i < bytes.length; i += 1) value = (value >>> 8) ^ crcTable[(value ^ bytes[i]) & 0xff];
  return value;
}
