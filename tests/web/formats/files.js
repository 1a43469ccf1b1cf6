import { AttentionError } from '../../../web/src/engine/attention-error.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Bytes and blobs that the format tests are made of. */
const golden = new URL('../../golden/heads/', import.meta.url);
const realHeads = new URL('../../../web/src/lab/real-heads/', import.meta.url);

/** @param {string} name */
export function goldenBlob(name) {
  return new Blob([readFileSync(new URL(name, name.endsWith('.safetensors') ? realHeads : golden))]);
}

export const numpyFiles = JSON.parse(readFileSync(new URL('numpy-files.json', golden), 'utf8'));

/** @param {string} base64 */
export function blobOf64(base64) {
  return new Blob([Buffer.from(base64, 'base64')]);
}

/** @param {string} hex */
export function blobOfHex(hex) {
  return new Blob([Buffer.from(hex.replace(/\s/g, ''), 'hex')]);
}

/** An .npy file of any version. @param {string} header @param {Uint8Array<ArrayBuffer>} data */
export function npyBlob(header, data, version = 1) {
  const start = version === 1 ? 10 : 12;
  const padded = `${header.padEnd(Math.ceil((start + header.length + 1) / 64) * 64 - start - 1)}\n`;
  const prefix = new DataView(new ArrayBuffer(start));
  [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0].forEach((byte, i) => prefix.setUint8(i, byte));
  if (version === 1) prefix.setUint16(8, padded.length, true);
  else prefix.setUint32(8, padded.length, true);
  return new Blob([prefix, padded, data]);
}

/** @param {unknown} header a value to be JSON, or the text itself @param {Uint8Array<ArrayBuffer>} [data] @param {bigint} [length] */
export function safetensorsBlob(header, data = new Uint8Array(), length) {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setBigUint64(0, length ?? BigInt(Buffer.byteLength(text)), true);
  return new Blob([prefix, text, data]);
}

/** The refusal's code and values. @param {Promise<unknown>} promise @returns {Promise<{ code: string, [name: string]: any }>} */
export async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof AttentionError, `not a refusal in words: ${/** @type {Error} */ (error).stack}`);
    return { code: error.code, ...error.values };
  }
  return assert.fail('was not refused');
}

/** A Blob that counts the bytes taken from it. @param {Blob} blob */
export function countingBlob(blob) {
  const counter = { bytes: 0 };
  /** @param {Blob} part @returns {Blob} */
  const wrap = (part) => /** @type {Blob} */ (/** @type {unknown} */ ({
    size: part.size,
    slice: (/** @type {number} */ start, /** @type {number} */ end) => wrap(part.slice(start, end)),
    arrayBuffer: () => {
      counter.bytes += part.size;
      return part.arrayBuffer();
    },
    stream: () => {
      counter.bytes += part.size;
      return part.stream();
    },
  }));
  return { blob: wrap(blob), counter };
}

/** A file of any claimed size whose bytes behind `start` are zeros that nobody should read. @param {Blob} start @param {number} size */
export function sparseBlob(start, size) {
  /** @param {number} from @param {number} to @returns {any} */
  const part = (from, to) => ({
    size: to - from,
    slice: (/** @type {number} */ begin, end = to - from) => part(Math.min(to, from + begin), Math.min(to, from + end)),
    async arrayBuffer() {
      assert.ok(to - from <= 2 ** 20, `${to - from} bytes were read at once`);
      const bytes = new Uint8Array(to - from);
      bytes.set(new Uint8Array(await start.slice(from, to).arrayBuffer()));
      return bytes.buffer;
    },
  });
  return /** @type {Blob} */ (part(0, size));
}
