/** An ONNX model by hand (a protobuf of a few hundred bytes): output = Softmax(q k^T) v, with q scaled and k transposed before. */

const encoder = new TextEncoder();

/** @param {number} value @returns {number[]} */
const varint = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
/** @param {number} field @param {number} value */
const whole = (field, value) => [field << 3, ...varint(value)];
/** @param {number} field @param {ArrayLike<number>} bytes */
const block = (field, bytes) => [(field << 3) | 2, ...varint(bytes.length), ...Array.from(bytes)];
/** @param {number} field @param {string} text */
const string = (field, text) => block(field, encoder.encode(text));

/** @param {string} type @param {string[]} inputs @param {string} output */
const node = (type, inputs, output) => block(1, [...inputs.flatMap((input) => string(1, input)), ...string(2, output), ...string(4, type)]);

/** @param {number} field @param {string} name @param {number[]} shape */
const value = (field, name, shape) => {
  const dimensions = shape.flatMap((length) => block(1, whole(1, length)));
  const float32 = block(1, [...whole(1, 1), ...block(2, dimensions)]);
  return block(field, [...string(1, name), ...block(2, float32)]);
};

/** @param {number} n @param {number} d */
export function attentionModel(n, d) {
  const graph = [
    ...node('MatMul', ['q', 'k'], 'logits'),
    ...node('Softmax', ['logits'], 'weights'),
    ...node('MatMul', ['weights', 'v'], 'output'),
    ...string(2, 'attention'),
    ...value(11, 'q', [n, d]),
    ...value(11, 'k', [d, n]),
    ...value(11, 'v', [n, d]),
    ...value(12, 'output', [n, d]),
  ];
  return new Uint8Array([...whole(1, 8), ...block(7, graph), ...block(8, [...string(1, ''), ...whole(2, 13)])]);
}
