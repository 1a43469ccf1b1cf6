/**
 * The number types that files carry: bytes per element and how one is read from a DataView. 64-bit integers beyond
 * 2^53 are rounded to the nearest double.
 * @typedef {{ bytes: number, read: (view: DataView, offset: number, littleEndian: boolean) => number }} ElementType
 * @type {Record<string, ElementType>}
 */
export const elementTypes = {
  float64: { bytes: 8, read: (view, offset, little) => view.getFloat64(offset, little) },
  float32: { bytes: 4, read: (view, offset, little) => view.getFloat32(offset, little) },
  float16: { bytes: 2, read: (view, offset, little) => fromFloat16(view.getUint16(offset, little)) },
  bfloat16: { bytes: 2, read: (view, offset, little) => fromBfloat16(view.getUint16(offset, little)) },
  int64: { bytes: 8, read: (view, offset, little) => Number(view.getBigInt64(offset, little)) },
  int32: { bytes: 4, read: (view, offset, little) => view.getInt32(offset, little) },
  int16: { bytes: 2, read: (view, offset, little) => view.getInt16(offset, little) },
  int8: { bytes: 1, read: (view, offset) => view.getInt8(offset) },
  uint64: { bytes: 8, read: (view, offset, little) => Number(view.getBigUint64(offset, little)) },
  uint32: { bytes: 4, read: (view, offset, little) => view.getUint32(offset, little) },
  uint16: { bytes: 2, read: (view, offset, little) => view.getUint16(offset, little) },
  uint8: { bytes: 1, read: (view, offset) => view.getUint8(offset) },
  bool: { bytes: 1, read: (view, offset) => (view.getUint8(offset) === 0 ? 0 : 1) },
};

/** IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits. @param {number} bits */
export function fromFloat16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const word = new DataView(new ArrayBuffer(4));

/** bfloat16 is the upper half of a float32. @param {number} bits */
export function fromBfloat16(bits) {
  word.setUint16(0, bits);
  return word.getFloat32(0);
}
