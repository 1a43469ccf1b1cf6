/**
 * Writes the head of a .gguf file: enough of the format to make test files.
 * @typedef {[key: string, type: 'u32' | 'u64' | 'f32' | 'bool' | 'string' | 'u32[]' | 'bool[]' | 'string[]', value: any]} Pair
 */

const TYPES = { u32: 4, f32: 6, bool: 7, string: 8, u64: 10 };
const ARRAY = 9;

/**
 * @param {Pair[]} pairs
 * @param {{ little?: boolean, version?: number, count?: bigint, magic?: string }} [options]
 * @returns {Blob}
 */
export function ggufFile(pairs, { little = true, version = 3, count = BigInt(pairs.length), magic = 'GGUF' } = {}) {
  /** @type {BlobPart[]} */
  const parts = [magic];
  const put = (/** @type {number} */ bytes, /** @type {(view: DataView) => void} */ write) => {
    const view = new DataView(new ArrayBuffer(bytes));
    write(view);
    parts.push(view.buffer);
  };
  const u32 = (/** @type {number} */ value) => put(4, (view) => view.setUint32(0, value, little));
  const u64 = (/** @type {bigint} */ value) => put(8, (view) => view.setBigUint64(0, value, little));
  const text = (/** @type {string} */ value) => {
    u64(BigInt(new TextEncoder().encode(value).length));
    parts.push(value);
  };
  const scalar = (/** @type {string} */ type, /** @type {any} */ value) => {
    if (type === 'string') text(value);
    else if (type === 'u64') u64(BigInt(value));
    else if (type === 'f32') put(4, (view) => view.setFloat32(0, value, little));
    else if (type === 'bool') put(1, (view) => view.setUint8(0, value ? 1 : 0));
    else u32(value);
  };
  u32(version);
  u64(0n);
  u64(count);
  for (const [key, type, value] of pairs) {
    text(key);
    const element = type.replace('[]', '');
    const code = TYPES[/** @type {keyof typeof TYPES} */ (element)];
    if (element === type) {
      u32(code);
      scalar(element, value);
    } else {
      u32(ARRAY);
      u32(code);
      u64(BigInt(value.length));
      for (const item of value) scalar(element, item);
    }
  }
  return new Blob(parts);
}
