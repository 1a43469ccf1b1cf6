import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementTypes, fromBfloat16, fromFloat16 } from '../../../web/src/formats/element-types.js';

test('pitfall 110: float16 words are read as halves, not as integers', () => {
  const words = [0x3c00, 0x3555, 0x7bff, 0x0001, 0x03ff, 0x7c00, 0xfc00, 0x8000];
  const expected = [1, 0.333251953125, 65504, 5.960464477539063e-8, 6.097555160522461e-5, Infinity, -Infinity, -0];
  assert.deepEqual(words.map(fromFloat16), expected);
});

test('all 65,536 halves: ordered, symmetric, evenly spaced in each binade', () => {
  for (let bits = 0; bits < 0x8000; bits += 1) {
    const value = fromFloat16(bits);
    assert.ok(Object.is(fromFloat16(bits | 0x8000), -value) || Number.isNaN(value), `sign of ${bits}`);
    if (bits > 0x7c00) {
      assert.ok(Number.isNaN(value));
      continue;
    }
    // The definition of the format, written as digits rather than by shifting.
    const exponent = Math.floor(bits / 1024);
    const fraction = bits % 1024;
    let expected = exponent === 0 ? fraction / 2 ** 24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
    if (exponent === 31) expected = Infinity;
    assert.equal(value, expected);
    if (bits > 0) assert.ok(value > fromFloat16(bits - 1));
  }
});

test('all 65,536 bfloat16 words are the float32 with that upper half', () => {
  const words = new Uint32Array(1);
  const floats = new Float32Array(words.buffer);
  for (let bits = 0; bits < 0x10000; bits += 1) {
    words[0] = bits * 65536;
    assert.ok(Object.is(fromBfloat16(bits), floats[0]) || (Number.isNaN(floats[0]) && Number.isNaN(fromBfloat16(bits))));
  }
});

test('both byte orders and the ends of every integer range', () => {
  const view = new DataView(new ArrayBuffer(8));
  for (const [name, { bytes, read }] of Object.entries(elementTypes)) {
    if (!name.includes('int')) continue;
    const bits = BigInt(bytes * 8);
    const ends = name.startsWith('u') ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
    for (const little of [true, false]) {
      for (const end of ends) {
        const raw = BigInt.asUintN(64, end);
        for (let i = 0; i < bytes; i += 1) {
          view.setUint8(little ? i : bytes - 1 - i, Number((raw >> BigInt(8 * i)) & 0xffn));
        }
        assert.equal(read(view, 0, little), Number(end), `${name} ${little}`);
      }
    }
  }
});
