import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSafetensors } from '../../../web/src/formats/safetensors.js';
import { countingBlob, goldenBlob, refusal, safetensorsBlob, sparseBlob } from './files.js';

/** @param {Blob} blob */
const read = (blob) => readSafetensors(blob, 'x.safetensors');
const four = new Uint8Array(new Float32Array([1, 2, 3, 4]).buffer);
const q = { dtype: 'F32', shape: [2, 2], data_offsets: [0, 16] };

test('the real heads: names, shapes, tokens', async () => {
  const { tensors, metadata } = await read(goldenBlob('animal-street-layer1.safetensors'));
  assert.deepEqual(tensors.map(({ name, shape, dtype }) => [name, shape, dtype]), [
    ['q', [4, 12, 128], 'float32'], ['k', [4, 12, 128], 'float32'], ['v', [4, 12, 128], 'float32'],
  ]);
  assert.equal(JSON.parse(metadata.tokens)[6], 'street');
});

test('F64, F32, F16, BF16 and integers', async () => {
  const data = new DataView(new ArrayBuffer(64));
  data.setFloat64(0, -0.1, true);
  data.setFloat32(8, 0.5, true);
  data.setUint16(12, 0x3555, true);
  data.setUint16(14, 0x3eab, true);
  data.setBigInt64(16, -5n, true);
  data.setUint8(24, 200);
  const bytes = new Uint8Array(data.buffer, 0, 25);
  const { tensors } = await read(safetensorsBlob({
    a: { dtype: 'F64', shape: [1], data_offsets: [0, 8] },
    b: { dtype: 'F32', shape: [1, 1], data_offsets: [8, 12] },
    c: { dtype: 'F16', shape: [1], data_offsets: [12, 14] },
    d: { dtype: 'BF16', shape: [1], data_offsets: [14, 16] },
    e: { dtype: 'I64', shape: [], data_offsets: [16, 24] },
    f: { dtype: 'U8', shape: [1], data_offsets: [24, 25] },
  }, bytes));
  const values = await Promise.all(tensors.map(async (tensor) => (await tensor.read())[0]));
  assert.deepEqual(values, [-0.1, 0.5, 0.333251953125, 0.333984375, -5, 200]);
});

test('pitfall 113: data at any alignment, spaces at the end of the header', async () => {
  const text = JSON.stringify({ q });
  for (let length = text.length; length < text.length + 8; length += 1) {
    const { tensors } = await read(safetensorsBlob(text.padEnd(length), four));
    assert.deepEqual([...await tensors[0].read()], [1, 2, 3, 4], String(length));
  }
  const named58 = JSON.stringify({ q: { ...q, dtype: 'F32' } });
  assert.equal((await read(safetensorsBlob(named58.padEnd(58), four))).tensors.length, 1);
});

test('pitfall 114: huge and lying header lengths', async () => {
  const body = `{"q":${JSON.stringify(q)}}`;
  const cases = /** @type {[bigint, string][]} */ ([
    [0xffffffffffffffffn, 'header-too-long'],
    [0x0100000005f5e100n, 'header-too-long'],
    [100_000_001n, 'header-too-long'],
    [100_000_000n, 'truncated'],
    [BigInt(body.length + 17), 'truncated'],
  ]);
  for (const [length, code] of cases) {
    assert.equal((await refusal(read(safetensorsBlob(body, four, length)))).code, code, String(length));
  }
  assert.equal((await refusal(read(new Blob(['1234567'])))).code, 'truncated');
  const longest = await refusal(read(sparseBlob(safetensorsBlob('', new Uint8Array(), 100_000_001n), 2 ** 31)));
  assert.deepEqual([longest.code, longest.given, longest.allowed], ['header-too-long', 100_000_001n, 100_000_000]);
});

test('offsets: outside, overlapping, with gaps, of another size, not numbers', async () => {
  const k = { dtype: 'F32', shape: [1], data_offsets: [16, 20] };
  const cases = /** @type {[any, string][]} */ ([
    [{ q: { ...q, data_offsets: [0, 17] } }, 'bad-offsets'],
    [{ q: { ...q, data_offsets: [8, 24] } }, 'bad-offsets'],
    [{ q: { ...q, data_offsets: [-16, 0] } }, 'bad-offsets'],
    [{ q: { ...q, data_offsets: [16, 0] } }, 'bad-offsets'],
    [{ q: { ...q, data_offsets: [0.5, 16.5] } }, 'bad-offsets'],
    [{ q: { ...q, data_offsets: [2 ** 53, 2 ** 53 + 16] } }, 'bad-offsets'],
    [{ q, k: { ...k, data_offsets: [12, 16] } }, 'overlap'],
    [{ q: { ...q, shape: [1], data_offsets: [0, 4] }, k: { ...k, data_offsets: [8, 12] } }, 'gap'],
    [{ q: { ...q, shape: [1, 2], data_offsets: [0, 8] } }, 'trailing-bytes'],
    [{ q: { ...q, shape: [2, '2'] } }, 'bad-shape'],
    [{ q: { ...q, shape: [2 ** 27, 2 ** 26] } }, 'too-large'],
    [{ q: { ...q, shape: [-2, -2] } }, 'bad-shape'],
    [{ q: { ...q, dtype: 'F8_E4M3' } }, 'unsupported-type'],
    [{ q: { ...q, dtype: 'constructor' } }, 'unsupported-type'],
    [{ q: null }, 'safetensors-header'],
    [{ q: { dtype: 'F32' } }, 'safetensors-header'],
    ['[1]', 'safetensors-header'],
    [' {}', 'safetensors-header'],
    ['{"q": }', 'json-syntax'],
  ]);
  for (const [header, code] of cases) {
    assert.equal((await refusal(read(safetensorsBlob(header, four)))).code, code, JSON.stringify(header));
  }
  const overlap = await refusal(read(safetensorsBlob({ q, k: { ...k, data_offsets: [12, 16] } }, four)));
  assert.deepEqual([overlap.given, overlap.other, overlap.place], ['k', 'q', 12]);
});

test('a name is only a name, and broken UTF-8 is named', async () => {
  const header = `{"__proto__": ${JSON.stringify(q)}, "__metadata__": {"__proto__": "x", "n": 3}}`;
  const { tensors, metadata } = await read(safetensorsBlob(header, four));
  assert.deepEqual(tensors.map(({ name }) => name), ['__proto__']);
  assert.equal(metadata.__proto__, 'x');
  assert.equal('n' in metadata, false);
  const bytes = Buffer.from('{"q\xff": 1}', 'latin1');
  const prefix = Buffer.alloc(8);
  prefix.writeUInt8(bytes.length);
  assert.equal((await refusal(read(new Blob([prefix, bytes])))).code, 'not-text');
});

test('only the header and what is asked for is read', async () => {
  const shape = [64, 2048, 64];
  const size = 4 * 64 * 2048 * 64;
  const start = safetensorsBlob({ q: { dtype: 'F32', shape, data_offsets: [0, size] } });
  const { blob, counter } = countingBlob(sparseBlob(start, start.size + size));
  const { tensors } = await read(blob);
  await tensors[0].read(63 * 2048 * 64, 64);
  assert.ok(counter.bytes < 1024, `${counter.bytes} bytes`);
});
